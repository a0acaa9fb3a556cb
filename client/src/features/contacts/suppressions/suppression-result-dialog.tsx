import { Button } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { SuppressionResultList } from "./suppression-result-list";
import type { SuppressionResult } from "./suppressions-data";

interface Props {
  readonly title: string;
  readonly of: SuppressionResult;
  readonly onClose: () => void;
}

/** Result of suppressing addresses, where a toast would be too short. */
export function SuppressionResultDialog({ title, of, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      <SuppressionResultList of={of} />
      <FormActions mt="lg">
        <Button variant="filled" onClick={onClose} data-autofocus>
          {t("terms.done")}
        </Button>
      </FormActions>
    </Dialog>
  );
}
