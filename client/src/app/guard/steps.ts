import type { QueryClient } from "@tanstack/react-query";
import { matchPath, redirect } from "react-router";
import {
  applyAccountLanguage,
  getSessionState,
  identityQuery,
  type Me,
  meQuery,
  type Plan,
  planQuery,
  session,
  usageQuery,
} from "@/features/session/public";
import type { TrxOverview } from "@/features/transactional/public";
import { isFailure } from "@/lib/api/failure";
import { resolveFailure } from "@/lib/errors";
import { translate } from "@/lib/i18n/translation";
import { readTrail } from "@/lib/route-trail";
import type { RouteEntry } from "@/lib/routing";
import { writeStored } from "@/lib/storage";
import { toast } from "@/ui/toasts";
import { buildLoginPath, HOME, resolveAlias, storePromo } from "../addresses";
import { FEATURE_ROUTES } from "../features";
import { pingQuery, versionQuery } from "../liveness";
import { reactTo } from "../reactions";
import { buildGuardContext, type GuardContext } from "./context";
import { clearLanding } from "./landing";
import { type Decision, decide, type Effect, TRANSACTIONAL_FEATURE } from "./rules";
import { applySpecifiedRequirements } from "./specified-routes";
import { followVersion } from "./version";

/** Step 2: checks the session and the required version, and loads the session's data. */
async function loadSessionData(client: QueryClient): Promise<{ me: Me; plan: Plan } | undefined> {
  const [isAlive, version] = await Promise.all([client.fetchQuery(pingQuery), client.fetchQuery(versionQuery)]);
  await followVersion(version);
  if (!isAlive) {
    session.send({ type: "expired" });
    return undefined;
  }
  const [me, plan] = await Promise.all([
    client.ensureQueryData({ ...meQuery, meta: {} }),
    client.ensureQueryData(planQuery),
    client.ensureQueryData(usageQuery),
  ]);
  writeStored("teamName", me.team?.name);
  writeStored("teamId", me.team?.companyId);
  writeStored("domain", me.team?.domain);
  writeStored("hourFormat", String(me.user.time));
  // The team's brand replaces the one of the address or of `?vendor=`.
  client.setQueryData(identityQuery.queryKey, me.identity);
  await applyAccountLanguage(client, me);
  return { me, plan };
}

/** Input of the transactional group's rules; undefined where they do not apply. */
async function loadHasDomain(entry: RouteEntry, me: Me, plan: Plan, client: QueryClient): Promise<boolean | undefined> {
  const hasFeature = plan.features.some(({ name, enable }) => name === TRANSACTIONAL_FEATURE && enable);
  if (!entry.transactional || !hasFeature || !me.permissions.includes("transactional.view")) return undefined;
  const { overviewQuery } = await import("@/features/transactional/public");
  const cached = client.getQueryData(overviewQuery.queryKey);
  // A cached positive is enough: a team that has sent is not sent away when its domain breaks. A negative is refetched.
  if (cached && canStay(cached)) return true;
  return canStay(await client.fetchQuery({ ...overviewQuery, staleTime: 0 }));
}

function canStay({ domainVerified, firstMessage }: TrxOverview): boolean {
  return domainVerified || firstMessage !== null;
}

const EFFECTS: Readonly<Record<Effect, (facts: GuardContext) => void>> = {
  sayNotAuthorized: () => toast("warning", translate("app.closed")),
  rememberReminder: () => writeStored("reminder2fa", "true"),
  clearLanding: ({ landing }) => landing && clearLanding(landing),
};

const PATHS: readonly string[] = ["/", HOME, ...FEATURE_ROUTES.map(({ path }) => path)];

/** Whether a screen exists at `path`. */
export function hasScreen(path: string): boolean {
  return PATHS.some((pattern) => matchPath(pattern, path) !== null);
}

/** Step 3: evaluates the rules for the requested screen. */
export function decideFor(entry: RouteEntry, url: URL, facts: GuardContext): Decision | undefined {
  const { current } = readTrail();
  return decide(
    facts,
    { route: applySpecifiedRequirements(entry), path: `${url.pathname}${url.search}`, from: current?.path ?? HOME },
    hasScreen,
  );
}

function isAuthentication(error: unknown): boolean {
  return isFailure(error) && ["logout", "sessionEnded"].includes(resolveFailure(error).reaction);
}

/** Steps 2 to 6 of the guard, for a signed-in user. Throws a redirect where the screen must not be shown. */
export async function runGuard(entry: RouteEntry, url: URL, client: QueryClient): Promise<void> {
  let data: Awaited<ReturnType<typeof loadSessionData>>;
  let hasDomain: boolean | undefined;
  try {
    data = await loadSessionData(client);
    if (data) hasDomain = await loadHasDomain(entry, data.me, data.plan, client);
  } catch (error) {
    if (isAuthentication(error)) {
      reactTo(error);
      throw redirect(buildLoginPath(url));
    }
    throw redirect(`/err?redirect=${encodeURIComponent(url.pathname + url.search)}`);
  }
  if (!data || getSessionState() !== "loggedIn") throw redirect(buildLoginPath(url));
  const facts = buildGuardContext(data.me, data.plan, hasDomain);
  const decision = decideFor(entry, url, facts);
  if (decision) {
    if (decision.rule.effect) EFFECTS[decision.rule.effect](facts);
    throw redirect(resolveAlias(decision.target));
  }
  if (entry.name === "analytics") storePromo(url);
}
