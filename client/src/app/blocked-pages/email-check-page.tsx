import { Navigate } from "react-router";
import { useMe, useRevalidation } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import type { PageModule, RouteEntry } from "@/lib/routing";
import { FailureNotice } from "@/ui/components/failure-notice";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { BlockedPage } from "./blocked-page";
import { loadBlockedTexts, useBlockedRoute } from "./blocked-route";

/** This screen requires no verified address, so only an outdated link leads here under its name. */
const HOME_PATH = "/analytics";

/** Shown when a screen requires a verified address: sends a new link and continues once it is used (SHELL-58). */
function EmailCheckPage({ routes }: { readonly routes: readonly RouteEntry[] }) {
  const { t } = useTranslation();
  const { entry, path, from } = useBlockedRoute(routes);
  const user = useMe()?.user;
  const { isPending, isSuccess, error, secondsLeft, send } = useRevalidation();
  if (!entry || user?.validate) return <Navigate to={path ?? from} replace />;
  return (
    <BlockedPage
      title={t("gates.email")}
      facts={[{ label: t("words.emailAddress"), value: user?.email ?? "" }]}
      actions={
        <>
          <PlainButton kind="primary" isBusy={isPending} isDisabled={secondsLeft > 0} onClick={send}>
            {secondsLeft > 0 ? t("gates.resendIn", { count: secondsLeft }) : t("words.resendLink")}
          </PlainButton>
          <PlainButton to={from}>{t("gates.back")}</PlainButton>
        </>
      }
      after={isSuccess ? <Notice kind="ok">{t("gates.resent")}</Notice> : <FailureNotice error={error} />}
    >
      <p>{path === HOME_PATH ? t("gates.emailTextAlone") : t("gates.emailText", { screen: t(entry.title) })}</p>
    </BlockedPage>
  );
}

export function createEmailCheckModule(routes: readonly RouteEntry[]): PageModule {
  return {
    Page: () => <EmailCheckPage routes={routes} />,
    loader: (args) => loadBlockedTexts(routes, args),
  };
}
