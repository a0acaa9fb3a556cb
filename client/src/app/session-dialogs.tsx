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

/** Time reserved for loading the first screen before the dialog is fetched. */
const LOAD_DELAY_MS = 3000;

/** Session dialogs over any screen: someone ended the session, or the team allows only one session at a time. */
export function SessionDialogs() {
  const { value, context } = useSession();
  const isLoggedIn = typeof value.session === "object" && "loggedIn" in value.session;

  // Fetched in advance, so that the dialog opens instantly when the session ends, even without a server.
  useEffect(() => {
    if (!isLoggedIn) return;
    const timer = setTimeout(() => void loadEndedDialog().catch(() => undefined), LOAD_DELAY_MS);
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
