import { Flex, Stack, Text, TextInput } from "@mantine/core";
import { EMAIL_INPUT, isRecipientAddress } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { readStored } from "@/lib/storage";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import { type Sender, useSenderSuggestions, useWriteSender } from "../senders-data";
import classes from "./sender-dialog.module.css";

interface Props {
  /** The sender to edit; undefined for a new one. */
  readonly sender?: Sender | undefined;
  readonly onDone?: ((sender: Sender) => void) | undefined;
  readonly onClose: () => void;
}

const MAX_NAME_LENGTH = 60;
const MAX_EMAIL_LENGTH = 254;
/** Error codes shown at the address field. */
const EMAIL_ERROR_CODES = new Set(["senderExists", "senderFreeDomain", "senderOtherDomain", "senderDomainUnsupported"]);

export function SenderDialog({ sender, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const write = useWriteSender(sender);
  const suggestions = useSenderSuggestions(sender === undefined).data?.items ?? [];
  const domain = readStored("domain");
  const form = useForm({
    draftKey: `sender:${sender?.email ?? "new"}`,
    initial: { name: sender?.name ?? "", email: sender?.email ?? "" },
    validate: ({ name, email }) => ({
      ...(name.trim() === "" ? { name: t("senders.nameMissing") } : {}),
      ...(isRecipientAddress(email) ? {} : { email: t("senders.emailMalformed") }),
    }),
    failure: write.error,
    fieldOf: ({ code }) => (EMAIL_ERROR_CODES.has(code ?? "") ? "email" : undefined),
    onValid: ({ values }) =>
      write.mutate(
        { name: values.name.trim(), email: values.email.trim() },
        {
          onSuccess: (saved) => {
            if (saved.validated) toast("success", t("senders.ready", { email: saved.email }));
            else toast("info", t("senders.mailed", { email: saved.email }));
            onDone?.(saved);
            onClose();
          },
        },
      ),
  });

  return (
    <Dialog title={sender ? t("senders.change") : t("terms.addSender")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <FailureNotice error={form.failure} />
          <TextInput
            {...form.text("name")}
            label={t("words.name")}
            description={t("senders.nameHelp", { used: [...form.values.name].length, most: MAX_NAME_LENGTH })}
            maxLength={MAX_NAME_LENGTH}
            data-autofocus
          />
          <TextInput
            {...form.text("email")}
            label={t("words.emailAddress")}
            description={sender ? t("senders.emailMoves") : t("senders.emailHelp")}
            placeholder={domain ? t("senders.emailExample", { domain }) : undefined}
            {...EMAIL_INPUT}
            autoComplete="off"
            maxLength={MAX_EMAIL_LENGTH}
          />
          {suggestions.length > 0 ? (
            <Stack gap={6} fz="xs" lh="xs" c="var(--text2)">
              <span id="sender-suggestions">{t("senders.suggestions")}</span>
              <Flex component="ul" gap={6} wrap="wrap" aria-labelledby="sender-suggestions">
                {suggestions.map((one) => (
                  <li key={one.email}>
                    <button
                      type="button"
                      className={classes.suggestion}
                      onClick={() => {
                        form.edit("email", one.email);
                        if (!form.values.name) form.edit("name", one.name);
                      }}
                    >
                      {one.email}
                      {one.confirmed ? (
                        <Text span size="xs" c="dimmed">
                          {t("senders.suggestionReady")}
                        </Text>
                      ) : null}
                    </button>
                  </li>
                ))}
              </Flex>
            </Stack>
          ) : null}
          <FormActions
            submitLabel={sender ? t("senders.save") : t("terms.addSender")}
            isBusy={write.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
