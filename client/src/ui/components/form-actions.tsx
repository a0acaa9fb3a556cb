import { Button, Group, type MantineSpacing } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";

interface Props {
  /** Label of the submit button; without it only the children are shown. */
  readonly submitLabel?: ReactNode;
  readonly isDangerous?: boolean;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  /** Id of the form, where the buttons are outside of it. */
  readonly formId?: string;
  readonly onCancel?: (() => void) | undefined;
  readonly cancelLabel?: string;
  /** Space above the buttons. */
  readonly mt?: MantineSpacing;
  /** Further buttons, before the others. */
  readonly children?: ReactNode;
}

/** Buttons at the end of a dialog, sheet or form. */
export function FormActions(props: Props) {
  const { submitLabel, isDangerous, isBusy, isDisabled, formId, onCancel, cancelLabel, mt = "xs", children } = props;
  const { t } = useTranslation();
  return (
    <Group gap="xs" justify="flex-end" mt={mt} w="100%">
      {children}
      {onCancel ? <Button onClick={onCancel}>{cancelLabel ?? t("ui.cancel")}</Button> : null}
      {submitLabel ? (
        <Button
          type="submit"
          form={formId}
          variant="filled"
          color={isDangerous ? "bad" : "brand"}
          loading={isBusy ?? false}
          disabled={isDisabled ?? false}
        >
          {submitLabel}
        </Button>
      ) : null}
    </Group>
  );
}
