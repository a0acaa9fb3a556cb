import type { Kind } from "@/builder/tree/registry";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { PlainDialog } from "@/ui/components/plain-dialog";

/** A kind that the plan doesn't have, and what would bring it (EDIT-26). */
export function UpgradeDialog({ kind, onClose }: { readonly kind: Kind; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <PlainDialog
      title={t("tree.upgrade.title", { name: t(composedKey(`editor.kinds.${kind.name}.name`)) })}
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
