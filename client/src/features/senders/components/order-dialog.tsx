import { NativeSelect, Stack } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import { type DomainAvailability, useOrderDomain } from "../buying-data";
import { formatMoney } from "../money";

interface Props {
  readonly offer: DomainAvailability;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Chooses the registration period of a domain and shows its price. */
export function OrderDialog({ offer, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const order = useOrderDomain();
  const choices = Array.from({ length: offer.longestPeriod }, (_, index) => index + 1);

  const form = useForm({
    initial: { years: 1 },
    failure: order.error,
    onValid: ({ values }) => order.mutate({ offer, years: values.years }, { onSuccess: onDone }),
  });
  const { years } = form.values;

  return (
    <Dialog title={t("senders.buy.order", { name: offer.name })} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <FailureNotice error={form.failure} />
          <NativeSelect
            label={t("senders.buy.period")}
            description={t("senders.buy.orderHelp")}
            value={String(years)}
            error={form.errorOf("years")}
            data={choices.map((value) => ({
              value: String(value),
              label: `${t("senders.buy.years", { count: value })} · ${formatMoney(value * offer.price, offer.currency)}`,
            }))}
            onChange={({ currentTarget }) => form.edit("years", Number(currentTarget.value))}
            data-autofocus
          />
          <FormActions
            submitLabel={t("senders.buy.orderFor", { price: formatMoney(years * offer.price, offer.currency) })}
            isBusy={order.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
