import { Stack, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import { type DomainOrder, useRenameOrder } from "../buying-data";

const MAX_LABEL_LENGTH = 63;

interface Props {
  readonly order: DomainOrder;
  readonly onDone: (name: string) => void;
  readonly onClose: () => void;
}

/** Chooses another name under the paid top-level domain after the original one was taken. */
export function RenameOrderDialog({ order, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const rename = useRenameOrder();
  const ending = order.name.slice(order.name.indexOf("."));
  const form = useForm({
    initial: { label: "" },
    failure: rename.error,
    fieldOf: ({ payload }) => (payload.field === undefined ? undefined : "label"),
    onValid: ({ values }) => {
      const label = values.label.trim();
      if (label) rename.mutate({ order, label }, { onSuccess: ({ name }) => onDone(name) });
    },
  });
  const label = form.values.label.trim();

  return (
    <Dialog title={t("senders.buy.renameOf", { name: order.name })} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <FailureNotice error={form.failure} />
          <TextInput
            {...form.text("label")}
            label={t("terms.newName")}
            description={t("senders.buy.renameHelp")}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_LABEL_LENGTH}
            rightSection={ending}
            rightSectionWidth="fit-content"
            rightSectionProps={{ style: { paddingInlineEnd: 12 } }}
            data-autofocus
          />
          <FormActions
            submitLabel={t("senders.buy.renameIt", { name: `${label || "…"}${ending}` })}
            isBusy={rename.isPending}
            isDisabled={!label}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
