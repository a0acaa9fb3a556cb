import { Button, Stack, TextInput } from "@mantine/core";
import { Link } from "react-router";
import { useMe } from "@/features/session/public";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { Notice } from "@/ui/components/notice";
import { useForm } from "@/ui/use-form";
import { useTestSend } from "./templates-data";

const MAX_ADDRESS_LENGTH = 254;

interface Props {
  readonly templateId: string;
  readonly version: number;
  readonly onClose: () => void;
}

/** Sends the displayed version to an address, filled with its test data. */
export function TestDialog({ templateId, version, onClose }: Props) {
  const { t } = useTranslation();
  const send = useTestSend(templateId);
  const form = useForm({
    initial: { email: useMe()?.user.email ?? "" },
    validate: ({ email }) => (email.trim() ? {} : { email: t("transactional.templates.testToMissing") }),
    failure: send.error,
    onValid: ({ values }) => send.mutate({ email: values.email.trim(), version }),
  });
  const sent = send.data?.message;

  return (
    <Dialog title={t("transactional.templates.testTitle")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <FailureNotice error={form.failure} />
          {sent ? (
            <Notice kind="ok">
              {t("transactional.templates.tested", { email: send.variables?.email })}{" "}
              <Link to={`/events/${sent.id}/${sent.time}`}>{t("transactional.start.see")}</Link>
            </Notice>
          ) : null}
          <TextInput
            {...EMAIL_INPUT}
            label={t("words.emailAddress")}
            description={t("transactional.templates.testHelp")}
            {...form.text("email")}
            maxLength={MAX_ADDRESS_LENGTH}
            data-autofocus
          />
          <FormActions submitLabel={t("transactional.templates.testSend")} isBusy={send.isPending}>
            <Button onClick={onClose}>{t("ui.close")}</Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  );
}
