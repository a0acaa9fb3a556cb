import { Button, Text } from "@mantine/core";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";

interface Props {
  /** Name of a kind. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Says that the plan lacks a kind, and links to the plans (EDIT-26). */
export function UpgradeDialog({ name, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog title={t("screen.upgrade.title", { name })} onClose={onClose}>
      <Text c="var(--text2)">{t("screen.upgrade.text")}</Text>
      <FormActions mt="lg">
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button component={Link} to="/update-plan" variant="filled">
          {t("screen.upgrade.go")}
        </Button>
      </FormActions>
    </Dialog>
  );
}
