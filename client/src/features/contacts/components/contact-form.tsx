import { Box, Fieldset } from "@mantine/core";
import { Navigate } from "react-router";
import { useLabels } from "@/features/lookups/public";
import { useCan } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { SaveBar } from "@/ui/components/save-bar";
import { useForm } from "@/ui/use-form";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { type ContactDraft, toContactChange, validateDraft } from "../contact-draft";
import { useFields } from "../fields-data";
import { ContactFields } from "./contact-fields";

interface Props {
  /** The stored contact, or an empty one. */
  readonly base: ContactDraft;
  readonly isReadOnly?: boolean;
  readonly saveLabel: string;
  readonly failure: unknown;
  readonly isSaving: boolean;
  /** Path to open once the form has no unsaved edits; undefined before the contact exists. */
  readonly next: string | undefined;
  /** Saves `body`; `markSaved` removes the edits that still equal it. */
  readonly onSave: (body: ReturnType<typeof toContactChange>, markSaved: () => void) => void;
}

/** Form of a contact; it guards and shows unsaved edits. */
export function ContactForm({ base, isReadOnly = false, saveLabel, failure, isSaving, next, onSave }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const { data: labels = [] } = useLabels();
  const { data: fields = [] } = useFields();
  const form = useForm({
    draftKey: "contact:new",
    initial: base,
    validate: (draft) => {
      const { email, phone } = validateDraft(draft);
      return { email: email && t(email), phone: phone && t(phone) };
    },
    failure,
    onValid: ({ changes }) => {
      if (!isSaving) onSave(toContactChange(changes), () => form.markSaved(changes));
    },
  });
  const leaving = useLeaveGuard({ isDirty: form.isDirty });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      {form.failure ? (
        <Box mb="sm">
          <FailureNotice error={form.failure} />
        </Box>
      ) : null}
      <Fieldset variant="unstyled" disabled={isReadOnly}>
        <ContactFields
          form={form}
          base={base}
          failedField={isFailure(failure) ? failure.payload.field : undefined}
          labels={labels}
          fields={fields}
          canLabel={can("contact.label")}
        />
      </Fieldset>
      {form.isDirty ? (
        <SaveBar saveLabel={saveLabel} isSaving={isSaving} onDiscard={form.discard} />
      ) : (
        <FormActions mt="lg" submitLabel={saveLabel} />
      )}
      <LeaveDialog guard={leaving} title={t("contacts.leaveTitle")} confirmLabel={t("contacts.leaveConfirm")}>
        {t("contacts.leaveText")}
      </LeaveDialog>
      {next && !form.isDirty ? <Navigate to={next} replace /> : null}
    </form>
  );
}
