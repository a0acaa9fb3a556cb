import type { QueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { redirect } from "react-router";
import {
  identityQuery,
  isCodeAwaited,
  type Me,
  meQuery,
  type Plan,
  planQuery,
  rememberIdentity,
  session,
  sessionState,
  usageQuery,
} from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { $api } from "@/lib/api/hooks";
import { resolveFailure } from "@/lib/errors";
import { ownPath, type RouteEntry } from "@/lib/routing";
import { writeStored } from "@/lib/storage";
import { toast } from "@/ui/toasts";

export const HOME = "/dashboard";
/** The server is asked whether the session still stands at most this often (SESS-53). */
export const PING_MS = 60_000;

export const pingQuery = $api.queryOptions("get", "/api/ping", {}, { staleTime: PING_MS, retry: false });
const versionQuery = $api.queryOptions("get", "/api/version", {}, { staleTime: PING_MS });

function loginPath(url: URL): string {
  const wanted = `${url.pathname}${url.search}`;
  return wanted === "/" ? "/login" : `/login?redirect=${encodeURIComponent(wanted)}`;
}

/** Where a session in its present state may go from the public screens: undefined means it may stay. */
export function publicRedirect(entry: RouteEntry, url: URL): string | undefined {
  const state = sessionState();
  if (entry.name === "two-factor") {
    if (state === "loggedOut") return "/login";
    if (state === "loggedIn") return HOME;
    return undefined;
  }
  if (entry.name !== "landing-login" && entry.name !== "register") return undefined;
  if (state === "loggedIn") return ownPath(url.searchParams.get("redirect")) ?? HOME;
  return isCodeAwaited() ? `/2fa${url.search}` : undefined;
}

async function loadSessionData(client: QueryClient): Promise<void> {
  const [isAlive, , me] = await Promise.all([
    client.fetchQuery({ ...pingQuery, meta: { quiet: true } }),
    client.ensureQueryData({ ...versionQuery, meta: { quiet: true } }),
    client.ensureQueryData({ ...meQuery, meta: { quiet: true } }),
    client.ensureQueryData({ ...planQuery, meta: { quiet: true } }),
    client.ensureQueryData({ ...usageQuery, meta: { quiet: true } }),
  ]);
  if (!isAlive) {
    session.send({ type: "expired" });
    return;
  }
  writeStored("teamName", me.team?.name);
  writeStored("teamId", me.team?.companyId);
  writeStored("hourFormat", String(me.user.time));
  rememberIdentity(me.identity);
  client.setQueryData(identityQuery.queryKey, me.identity);
}

function isClosed(entry: RouteEntry, client: QueryClient): boolean {
  const me = client.getQueryData<Me>(meQuery.queryKey);
  const plan = client.getQueryData<Plan>(planQuery.queryKey);
  const lacksPermission = entry.permission !== undefined && !me?.permissions.includes(entry.permission);
  const lacksFeature =
    entry.feature !== undefined && !plan?.features.some(({ name, enable }) => name === entry.feature && enable);
  return lacksPermission || lacksFeature;
}

/**
 * The guard of a screen that needs a session: sends away who is not signed in, asks the server whether the session
 * stands, loads user, team, plan and usage, and closes what role or plan do not allow.
 * Throws a redirect; any failure other than an authentication error goes to /err.
 */
export async function guard(entry: RouteEntry, request: Request, client: QueryClient): Promise<void> {
  const url = new URL(request.url);
  if (sessionState() === "loggedOut") throw redirect(loginPath(url));
  if (sessionState() === "awaitingTwoFactor") {
    throw redirect(isCodeAwaited() ? `/2fa?redirect=${encodeURIComponent(url.pathname)}` : loginPath(url));
  }
  try {
    await loadSessionData(client);
  } catch (error) {
    const isAuthentication = isFailure(error) && ["logout", "sessionEnded"].includes(resolveFailure(error).reaction);
    if (isAuthentication) {
      session.send({ type: "expired" });
      throw redirect(loginPath(url));
    }
    throw redirect(`/err?redirect=${encodeURIComponent(url.pathname + url.search)}`);
  }
  if (sessionState() !== "loggedIn") throw redirect(loginPath(url));
  if (isClosed(entry, client)) {
    toast("warning", i18next.t("app.closed"));
    throw redirect(HOME);
  }
}
