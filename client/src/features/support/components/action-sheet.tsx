import { Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { integer } from "@/lib/filters";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { ChoiceList } from "@/ui/components/choice-list";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { SideSheet } from "@/ui/components/side-sheet";
import { toast } from "@/ui/toasts";
import { actionLabel, describeOutcome, describeSubject, listConsequences, titleOf } from "../action-texts";
import {
  buildReason,
  createKey,
  DANGEROUS,
  MAX_REASON_CHARACTERS,
  type OperatorAction,
  OTHER,
  REASONS,
  useOperatorAction,
} from "../operator-actions";
import classes from "./action-sheet.module.css";

interface Props {
  readonly act: OperatorAction;
  readonly onClose: () => void;
}

/** Asks for the reason of an action and shows its consequences in numbers. */
export function ActionSheet({ act, onClose }: Props) {
  const { t } = useTranslation();
  const form = useId();
  const [key] = useState(createKey);
  const [choice, setChoice] = useState(REASONS[act.kind][0] ?? OTHER);
  const [note, setNote] = useState("");
  const [isChecked, setChecked] = useState(false);
  const doing = useOperatorAction();
  const words = choice === OTHER ? "" : t(composedKey(`support.reasons.${choice}`));
  const reason = buildReason(choice, words, note);
  const used = note.trim().length + (words ? words.length + 2 : 0);
  const isDangerous = DANGEROUS.has(act.kind);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (reason === undefined || doing.isPending) return;
    doing.mutate(
      { act, reason, key },
      {
        onSuccess: (outcome) => {
          toast(
            outcome.changed === false || outcome.sessions === 0 ? "info" : "success",
            describeOutcome(act, outcome, t),
          );
          onClose();
        },
      },
    );
  }

  return (
    <SideSheet
      title={titleOf(act, t)}
      onClose={onClose}
      foot={
        <FormActions
          mt={0}
          submitLabel={actionLabel(act, t)}
          formId={form}
          isDangerous={isDangerous}
          isBusy={doing.isPending}
          onCancel={onClose}
        >
          <Text span size="xs" me="auto" c="var(--text2)">
            {t("support.goesIntoRecord")}
          </Text>
        </FormActions>
      }
    >
      <form id={form} onSubmit={onSubmit} noValidate>
        <Stack gap={20}>
          <Text size="sm" lh="md" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
            {describeSubject(act, t)}
          </Text>
          <section className={classes.consequence} data-danger={isDangerous || undefined}>
            <h3>{t("support.whatHappens")}</h3>
            {listConsequences(act, t).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </section>
          <ChoiceList
            legend={t("terms.reason")}
            value={choice}
            options={[...REASONS[act.kind], OTHER].map((name) => ({
              value: name,
              label: t(composedKey(`support.reasons.${name}`)),
            }))}
            takesFocus
            onChange={setChoice}
          />
          <Textarea
            label={choice === OTHER ? t("support.note") : t("support.noteOptional")}
            description={t("support.noteHelp", { used: integer(used), most: integer(MAX_REASON_CHARACTERS) })}
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={note}
            minRows={3}
            autosize
            maxLength={MAX_REASON_CHARACTERS}
            error={isChecked && reason === undefined ? t("support.reasonLength") : undefined}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <FailureNotice error={doing.error} />
        </Stack>
      </form>
    </SideSheet>
  );
}
