import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet } from "react-router";
import { ImportChip } from "@/features/contacts/public";
import { session, sessionState, useMe, useSession } from "@/features/session/public";
import { Shell } from "@/features/shell/public";
import { setTeamTimezone } from "@/lib/dates";
import { startLink, stopLink } from "@/lib/socket/link";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { FEATURE_EVENTS } from "./feature-events";
import { FEATURE_ROUTES } from "./features";
import { usePingOnReturn } from "./ping";

/** Everything inside the dashboard: the frame around the screen, the socket, and the ping when the user comes back. */
export function ShellLayout() {
  const client = useQueryClient();
  const { token } = useSession().context;
  const timezone = useMe()?.team?.timezone;
  setTeamTimezone(timezone);
  usePingOnReturn();

  useEffect(() => {
    if (!token || sessionState() !== "loggedIn") return;
    void startLink({ token, client, events: FEATURE_EVENTS, onRefused: () => session.send({ type: "expired" }) });
    return stopLink;
  }, [token, client]);

  return (
    <ThemeProvider>
      <Shell routes={FEATURE_ROUTES} progress={<ImportChip />}>
        <Outlet />
      </Shell>
    </ThemeProvider>
  );
}
