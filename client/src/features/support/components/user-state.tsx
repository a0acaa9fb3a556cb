import { useTranslation } from "@/lib/i18n/translation";
import { StateBadge } from "@/ui/components/state-badge";
import type { AdminUser } from "../support-data";

/** Unusual states of a user; nothing for an ordinary one. */
export function UserState({ locked, operator, validated }: Pick<AdminUser, "locked" | "operator" | "validated">) {
  const { t } = useTranslation();
  return (
    <>
      {locked ? <StateBadge kind="bad">{t("support.states.locked")}</StateBadge> : null}
      {operator ? <StateBadge kind="info">{t("support.operator")}</StateBadge> : null}
      {validated ? null : <StateBadge kind="warn">{t("support.unvalidated")}</StateBadge>}
    </>
  );
}
