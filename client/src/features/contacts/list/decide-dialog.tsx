import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { fieldFailureOf } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
import { type Target, useDecideMany } from "../changes-data";
import { Dialog } from "../components/dialog";
import classes from "../components/dialog.module.css";

interface Props {
  readonly to: "subscribed" | "unsubscribed";
  readonly target: Target;
  readonly count: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const WORDS_LENGTH = 1000;

/** Subscribes many contacts, for whose word somebody of the team stands, or unsubscribes them. */
export function DecideDialog({ to, target, count, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const [isChecked, setChecked] = useState(false);
  const decide = useDecideMany();
  const atField = fieldFailureOf(decide.error, t);
  const isSubscribing = to === "subscribed";
  const isMissing = isSubscribing && words.trim() === "";
  const act = isSubscribing ? "subscribe" : "unsubscribe";

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isMissing) return;
    decide.mutate(
      { target, state: to, words },
      {
        onSuccess: ({ count: changed, queued }) => {
          const total = integer(changed);
          const done = t("contactList.decided", { count: changed, total });
          toast("success", queued ? t("contactList.decideQueued", { total }) : done);
          onDone();
        },
      },
    );
  }

  return (
    <Dialog title={t(`contactList.${act}Title`, { total: count })} onClose={onClose}>
      <form className={classes.form} noValidate onSubmit={onSubmit}>
        <p className={classes.help}>{t(`contactList.${act}Help`)}</p>
        {atField ? null : <FailureNotice error={decide.error} />}
        {isSubscribing ? (
          <Textarea
            label={t("contactList.words")}
            description={t("contactList.wordsHelp")}
            size="md"
            rows={3}
            maxLength={WORDS_LENGTH}
            value={words}
            error={isChecked && isMissing ? t("contactList.wordsMissing") : atField?.text}
            onChange={(event) => setWords(event.currentTarget.value)}
            data-autofocus
          />
        ) : null}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" variant="filled" loading={decide.isPending}>
            {t(`contactList.${act}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
