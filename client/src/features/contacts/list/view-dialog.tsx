import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import type { ViewSettings } from "./view-settings";
import { type ContactView, useSaveView } from "./views-data";

interface Props {
  /** The view to rename or share; a new one when absent. */
  readonly view: ContactView | undefined;
  readonly look: ViewSettings;
  readonly onSaved: (view: ContactView) => void;
  readonly onClose: () => void;
}

const MAX_NAME_CHARACTERS = 60;

/** Saves the list's filters, sort order and columns as a named view. */
export function ViewDialog({ view, look, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const save = useSaveView();
  // A view of someone else stays shared.
  const canShare = can("contact.edit") && (view?.own ?? true);

  const form = useForm({
    initial: { name: view?.name ?? "", shared: view?.shared ?? false },
    validate: ({ name }) => (name.trim() === "" ? { name: t("contactList.views.nameMissing") } : {}),
    failure: save.error,
    fieldOf: () => "name",
    onValid: ({ values }) => {
      const settings = view ? { filter: view.filter, sort: view.sort, columns: [...view.columns] } : look;
      save.mutate({ id: view?.id, body: { ...settings, ...values } }, { onSuccess: onSaved });
    },
  });

  return (
    <Dialog title={t(view ? "contactList.views.edit" : "contactList.views.saveNew")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="sm">
          <TextInput
            {...form.text("name")}
            label={t("contactList.views.name")}
            description={view ? undefined : t("contactList.views.nameHelp")}
            size="md"
            maxLength={MAX_NAME_CHARACTERS}
            data-autofocus
          />
          {canShare ? (
            <Checkbox
              label={t("contactList.views.share")}
              description={t("contactList.views.shareHelp")}
              checked={form.values.shared}
              onChange={({ currentTarget: { checked } }) => form.edit("shared", checked)}
            />
          ) : null}
          <FormActions
            submitLabel={t(view ? "contactList.views.save" : "contactList.views.create")}
            isBusy={save.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
