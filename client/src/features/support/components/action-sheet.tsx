import { Stack, Text, Textarea } from "@mantine/core";
import { useId, useState } from "react";
import { integer } from "@/lib/filters";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { ChoiceList } from "@/ui/components/choice-list";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { SideSheet } from "@/ui/components/side-sheet";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
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
  const formId = useId();
  const [key] = useState(createKey);
  const doing = useOperatorAction();
  const wordsOf = (choice: string) => (choice === OTHER ? "" : t(composedKey(`support.reasons.${choice}`)));
  const form = useForm({
    initial: { choice: REASONS[act.kind][0] ?? OTHER, note: "" },
    validate: ({ choice, note }) =>
      buildReason(choice, wordsOf(choice), note) === undefined ? { note: t("support.reasonLength") } : {},
    failure: doing.error,
    onValid: ({ values }) =>
      doing.mutate(
        { act, reason: buildReason(values.choice, wordsOf(values.choice), values.note) ?? "", key },
        {
          onSuccess: (outcome) => {
            toast(
              outcome.changed === false || outcome.sessions === 0 ? "info" : "success",
              describeOutcome(act, outcome, t),
            );
            onClose();
          },
        },
      ),
  });
  const { choice, note } = form.values;
  const words = wordsOf(choice);
  const used = note.trim().length + (words ? words.length + 2 : 0);
  const isDangerous = DANGEROUS.has(act.kind);

  return (
    <SideSheet
      title={titleOf(act, t)}
      onClose={onClose}
      foot={
        <FormActions
          mt={0}
          submitLabel={actionLabel(act, t)}
          formId={formId}
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
      <form id={formId} onSubmit={form.onSubmit} noValidate>
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
            onChange={(next) => form.edit("choice", next)}
          />
          <Textarea
            {...form.text("note")}
            label={choice === OTHER ? t("support.note") : t("support.noteOptional")}
            description={t("support.noteHelp", { used: integer(used), most: integer(MAX_REASON_CHARACTERS) })}
            inputWrapperOrder={["label", "input", "description", "error"]}
            minRows={3}
            autosize
            maxLength={MAX_REASON_CHARACTERS}
          />
          <FailureNotice error={form.failure} />
        </Stack>
      </form>
    </SideSheet>
  );
}
