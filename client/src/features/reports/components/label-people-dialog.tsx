import { Dialog } from "@/ui/components/dialog";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { Autocomplete, Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { toast } from "@/ui/toasts";
import { useLabelNames, useLabelPeople } from "../label-data";
import type { ReportOf } from "../report-of";
import type { RecipientState } from "../reports-data";
import classes from "./label-people-dialog.module.css";

interface Props {
  readonly of: ReportOf;
  readonly state: RecipientState | undefined;
  readonly link: number | undefined;
  /** Who they are, in words, and how many. */
  readonly words: string;
  readonly count: number;
  readonly onClose: () => void;
}

const NAME_LENGTH = 60;

/** Puts a label on the recipients that are listed: an existing one, or a new one. The header shows how far it is. */
export function LabelPeopleDialog({ of, state, link, words, count, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [isChecked, setChecked] = useState(false);
  const names = useLabelNames();
  const label = useLabelPeople(of);
  const isKnown = names.some((known) => known.toLowerCase() === name.trim().toLowerCase());

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (name.trim() === "") return;
    label.mutate(
      { name: name.trim(), state, link },
      {
        onSuccess: (made) => {
          toast(
            "success",
            t("reports.label.begun", { count: made.count, total: integer(made.count), name: made.name }),
          );
          onClose();
        },
      },
    );
  }

  return (
    <Dialog title={t("reports.label.open")} onClose={onClose}>
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <p>{t("reports.label.text", { count, total: integer(count), who: words })}</p>
        <Autocomplete
          label={t("words.label")}
          size="md"
          data={[...names]}
          value={name}
          maxLength={NAME_LENGTH}
          // It stands over the buttons: not before somebody types.
          openOnFocus={false}
          description={t(isKnown ? "reports.label.known" : "reports.label.help")}
          error={
            isChecked && name.trim() === ""
              ? t("reports.label.missing")
              : isFailure(label.error)
                ? describeFailure(label.error, t)
                : undefined
          }
          onChange={(next) => {
            setName(next);
            label.reset();
          }}
          data-autofocus
        />
        <div className={classes.actions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={label.isPending}>
            {t("reports.label.confirm", { count, total: integer(count) })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
