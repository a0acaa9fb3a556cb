import { Stack, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import type { TemplateBrief } from "../shapes";
import { useCreateTemplate, useRenameTemplate } from "./templates-data";

const MAX_NAME_LENGTH = 100;
const MAX_SLUG_LENGTH = 60;

interface Props {
  /** The template to rename; undefined to create one. */
  readonly template?: Pick<TemplateBrief, "id" | "name" | "slug">;
  readonly onDone: (id: string) => void;
  readonly onClose: () => void;
}

/** Name of a template, and the slug that applications call it by. */
export function NameDialog({ template, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const make = useCreateTemplate();
  const rename = useRenameTemplate(template?.id ?? "");
  const call = template ? rename : make;
  const form = useForm({
    initial: { name: template?.name ?? "", slug: template?.slug ?? "" },
    validate: ({ name }) => (name.trim() ? {} : { name: t("terms.enterAName2") }),
    failure: call.error,
    fieldOf: ({ payload }) => (payload.field === undefined ? undefined : "name"),
    onValid: ({ values: { name, slug } }) => {
      if (template) rename.mutate({ name: name.trim(), slug: slug.trim() }, { onSuccess: () => onDone(template.id) });
      else make.mutate(name.trim(), { onSuccess: ({ id }) => onDone(id) });
    },
  });

  return (
    <Dialog title={t(template ? "transactional.templates.renameTitle" : "terms.newTemplate")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <FailureNotice error={form.failure} />
          <TextInput
            {...form.text("name")}
            label={t("words.name")}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            data-autofocus
          />
          {template ? (
            <TextInput
              {...form.text("slug")}
              label={t("transactional.templates.slug")}
              description={t("transactional.templates.slugHelp")}
              maxLength={MAX_SLUG_LENGTH}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          ) : null}
          <FormActions
            submitLabel={t(template ? "terms.save" : "transactional.templates.create")}
            isBusy={call.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
