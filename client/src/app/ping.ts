import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { session } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { resolveFailure } from "@/lib/errors";
import { PING_MS, pingQuery } from "./guard";

/**
 * Asks whether the session still stands when the pointer enters the application, at most once a minute (SESS-53).
 * False ends the session; no answer leads to /err and back.
 */
export function usePingOnReturn(): void {
  const client = useQueryClient();
  const navigate = useNavigate();

  const ping = useEffectEvent(async () => {
    const asked = client.getQueryState(pingQuery.queryKey);
    const lastAt = Math.max(asked?.dataUpdatedAt ?? 0, asked?.errorUpdatedAt ?? 0);
    if (Date.now() - lastAt < PING_MS || asked?.fetchStatus === "fetching") return;
    try {
      const isAlive = await client.fetchQuery({ ...pingQuery, staleTime: 0, meta: { quiet: true } });
      if (!isAlive) session.send({ type: "expired" });
    } catch (error) {
      if (isFailure(error) && resolveFailure(error).reaction === "logout") {
        session.send({ type: "expired" });
        return;
      }
      const here = `${window.location.pathname}${window.location.search}`;
      void navigate(`/err?redirect=${encodeURIComponent(here)}`);
    }
  });

  useEffect(() => {
    const onEnter = () => void ping();
    document.documentElement.addEventListener("pointerenter", onEnter);
    return () => document.documentElement.removeEventListener("pointerenter", onEnter);
  }, []);
}
