import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useMatches } from "react-router";
import type { RouteHandle } from "@/lib/routing";
import { onLinkConnect, requestServer } from "@/lib/socket/link";
import { isPresence, storePresence } from "./presence-data";
import { PresenceReport, type ReportedScreen } from "./presence-report";

let client: QueryClient | undefined;

async function send(shown: ReportedScreen): Promise<void> {
  const answer = await requestServer("presence:show", shown);
  if (client && isPresence(answer)) storePresence(client, answer);
}

const report = new PresenceReport((shown) => void send(shown));

/** Reports the screen on every navigation. Used in the frame, so it runs as long as a user is signed in. */
export function usePresenceReport(): void {
  const queryClient = useQueryClient();
  const screen = (useMatches().at(-1)?.handle as RouteHandle | undefined)?.entry.name;

  useEffect(() => report.show(screen), [screen]);
  useEffect(() => {
    client = queryClient;
    const stopListening = onLinkConnect(() => report.reconnected());
    const onVisible = () => {
      if (document.visibilityState === "visible") report.becameVisible();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      stopListening();
      document.removeEventListener("visibilitychange", onVisible);
      report.stop();
      client = undefined;
    };
  }, [queryClient]);
}

/** Reports that this screen shows the resource `<kind>:<id>` while it is mounted. */
export function useWatching(thing: string | undefined): void {
  useEffect(() => (thing ? report.watch(thing) : undefined), [thing]);
}
