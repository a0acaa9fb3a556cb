import { Stack, TextInput } from "@mantine/core";
import { isDomainName } from "@/lib/domain-name";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import { type DomainDetail, useAddDomain } from "../domains-data";

interface Props {
  readonly onDone: (domain: DomainDetail) => void;
  readonly onClose: () => void;
}

const MAX_NAME_LENGTH = 253;
/** Error codes shown at the name field. */
const NAME_ERROR_CODES = new Set([
  "senderFreeDomain",
  "senderOtherDomain",
  "senderDomainUnsupported",
  "senderDomainExists",
]);

export function AddDomainDialog({ onDone, onClose }: Props) {
  const { t } = useTranslation();
  const add = useAddDomain();
  const form = useForm({
    draftKey: "sender-domain:new",
    initial: { name: "" },
    validate: ({ name }) => (isDomainName(name) ? {} : { name: t("senders.domains.nameMalformed") }),
    failure: add.error,
    fieldOf: ({ code }) => (NAME_ERROR_CODES.has(code ?? "") ? "name" : undefined),
    onValid: ({ values }) => add.mutate(values.name.trim(), { onSuccess: onDone }),
  });

  return (
    <Dialog title={t("terms.addDomain")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <FailureNotice error={form.failure} />
          <TextInput
            {...form.text("name")}
            label={t("words.domain")}
            description={t("senders.domains.nameHelp")}
            placeholder="example.com"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_NAME_LENGTH}
            data-autofocus
          />
          <FormActions submitLabel={t("terms.addDomain")} isBusy={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
