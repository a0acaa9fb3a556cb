import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { PlainDialog } from "@/ui/components/plain-dialog";

interface Props {
  /** Name of a kind. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Says that the plan lacks a kind, and links to the plans (EDIT-26). */
export function UpgradeDialog({ name, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <PlainDialog
      title={t("screen.upgrade.title", { name })}
      onClose={onClose}
      actions={
        <>
          <PlainButton onClick={onClose}>{t("ui.cancel")}</PlainButton>
          <PlainButton kind="primary" to="/update-plan">
            {t("screen.upgrade.go")}
          </PlainButton>
        </>
      }
    >
      <p>{t("screen.upgrade.text")}</p>
    </PlainDialog>
  );
}
