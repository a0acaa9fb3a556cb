import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { planQuery, useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { FEATURE_ROUTES } from "../features";
import { ContactUs } from "./contact-us";
import { Gate } from "./gate";
import { useRefused } from "./wanted-route";

export { loadRefusedTexts as loader } from "./wanted-route";

/** Where a plan is changed, once there is such a screen. */
const UPGRADE = FEATURE_ROUTES.find(({ name }) => name === "billing-plan");

/** The plan lacks a feature: which, on which plan, and how to get it (SHELL-58). */
export function PermissionCheckPage() {
  const { t } = useTranslation();
  const { entry, path, from } = useRefused();
  const me = useMe();
  const plan = useQuery({ ...planQuery, meta: { quiet: true } }).data;
  const isOpen = plan?.features.some(({ name, enable }) => name === entry?.feature && enable) ?? false;
  if (!entry) return <Navigate to={from} replace />;
  // The plan has it by now: an upgrade elsewhere, or an old address.
  if (isOpen) return <Navigate to={path ?? from} replace />;

  const screen = t(entry.title);
  const team = me?.team?.name ?? "";
  const back = <PlainButton to={from}>{t("gates.back")}</PlainButton>;
  return (
    <Gate
      title={t("gates.permission", { screen })}
      facts={[
        { label: t("words.team"), value: team },
        { label: t("terms.plan"), value: plan?.name ?? "" },
      ]}
      actions={
        UPGRADE ? (
          <>
            <PlainButton kind="primary" to={UPGRADE.path}>
              {t("gates.upgrade")}
            </PlainButton>
            {back}
          </>
        ) : null
      }
      after={UPGRADE ? null : <ContactUs suggestion={t("gates.permissionMessage", { screen, team })} beside={back} />}
    >
      <p>{t(UPGRADE ? "gates.permissionText" : "gates.permissionAsk", { screen })}</p>
    </Gate>
  );
}
