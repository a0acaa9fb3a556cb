import { Stack, TextInput } from "@mantine/core";
import { useNavigate } from "react-router";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import { MAX_LENGTHS } from "../draft";
import { type Category, useMoveCategory } from "../schedule-data";
import { categoryPath } from "../use-category-filter";

interface Props {
  readonly category: Category;
  /** Existing names. Renaming to one of them merges the two categories. */
  readonly names: readonly string[];
  readonly onClose: () => void;
}

/** Asks for the name of a new category and opens the dialog for its first campaign. */
export function NewCategoryDialog({ names, onClose }: Omit<Props, "category">) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm({
    initial: { name: "" },
    validate: ({ name }) => (name.trim() === "" ? { name: t("terms.enterAName") } : {}),
    onValid: ({ values }) => void navigate(`${categoryPath("/campaigns", values.name.trim())}&new`),
  });
  const newName = form.values.name.trim();
  const nameExists = names.includes(newName);

  return (
    <Dialog title={t("campaigns.categories.new")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <TextInput
            {...form.text("name")}
            label={t("words.name")}
            description={t(nameExists ? "campaigns.categories.exists" : "campaigns.categories.newHelp", {
              name: newName,
            })}
            maxLength={MAX_LENGTHS.category}
            data-autofocus
          />
          <FormActions submitLabel={t("campaigns.categories.goOn")} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Renames a category. An existing name merges the two. */
export function RenameCategoryDialog({ category, names, onClose }: Props) {
  const { t } = useTranslation();
  const move = useMoveCategory();
  const form = useForm({
    initial: { to: category.name },
    failure: move.error,
    onValid: ({ values }) => {
      const to = values.to.trim();
      if (to === "") return;
      move.mutate(
        { category: category.name, to },
        {
          onSuccess: () => {
            toast("success", t("campaigns.categories.renamed", { name: to }));
            onClose();
          },
        },
      );
    },
  });
  const to = form.values.to.trim();
  const joins = to !== category.name && names.includes(to);

  return (
    <Dialog title={t("words.renameName", { name: category.name })} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <FailureNotice error={form.failure} />
          <TextInput
            {...form.text("to")}
            label={t("words.name")}
            description={joins ? t("campaigns.categories.joins", { name: to }) : undefined}
            maxLength={MAX_LENGTHS.category}
            error={to === "" ? t("terms.enterAName") : form.errorOf("to")}
            data-autofocus
          />
          <FormActions
            submitLabel={t(joins ? "campaigns.categories.join" : "campaigns.categories.rename")}
            isBusy={move.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Confirms removing a category from its campaigns. */
export function RemoveCategoryDialog({ category, onClose }: Omit<Props, "names">) {
  const { t } = useTranslation();
  const move = useMoveCategory();
  const { name, count } = category;
  return (
    <ConfirmDialog
      title={t("words.deleteName", { name })}
      confirmLabel={t("campaigns.categories.remove")}
      isDangerous
      isBusy={move.isPending}
      onCancel={onClose}
      onConfirm={() =>
        move.mutate(
          { category: name, to: "" },
          {
            onSuccess: () => {
              toast("success", t("terms.nameDeleted", { name }));
              onClose();
            },
          },
        )
      }
    >
      <p>{t("campaigns.categories.removeHelp", { count, total: formatInteger(count) })}</p>
      <FailureNotice error={move.error} />
    </ConfirmDialog>
  );
}
