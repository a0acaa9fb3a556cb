import { Stack, Text, Textarea } from "@mantine/core";
import { useId, useState } from "react";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { ChoiceList } from "@/ui/components/choice-list";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { SideSheet } from "@/ui/components/side-sheet";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import {
  describeOutcome,
  describeSubject,
  formatActionLabel,
  formatActionTitle,
  listConsequences,
} from "../action-texts";
import {
  buildReason,
  createIdempotencyKey,
  DANGEROUS_ACTIONS,
  MAX_REASON_CHARACTERS,
  type OperatorAction,
  OTHER_REASON,
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
  const [key] = useState(createIdempotencyKey);
  const doing = useOperatorAction();
  const wordsOf = (choice: string) => (choice === OTHER_REASON ? "" : t(toTextKey(`support.reasons.${choice}`)));
  const form = useForm({
    initial: { choice: REASONS[act.kind][0] ?? OTHER_REASON, note: "" },
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
  const isDangerous = DANGEROUS_ACTIONS.has(act.kind);

  return (
    <SideSheet
      title={formatActionTitle(act, t)}
      onClose={onClose}
      foot={
        <FormActions
          mt={0}
          submitLabel={formatActionLabel(act, t)}
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
            <Text component="h3" size="sm" mb={4} c="var(--text)" fw={500}>
              {t("support.whatHappens")}
            </Text>
            {listConsequences(act, t).map((sentence) => (
              <Text inherit key={sentence}>
                {sentence}
              </Text>
            ))}
          </section>
          <ChoiceList
            legend={t("terms.reason")}
            value={choice}
            options={[...REASONS[act.kind], OTHER_REASON].map((name) => ({
              value: name,
              label: t(toTextKey(`support.reasons.${name}`)),
            }))}
            takesFocus
            onChange={(next) => form.edit("choice", next)}
          />
          <Textarea
            {...form.text("note")}
            label={choice === OTHER_REASON ? t("support.note") : t("support.noteOptional")}
            description={t("support.noteHelp", {
              used: formatInteger(used),
              most: formatInteger(MAX_REASON_CHARACTERS),
            })}
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
