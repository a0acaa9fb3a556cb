import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { fieldFailureOf } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
import { Dialog } from "../../components/dialog";
import classes from "../../components/dialog.module.css";
import { useDecide } from "../person-data";

interface Props {
  readonly contactId: number;
  readonly onClose: () => void;
}

const WORDS_LENGTH = 1000;

/** Subscribes a contact for whose word somebody of the team stands. */
export function SubscribeDialog({ contactId, onClose }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const [isChecked, setChecked] = useState(false);
  const decide = useDecide(contactId);
  const atField = fieldFailureOf(decide.error, t);
  const isMissing = words.trim() === "";
  return (
    <Dialog title={t("person.subscribeTitle")} onClose={onClose}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (isMissing) return;
          decide.mutate(
            { state: "subscribed", words },
            {
              onSuccess: () => {
                toast("success", t("person.subscribed"));
                onClose();
              },
            },
          );
        }}
      >
        {atField ? null : <FailureNotice error={decide.error} />}
        <Textarea
          label={t("person.wordsLabel")}
          description={t("person.wordsHelp")}
          size="md"
          rows={3}
          maxLength={WORDS_LENGTH}
          value={words}
          error={isChecked && isMissing ? t("person.wordsMissing") : atField?.text}
          onChange={(event) => setWords(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" variant="filled" loading={decide.isPending}>
            {t("terms.subscribe")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
