import { Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, customMutation } from "@/lib/api/data";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import { getDisplayName } from "../../columns";
import { type Contact, contactQuery, refreshLists } from "../../contacts-data";
import { TIMELINE_KEY } from "../../timeline-key";

interface Props {
  readonly contact: Contact;
  readonly onErased: () => void;
  readonly onClose: () => void;
}

/** Whether the typed address is the contact's. The server compares international domains. */
function isSame(typed: string, email: string): boolean {
  const address = typed.trim().toLowerCase();
  return address === email || /[^ -~]/.test(address);
}

/** Erases a person after their address was typed; this cannot be undone. */
export function EraseDialog({ contact, onErased, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const erase = useMutation(
    customMutation({
      mutationFn: (email: string) =>
        call("post", "/api/contacts/{contact_id}/erase", {
          params: { path: { contact_id: contact.contactId } },
          body: { email },
        }),
      onSuccess: () => {
        toast("success", t("person.erased"));
        onErased();
        client.removeQueries({ queryKey: contactQuery(contact.contactId).queryKey });
        client.removeQueries({ queryKey: [...TIMELINE_KEY, contact.contactId] });
        return refreshLists(client);
      },
    }),
  );
  const form = useForm({
    initial: { email: "" },
    validate: ({ email }) => (isSame(email, contact.email) ? {} : { email: t("person.eraseDiffers") }),
    failure: erase.error,
    onValid: ({ values }) => {
      if (!erase.isPending) erase.mutate(values.email);
    },
  });
  return (
    <Dialog title={t("person.eraseTitle", { name: getDisplayName(contact) })} onClose={onClose}>
      <form noValidate onSubmit={form.onSubmit}>
        <Stack gap="sm">
          <Text size="sm" c="var(--text2)">
            {t("person.eraseHelp")}
          </Text>
          <FailureNotice error={form.failure} />
          <TextInput
            label={t("person.eraseType", { email: contact.email })}
            size="md"
            {...EMAIL_INPUT}
            autoComplete="off"
            {...form.text("email")}
            data-autofocus
          />
          <FormActions submitLabel={t("person.erase")} isDangerous isBusy={erase.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
