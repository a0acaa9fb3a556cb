import { FailureNotice } from "@/ui/components/failure-notice";
import { useForm } from "@/ui/use-form";
import "@/ui/theme/overlay-styles";
import { Button, Flex, Modal, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { useOpenModal } from "@/ui/open-modals";
import { type DomainDetail, useChangeSlug } from "../domains-data";

const LABEL_LENGTH = 63;

/** What links of a domain's mails begin with. */
export function SlugDialog({ domain, onClose }: { readonly domain: DomainDetail; readonly onClose: () => void }) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const change = useChangeSlug(domain.domainId);
  const form = useForm({
    initial: { slug: domain.slug },
    failure: change.error,
    fieldOf: ({ payload }) => (payload.field === undefined ? undefined : "slug"),
    onValid: ({ values }) => change.mutate(values.slug, { onSuccess: onClose }),
  });
  const { slug } = form.values;

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("senders.domains.changeSlug")}
      size={440}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <FailureNotice error={form.failure} />
          <TextInput
            {...form.text("slug")}
            label={t("senders.domains.slug")}
            description={t("senders.domains.slugHelp", { host: `${slug || "…"}.${domain.name}` })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={LABEL_LENGTH}
            data-autofocus
          />
          <Flex gap="xs" justify="flex-end" mt="xs">
            <Button onClick={onClose}>{t("ui.cancel")}</Button>
            <Button type="submit" variant="filled" loading={change.isPending}>
              {t("senders.domains.saveSlug")}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Modal>
  );
}
