import type { Query, QueryClient } from "@tanstack/react-query";
import { POLLING_HEADERS } from "@/lib/api/client";
import { call } from "@/lib/api/data";
import type { BotMode, ReportType } from "./report-ref";
import {
  buildApiPath,
  COMBINED_PARTS,
  type CombinedPart,
  type Engagement,
  LIVE_PARTS,
  REPORTS_KEY,
} from "./reports-data";

interface PartQuery {
  readonly machines: BotMode;
  readonly of?: Engagement | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Key of a part that the combined request can return. */
type PartKey = readonly [string, CombinedPart, string, ReportType, PartQuery];
const COMBINED_PARAMS = ["machines", "of", "start", "end"] as const satisfies readonly (keyof PartQuery)[];

function getPartKey(query: Query): PartKey {
  return query.queryKey as unknown as PartKey;
}

/** Whether one request can fetch both parts. */
function canCombine(one: Query, other: Query): boolean {
  const [, onePart, , oneType, oneAsked] = getPartKey(one);
  const [, otherPart, , otherType, otherAsked] = getPartKey(other);
  const hasConflict = (name: keyof PartQuery) => {
    const [asked, alsoAsked] = [oneAsked[name], otherAsked[name]];
    return asked !== undefined && alsoAsked !== undefined && asked !== alsoAsked;
  };
  return onePart !== otherPart && oneType === otherType && !COMBINED_PARAMS.some(hasConflict);
}

function isCombinable({ queryKey: [, part], state }: Query): boolean {
  // A request in progress could return older data, so that part is refetched on its own.
  return state.fetchStatus === "idle" && COMBINED_PARTS.some((combined) => combined === part);
}

/**
 * Refreshes all parts of a report on screen. One request fetches the parts that can be combined. The rest, such as a
 * page of recipients, is refetched separately.
 */
export async function refreshReport(client: QueryClient, id: string, { isPolling = false } = {}): Promise<void> {
  const together: Query[] = [];
  for (const query of client.getQueryCache().findAll({ queryKey: REPORTS_KEY, type: "active" })) {
    const [, part, of] = query.queryKey;
    if (of !== id || !LIVE_PARTS.some((live) => live === part)) continue;
    if (isCombinable(query) && together.every((other) => canCombine(query, other))) together.push(query);
    else void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
  if (together[0]) await fetchCombined(client, id, getPartKey(together[0])[3], together, isPolling);
}

async function fetchCombined(
  client: QueryClient,
  id: string,
  type: ReportType,
  together: readonly Query[],
  isPolling: boolean,
): Promise<void> {
  const parts = new Set(together.map((query) => getPartKey(query)[1]));
  const partParams: PartQuery = Object.assign({}, ...together.map((query) => omitUndefined(getPartKey(query)[4])));
  const query = { id, ...partParams, parts: COMBINED_PARTS.filter((part) => parts.has(part)) };
  const queryKey = [...REPORTS_KEY, "live", id];
  // A late response must not overwrite a newer one.
  await client.cancelQueries({ queryKey });
  const response = await client
    .fetchQuery({
      queryKey,
      queryFn: ({ signal }) => {
        const headers = isPolling ? { headers: POLLING_HEADERS } : {};
        return call("get", buildApiPath({ type }, "live"), { params: { query }, signal, ...headers });
      },
      staleTime: 0,
      gcTime: 0,
    })
    // The displayed data stays; the next progress event retries.
    .catch(() => undefined);
  for (const { queryKey: shown } of response ? together : []) {
    const part = response?.[shown[1] as CombinedPart];
    if (part) client.setQueryData(shown, part);
  }
}

function omitUndefined(partQuery: PartQuery): Partial<PartQuery> {
  return Object.fromEntries(Object.entries(partQuery).filter(([, value]) => value !== undefined));
}
