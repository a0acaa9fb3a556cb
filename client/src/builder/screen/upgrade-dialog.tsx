import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { PlainDialog } from "@/ui/components/plain-dialog";
import type { Kind } from "../tree/registry";

interface Props {
  readonly kind: Kind;
  /** Key prefix of the editor's texts. */
  readonly texts: string;
  readonly onClose: () => void;
}

/** Says that the plan lacks a kind, and links to the plans (EDIT-26). */
export function UpgradeDialog({ kind, texts, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <PlainDialog
      title={t("tree.upgrade.title", { name: t(composedKey(`${texts}.kinds.${kind.name}.name`)) })}
      onClose={onClose}
      actions={
        <>
          <PlainButton onClick={onClose}>{t("ui.cancel")}</PlainButton>
          <PlainButton kind="primary" to="/update-plan">
            {t("tree.upgrade.go")}
          </PlainButton>
        </>
      }
    >
      <p>{t("tree.upgrade.text")}</p>
    </PlainDialog>
  );
}
