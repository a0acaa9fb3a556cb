import { Box, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "./dialog";
import { FormActions } from "./form-actions";

interface Props {
  readonly title: string;
  /** The consequences, in numbers. */
  readonly children: ReactNode;
  /** Names the action: "Delete 13 contacts". */
  readonly confirmLabel: string;
  /** Label of the cancel button, where "Cancel" could be mistaken for the action itself. */
  readonly cancelLabel?: string | undefined;
  readonly isDangerous?: boolean;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Confirms an irreversible action and shows its consequences in numbers. The cancel button has the initial focus. */
export function ConfirmDialog(props: Props) {
  const { title, children, confirmLabel, cancelLabel, isDangerous, isBusy, onConfirm, onCancel } = props;
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onCancel}>
      <Box c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
        {children}
      </Box>
      <FormActions mt="lg">
        <Button data-autofocus onClick={onCancel}>
          {cancelLabel ?? t("ui.cancel")}
        </Button>
        <Button variant="filled" color={isDangerous ? "bad" : "brand"} loading={isBusy ?? false} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </FormActions>
    </Dialog>
  );
}
