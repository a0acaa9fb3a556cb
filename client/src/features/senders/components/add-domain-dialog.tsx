import { FailureNotice } from "@/ui/components/failure-notice";
import { useForm } from "@/ui/use-form";
import "@/ui/theme/overlay-styles";
import { Button, Flex, Modal, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { useOpenModal } from "@/ui/open-modals";
import { type DomainDetail, useAddDomain } from "../domains-data";

interface Props {
  readonly onDone: (domain: DomainDetail) => void;
  readonly onClose: () => void;
}

const NAME_LENGTH = 253;
/** As much of the server's rule as can be told while typing; the server decides. */
const DOMAIN = /^[^\s@/:.]+(\.[^\s@/:.]+)+\.?$/;
/** Refusals that are about the name. */
const ABOUT_NAME = new Set(["senderFreeDomain", "senderOtherDomain", "senderDomainUnsupported", "senderDomainExists"]);

export function AddDomainDialog({ onDone, onClose }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const add = useAddDomain();
  const form = useForm({
    draftKey: "sender-domain:new",
    initial: { name: "" },
    validate: ({ name }) => (DOMAIN.test(name.trim()) ? {} : { name: t("senders.domains.nameMalformed") }),
    failure: add.error,
    fieldOf: ({ code }) => (ABOUT_NAME.has(code ?? "") ? "name" : undefined),
    onValid: ({ values }) => add.mutate(values.name.trim(), { onSuccess: onDone }),
  });

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("terms.addDomain")}
      size={440}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
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
            maxLength={NAME_LENGTH}
            data-autofocus
          />
          <Flex gap="xs" justify="flex-end" mt="xs">
            <Button onClick={onClose}>{t("ui.cancel")}</Button>
            <Button type="submit" variant="filled" loading={add.isPending}>
              {t("terms.addDomain")}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Modal>
  );
}
