import { Stack, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import { type DomainDetail, useChangeSlug } from "../domains-data";

const MAX_LABEL_LENGTH = 63;

/** Edits the subdomain of a domain's tracking links. */
export function SlugDialog({ domain, onClose }: { readonly domain: DomainDetail; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const change = useChangeSlug(domain.domainId);
  const form = useForm({
    initial: { slug: domain.slug },
    failure: change.error,
    fieldOf: ({ payload }) => (payload.field === undefined ? undefined : "slug"),
    onValid: ({ values }) => change.mutate(values.slug, { onSuccess: onClose }),
  });
  const { slug } = form.values;

  return (
    <Dialog title={t("senders.domains.changeSlug")} onClose={onClose}>
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
            maxLength={MAX_LABEL_LENGTH}
            data-autofocus
          />
          <FormActions submitLabel={t("senders.domains.saveSlug")} isBusy={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
