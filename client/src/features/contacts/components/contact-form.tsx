import { Box, Fieldset } from "@mantine/core";
import { Navigate } from "react-router";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { FormActions } from "@/ui/components/form-actions";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { Notice } from "@/ui/components/notice";
import { SaveBar } from "@/ui/components/save-bar";
import type { ContactDraft, toContactChange } from "../contact-draft";
import { useFields } from "../fields-data";
import { useLabels } from "../labels-data";
import { useContactDraft } from "../use-contact-draft";
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
  const form = useContactDraft({ base, failure, onValid: onSave });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isSaving) return;
        if (!form.submit()) {
          const first = event.currentTarget.querySelector<HTMLElement>('[name="email"], [aria-invalid="true"]');
          first?.focus();
        }
      }}
    >
      {form.notice ? (
        <Box mb="sm">
          <Notice kind="bad">{form.notice}</Notice>
        </Box>
      ) : null}
      <Fieldset variant="unstyled" disabled={isReadOnly}>
        <ContactFields
          draft={form.draft}
          errors={form.errors}
          onEdit={form.edit}
          labels={labels}
          fields={fields}
          canLabel={can("contact.label")}
        />
      </Fieldset>
      {form.dirty ? (
        <SaveBar saveLabel={saveLabel} isSaving={isSaving} onDiscard={form.discard} />
      ) : (
        <FormActions mt="lg" submitLabel={saveLabel} />
      )}
      <LeaveDialog guard={form.leaving} title={t("contacts.leaveTitle")} confirmLabel={t("contacts.leaveConfirm")}>
        {t("contacts.leaveText")}
      </LeaveDialog>
      {next && !form.dirty ? <Navigate to={next} replace /> : null}
    </form>
  );
}
