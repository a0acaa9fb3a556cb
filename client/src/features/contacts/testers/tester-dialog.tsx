import { Stack, TextInput } from "@mantine/core";
import { EMAIL_INPUT, isEmailAddress } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import { useCreateTester } from "./testers-data";

const EMPTY_TESTER = { email: "", firstname: "", lastname: "" };
const MAX_NAME_CHARACTERS = 100;

export function TesterDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const create = useCreateTester();
  const form = useForm({
    initial: EMPTY_TESTER,
    validate: ({ email }) =>
      isEmailAddress(email.trim()) ? {} : { email: t("terms.enterAnEmailAddressSuchAsNameExample") },
    failure: create.error,
    fieldOf: () => "email",
    onValid: ({ values }) => create.mutate({ body: values }, { onSuccess: onClose }),
  });

  return (
    <Dialog title={t("testers.add")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <TextInput {...form.text("email")} label={t("words.emailAddress")} {...EMAIL_INPUT} data-autofocus />
          <TextInput {...form.text("firstname")} label={t("words.firstName")} maxLength={MAX_NAME_CHARACTERS} />
          <TextInput {...form.text("lastname")} label={t("words.lastName")} maxLength={MAX_NAME_CHARACTERS} />
          <FormActions submitLabel={t("testers.add")} isBusy={create.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
