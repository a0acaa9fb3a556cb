import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { session } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { resolveFailure } from "@/lib/errors";
import { PING_INTERVAL_MS, pingQuery } from "./liveness";

/** What a failed ping means: the session is over, someone ended it, or the server did not respond (SESS-55 to 57). */
export function classifyPingFailure(error: unknown): "pingRefused" | "forcedOut" | "pingFailed" {
  if (!isFailure(error)) return "pingFailed";
  const { code, reaction } = resolveFailure(error);
  if (reaction === "sessionEnded") return "forcedOut";
  return ["tokenException", "sessionExpired", "loggedOut"].includes(code) ? "pingRefused" : "pingFailed";
}

/**
 * Checks the session when the pointer enters the page, at most once a minute (SESS-53). Without a response it leads to
 * /err.
 */
export function usePingOnReturn(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const ping = useEffectEvent(async () => {
    const pingState = client.getQueryState(pingQuery.queryKey);
    const lastAt = Math.max(pingState?.dataUpdatedAt ?? 0, pingState?.errorUpdatedAt ?? 0);
    if (Date.now() - lastAt < PING_INTERVAL_MS || pingState?.fetchStatus === "fetching") return;
    try {
      const isAlive = await client.fetchQuery({ ...pingQuery, staleTime: 0, meta: { ownEnd: true } });
      session.send({ type: "pingAnswered", isAlive });
    } catch (error) {
      const type = classifyPingFailure(error);
      session.send({ type });
      if (type !== "pingFailed") return;
      void navigate(`/err?redirect=${encodeURIComponent(pathname + search)}`);
    }
  });

  useEffect(() => {
    const onEnter = () => void ping();
    document.documentElement.addEventListener("pointerenter", onEnter);
    return () => document.documentElement.removeEventListener("pointerenter", onEnter);
  }, []);
}
