import type { Query, QueryClient } from "@tanstack/react-query";
import { POLLING } from "@/lib/api/client";
import { call } from "@/lib/api/data";
import type { Machines, ReportType } from "./report-of";
import { type Did, LIVE_PARTS, pathOf, REPORTS_KEY, TOLD_TOGETHER, type ToldPart } from "./reports-data";

interface Asked {
  readonly machines: Machines;
  readonly of?: Did | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Key of a part that is told together with others. */
type PartKey = readonly [string, ToldPart, string, ReportType, Asked];
const QUESTIONS = ["machines", "of", "start", "end"] as const satisfies readonly (keyof Asked)[];

function keyOf(query: Query): PartKey {
  return query.queryKey as unknown as PartKey;
}

/** Whether one call can answer both. */
function fitTogether(one: Query, other: Query): boolean {
  const [, onePart, , oneType, oneAsked] = keyOf(one);
  const [, otherPart, , otherType, otherAsked] = keyOf(other);
  const differ = (name: keyof Asked) => {
    const [asked, alsoAsked] = [oneAsked[name], otherAsked[name]];
    return asked !== undefined && alsoAsked !== undefined && asked !== alsoAsked;
  };
  return onePart !== otherPart && oneType === otherType && !QUESTIONS.some(differ);
}

function isToldTogether({ queryKey: [, part], state }: Query): boolean {
  // What is on its way was asked for before: it is asked for again by its own call.
  return state.fetchStatus === "idle" && TOLD_TOGETHER.some((told) => told === part);
}

/**
 * Brings every part of a report that is on screen up to date, by one call for all that is told together. What doesn't
 * fit into it, as a page of recipients, is asked for by itself.
 */
export async function refreshReport(client: QueryClient, id: string, { isPolling = false } = {}): Promise<void> {
  const together: Query[] = [];
  for (const query of client.getQueryCache().findAll({ queryKey: REPORTS_KEY, type: "active" })) {
    const [, part, of] = query.queryKey;
    if (of !== id || !LIVE_PARTS.some((live) => live === part)) continue;
    if (isToldTogether(query) && together.every((other) => fitTogether(query, other))) together.push(query);
    else void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
  if (together[0]) await fetchTogether(client, id, keyOf(together[0])[3], together, isPolling);
}

async function fetchTogether(
  client: QueryClient,
  id: string,
  type: ReportType,
  together: readonly Query[],
  isPolling: boolean,
): Promise<void> {
  const parts = new Set(together.map((query) => keyOf(query)[1]));
  const asked: Asked = Object.assign({}, ...together.map((query) => known(keyOf(query)[4])));
  const query = { id, ...asked, parts: TOLD_TOGETHER.filter((part) => parts.has(part)) };
  const queryKey = [...REPORTS_KEY, "live", id];
  // An answer that comes late must not replace a newer one.
  await client.cancelQueries({ queryKey });
  const told = await client
    .fetchQuery({
      queryKey,
      queryFn: ({ signal }) => {
        const headers = isPolling ? { headers: POLLING } : {};
        return call("get", pathOf({ type }, "live"), { params: { query }, signal, ...headers });
      },
      staleTime: 0,
      gcTime: 0,
    })
    // What is on screen stays; the next progress asks again.
    .catch(() => undefined);
  for (const { queryKey: shown } of told ? together : []) {
    const part = told?.[shown[1] as ToldPart];
    if (part) client.setQueryData(shown, part);
  }
}

function known(asked: Asked): Partial<Asked> {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}
