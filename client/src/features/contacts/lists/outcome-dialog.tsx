import { Button } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { Outcome } from "./outcome";
import type { Suppressed } from "./suppressions-data";

interface Props {
  readonly title: string;
  readonly of: Suppressed;
  readonly onClose: () => void;
}

/** Result of suppressing addresses, where a toast would be too short. */
export function OutcomeDialog({ title, of, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      <Outcome of={of} />
      <FormActions mt="lg">
        <Button variant="filled" onClick={onClose} data-autofocus>
          {t("terms.done")}
        </Button>
      </FormActions>
    </Dialog>
  );
}
