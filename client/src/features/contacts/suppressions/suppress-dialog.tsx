import { Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import { ChoiceField } from "./choice-field";
import { parseAddresses } from "./pasted-addresses";
import { ScopeField } from "./scope-field";
import { SuppressionResultDialog } from "./suppression-result-dialog";
import { MAX_PASTED_ADDRESSES, type SuppressionScope, useSuppress } from "./suppressions-data";

const SUPPRESSION_PERIODS = ["never", "30", "90", "365"] as const;
type SuppressionPeriod = (typeof SUPPRESSION_PERIODS)[number];
const DAY_MS = 86_400_000;

function endTime(end: SuppressionPeriod): string | null {
  return end === "never" ? null : new Date(Date.now() + Number(end) * DAY_MS).toISOString();
}

/** Suppresses one typed address, or many pasted ones. */
export function SuppressDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [scope, setScope] = useState<SuppressionScope>("marketing");
  const [end, setEnd] = useState<SuppressionPeriod>("never");
  const add = useSuppress();
  const most = formatInteger(MAX_PASTED_ADDRESSES);
  const form = useForm({
    draftKey: "suppressions:new",
    initial: { emails: "" },
    validate: (values) => {
      const { length } = parseAddresses(values.emails);
      if (length === 0) return { emails: t("terms.enterAtLeastOneAddress") };
      return length > MAX_PASTED_ADDRESSES ? { emails: t("suppressions.addressesTooMany", { most }) } : {};
    },
    failure: add.error,
    onValid: ({ values }) =>
      add.mutate(
        { body: { emails: [...parseAddresses(values.emails)], scope, expiresAt: endTime(end) } },
        {
          onSuccess: ({ added, known, invalid }) => {
            if (invalid > 0 || known > 0) return;
            toast("success", t("suppressions.added", { count: added, total: formatInteger(added) }));
            onClose();
          },
        },
      ),
  });

  if (add.data && (add.data.invalid > 0 || add.data.known > 0)) {
    return <SuppressionResultDialog title={t("suppressions.add")} of={add.data} onClose={onClose} />;
  }
  return (
    <Dialog title={t("suppressions.add")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <Textarea
            {...form.text("emails")}
            label={t("suppressions.addresses")}
            description={t("suppressions.addressesHelp", { most })}
            rows={5}
            data-autofocus
          />
          <ScopeField value={scope} onChange={setScope} />
          <ChoiceField
            label={t("suppressions.end")}
            value={end}
            options={SUPPRESSION_PERIODS}
            words={(each) => t(`suppressions.ends.${each}`)}
            help={end === "never" ? undefined : t("suppressions.endHelp")}
            onChange={setEnd}
          />
          <FailureNotice error={form.failure} />
          <FormActions submitLabel={t("suppressions.addConfirm")} isBusy={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
