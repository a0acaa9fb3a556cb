import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type PropsWithChildren, useEffect, useRef } from "react";
import { Outlet, useRevalidator } from "react-router";
import { DeveloperBanner } from "@/features/session/components/developer-banner";
import { meQuery, planQuery, sessionState, useMe, useSession } from "@/features/session/public";
import { loadCatalogue } from "@/lib/catalogue/load";
import { setTeamTimezone } from "@/lib/dates";
import { retryWaiting } from "@/lib/files/waiting-files";
import { changeLanguage, currentLanguage, isLanguage } from "@/lib/i18n/i18n";
import { onLinkUp, startLink, stopLink } from "@/lib/socket/link";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { factsOf } from "./guard/facts";
import { usePingOnReturn } from "./ping";

/** Asks the guard again when what it decides by has changed: a role, a plan, a suspension, wherever the news came from. */
function useGuardAgain(): void {
  const me = useMe();
  const plan = useQuery(planQuery).data;
  const { revalidate } = useRevalidator();
  const facts = me && plan ? JSON.stringify(factsOf(me, plan)) : undefined;
  const known = useRef(facts);
  useEffect(() => {
    if (facts === undefined || facts === known.current) return;
    const isNews = known.current !== undefined;
    known.current = facts;
    if (isNews) void revalidate();
  }, [facts, revalidate]);
}

/** What holds on every screen behind the sign-in, framed or bare: the socket, the ping, the guard's second look. */
export function SignedIn({ children }: PropsWithChildren) {
  const client = useQueryClient();
  const { token } = useSession().context;
  const me = useMe();
  const timezone = me?.team?.timezone;
  const language = me?.user.language;
  setTeamTimezone(timezone);
  usePingOnReturn();
  useGuardAgain();

  useEffect(() => void loadCatalogue(), []);
  useEffect(() => onLinkUp(retryWaiting), []);

  // The guard has spoken it before the first screen; from then on it follows a choice made in another browser.
  useEffect(() => {
    if (isLanguage(language) && language !== currentLanguage()) void changeLanguage(language);
  }, [language]);

  useEffect(() => {
    if (!token || sessionState() !== "loggedIn") return;
    // The refusal of a socket does not say why; the answer to a call does, and the session follows it.
    const onRefused = () => void client.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);
    let isOver = false;
    // The screen comes first; what events do to its data is not needed before the line is open.
    void import("./feature-events").then(({ FEATURE_EVENTS }) => {
      if (!isOver) void startLink({ token, client, events: FEATURE_EVENTS, onRefused });
    });
    return () => {
      isOver = true;
      stopLink();
    };
  }, [token, client]);

  return (
    <ThemeProvider>
      <DeveloperBanner />
      {children ?? <Outlet />}
    </ThemeProvider>
  );
}
