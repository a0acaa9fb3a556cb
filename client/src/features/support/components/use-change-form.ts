import { useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { toast } from "@/ui/toasts";
import { type FormErrors, useForm } from "@/ui/use-form";
import { createIdempotencyKey, MIN_REASON_CHARACTERS } from "../operator-actions";
import { type PoolChange, usePoolChange } from "../pools-data";

interface Options<Values> {
  /** Initial values, in the order of the form. The reason is the last one. */
  readonly initial: Values;
  /** Validates the fields other than the reason. */
  readonly validate?: (values: Values) => FormErrors<Values>;
  /** Builds the change from valid values. */
  readonly changeOf: (values: Values) => PoolChange;
  readonly isRemoval?: boolean;
  readonly onClose: () => void;
}

/** Form of a change with its reason. Saves the change and closes the sheet. */
export function useChangeForm<Values extends { readonly reason: string }>(options: Options<Values>) {
  const { initial, validate, changeOf, isRemoval = false, onClose } = options;
  const { t } = useTranslation();
  const [key] = useState(createIdempotencyKey);
  const change = usePoolChange();
  const form = useForm<Values>({
    initial,
    validate: (values) => ({
      ...(validate?.(values) as FormErrors<Values>),
      reason: values.reason.trim().length < MIN_REASON_CHARACTERS ? t("support.pools.reasonLength") : undefined,
    }),
    failure: change.error,
    onValid: ({ values }) =>
      change.mutate(
        { change: changeOf(values), reason: values.reason.trim(), key },
        {
          onSuccess: () => {
            toast("success", t(isRemoval ? "terms.deleted" : "support.pools.done"));
            onClose();
          },
        },
      ),
  });
  return { form, isBusy: change.isPending };
}
