import { lazy, Suspense, useEffect } from "react";
import { MultipleLogin, session, useSession } from "@/features/session/public";
import { loadFeatureTexts } from "./texts";

async function loadEndedDialog() {
  const [{ SessionEndedDialog }] = await Promise.all([
    import("@/features/session/components/session-ended-dialog"),
    loadFeatureTexts(["session/steps"]),
  ]);
  return { default: SessionEndedDialog };
}

const SessionEnded = lazy(loadEndedDialog);

/** Time that the screen behind a sign-in has for itself before the dialog is fetched. */
const QUIET_MS = 3000;

/** What the session says over any screen: that somebody ended it, and the question of a team that allows one at a time. */
export function SessionDialogs() {
  const { value, context } = useSession();
  const isLoggedIn = typeof value.session === "object" && "loggedIn" in value.session;

  // Fetched while all is well: when the session ends the dialog stands at once, even if the server does not answer.
  useEffect(() => {
    if (!isLoggedIn) return;
    const timer = setTimeout(() => void loadEndedDialog().catch(() => undefined), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isLoggedIn]);

  if (value.ended === "forcedOut") {
    return (
      <Suspense fallback={null}>
        <SessionEnded />
      </Suspense>
    );
  }
  const { wantedTeam } = context;
  if (!isLoggedIn || !wantedTeam) return null;
  return (
    <MultipleLogin
      onEndOthers={() => session.send({ type: "switchTeam", companyId: wantedTeam, logoutFromOthers: true })}
    />
  );
}
