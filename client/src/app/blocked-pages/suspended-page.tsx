import { useQuery } from "@tanstack/react-query";
import { meQuery, useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { BlockedPage } from "./blocked-page";
import { ContactUs } from "./contact-us";

/** An event announces the restored team; polling covers a lost event. */
const POLL_MS = 30_000;

/** Shown while the team is suspended. The guard runs again when that changes and leads on. */
export function SuspendedPage() {
  const { t } = useTranslation();
  const team = useMe()?.team?.name ?? "";
  useQuery({ ...meQuery, refetchInterval: POLL_MS, meta: {} });
  return (
    <BlockedPage title={t("gates.suspended")} after={<ContactUs suggestion={t("gates.suspendedMessage", { team })} />}>
      <p>{t("gates.suspendedText", { team })}</p>
      <p>{t("gates.suspendedKept")}</p>
    </BlockedPage>
  );
}
