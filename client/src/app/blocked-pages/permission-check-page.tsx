import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { planQuery, useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import type { PageModule, RouteEntry } from "@/lib/routing";
import { PlainButton } from "@/ui/components/plain-button";
import { BlockedPage } from "./blocked-page";
import { loadBlockedTexts, useBlockedRoute } from "./blocked-route";
import { ContactUs } from "./contact-us";

/** Shown when the plan lacks a feature: names the feature, the plan that has it and how to upgrade (SHELL-58). */
function PermissionCheckPage({ routes }: { readonly routes: readonly RouteEntry[] }) {
  const { t } = useTranslation();
  const { entry, path, from } = useBlockedRoute(routes);
  // The plan screen, once it exists.
  const upgrade = routes.find(({ name }) => name === "billing-plan");
  const me = useMe();
  const plan = useQuery(planQuery).data;
  const isOpen = plan?.features.some(({ name, enable }) => name === entry?.feature && enable) ?? false;
  if (!entry) return <Navigate to={from} replace />;
  // The plan now includes the feature, for example after an upgrade elsewhere or through an old address.
  if (isOpen) return <Navigate to={path ?? from} replace />;

  const screen = t(entry.title);
  const team = me?.team?.name ?? "";
  const back = <PlainButton to={from}>{t("gates.back")}</PlainButton>;
  return (
    <BlockedPage
      title={t("gates.permission", { screen })}
      facts={[
        { label: t("words.team"), value: team },
        { label: t("terms.plan"), value: plan?.name ?? "" },
      ]}
      actions={
        upgrade ? (
          <>
            <PlainButton kind="primary" to={upgrade.path}>
              {t("gates.upgrade")}
            </PlainButton>
            {back}
          </>
        ) : null
      }
      after={upgrade ? null : <ContactUs suggestion={t("gates.permissionMessage", { screen, team })} beside={back} />}
    >
      <p>{t(upgrade ? "gates.permissionText" : "gates.permissionAsk", { screen })}</p>
    </BlockedPage>
  );
}

export function createPermissionCheckModule(routes: readonly RouteEntry[]): PageModule {
  return {
    Page: () => <PermissionCheckPage routes={routes} />,
    loader: (args) => loadBlockedTexts(routes, args),
  };
}
