import { useNavigate, useSearchParams } from "react-router";
import { getSessionState } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { findInternalPath } from "@/lib/routing";
import { PlainButton } from "@/ui/components/plain-button";
import { HOME } from "../addresses";
import classes from "./plain-page.module.css";
import { useRecovery } from "./use-recovery";

/** Shown while the server does not respond. Polls it, then returns the user to the previous screen. */
export function ConnectionLostPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const recovery = useRecovery(() => {
    const target = findInternalPath(search.get("redirect")) ?? HOME;
    void navigate(getSessionState() === "loggedIn" ? target : "/login", { replace: true });
  });

  return (
    <main className={classes.page}>
      <svg className={classes.drawing} viewBox="0 0 168 96" fill="none" aria-hidden="true">
        <rect x="6" y="26" width="52" height="44" rx="8" fill="var(--surface)" stroke="currentColor" />
        <rect x="110" y="26" width="52" height="44" rx="8" fill="var(--surface)" stroke="currentColor" />
        <path d="M58 48h18M92 48h18" stroke="currentColor" strokeWidth="2" />
        <path d="M78 38l12 20M90 38L78 58" stroke="currentColor" strokeWidth="2" strokeLinecap="round" data-accent />
        <rect x="16" y="38" width="32" height="5" rx="2.500" fill="var(--line)" />
        <rect x="16" y="50" width="22" height="5" rx="2.500" fill="var(--line)" />
        <circle cx="136" cy="48" r="8" stroke="var(--line2)" strokeWidth="2" />
      </svg>
      <h1>{t("app.connectionLost")}</h1>
      <p>{t("app.connectionLostHelp")}</p>
      <PlainButton kind="primary" isBusy={recovery.isAsking} onClick={recovery.ask}>
        {t("app.tryNow")}
      </PlainButton>
    </main>
  );
}
