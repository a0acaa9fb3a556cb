import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type PropsWithChildren, useEffect, useRef } from "react";
import { Outlet, useRevalidator } from "react-router";
import { DeveloperBanner } from "@/features/session/components/developer-banner";
import { getSessionState, meQuery, planQuery, useMe, useSession } from "@/features/session/public";
import { loadCatalogue } from "@/lib/catalogue/load";
import { setTeamTimezone } from "@/lib/dates";
import { retryWaiting } from "@/lib/files/waiting-files";
import { changeLanguage, getCurrentLanguage, isLanguage } from "@/lib/i18n/i18n";
import { onLinkConnect, startLink, stopLink } from "@/lib/socket/link";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { buildGuardContext } from "./guard/context";
import { usePingOnReturn } from "./ping";

/** Runs the guard again when its input changed: a role, a plan or a suspension, from any source. */
function useGuardAgain(): void {
  const me = useMe();
  const plan = useQuery(planQuery).data;
  const { revalidate } = useRevalidator();
  const facts = me && plan ? JSON.stringify(buildGuardContext(me, plan)) : undefined;
  const previousFacts = useRef(facts);
  useEffect(() => {
    if (facts === undefined || facts === previousFacts.current) return;
    const isNews = previousFacts.current !== undefined;
    previousFacts.current = facts;
    if (isNews) void revalidate();
  }, [facts, revalidate]);
}

/** Services of every signed-in screen, framed or bare: socket, ping and repeated guard. */
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
  useEffect(() => onLinkConnect(retryWaiting), []);

  // The guard set the language before the first screen. From then on it follows a choice made in another browser.
  useEffect(() => {
    if (isLanguage(language) && language !== getCurrentLanguage()) void changeLanguage(language);
  }, [language]);

  useEffect(() => {
    if (!token || getSessionState() !== "loggedIn") return;
    // A rejected socket gives no reason. A call does, and the session reacts to its error.
    const onRefused = () => void client.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);
    let isOver = false;
    // The screen loads first: event handlers are not needed before the connection is open.
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
