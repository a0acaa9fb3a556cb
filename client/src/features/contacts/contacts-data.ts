import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { usageQuery } from "@/features/session/public";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import { CHUNK_ROWS } from "./endless-chunks";
import type { ListQuery } from "./list-query";
import { type Act, expectOwn, forgetOwn } from "./own-acts";

export type Contact = components["schemas"]["ContactOut"];
export type ContactPage = components["schemas"]["ContactPage"];
export type ContactState = Contact["state"];
export type ContactChange = components["schemas"]["ContactChange"];
export type ContactFilter = components["schemas"]["ContactFilter"];
type Stage = NonNullable<ContactFilter["stages"]>[number];

export const CONTACT_STATES = [
  "subscribed",
  "waiting",
  "unsubscribed",
  "bounced",
  "complained",
] as const satisfies readonly ContactState[];

export const LIST_KEY = ["get", "/api/contacts"] as const;
/** The list's query as a body, for rules, which are too long for an address. */
const FIND = "/api/contacts/find";
const FOUND_KEY = ["post", FIND] as const;
export const ENDLESS_KEY = ["contacts", "endless"] as const;
export const COUNT_KEY = ["get", "/api/contacts/count"] as const;
const ONE_KEY = ["get", "/api/contacts/{contact_id}"] as const;

function isContactState(value: string | undefined): value is ContactState {
  return CONTACT_STATES.some((state) => state === value);
}

/** The list's narrowing as the server takes it: rules or a segment, so both at once are rules that name the segment. */
export function filterOf(query: ListQuery): ContactFilter {
  const { segment, rules } = query;
  return {
    ...(query.search ? { search: query.search, whole: query.match === "contains" } : {}),
    labelIds: query.labels.map(Number).filter(Number.isInteger),
    states: isContactState(query.state) ? [query.state] : [],
    ...(query.stage ? { stages: [query.stage as Stage] } : {}),
    ...(rules ? { rules: withSegment(JSON.parse(rules) as Record<string, unknown>, segment) } : {}),
    ...(segment && !rules ? { segmentId: Number(segment) } : {}),
  };
}

function withSegment(rules: Record<string, unknown>, segment: string | undefined): Record<string, unknown> {
  if (!segment) return rules;
  return { kind: "group", match: "all", rules: [{ kind: "segment", segmentId: Number(segment) }, rules] };
}

function listParams(query: ListQuery) {
  const { labelIds = [], states = [], stages = [], rules: _long, ...search } = filterOf(query);
  return {
    ...search,
    sort: query.sort,
    ...(labelIds.length > 0 ? { labelIds } : {}),
    ...(states.length > 0 ? { states } : {}),
    ...(stages.length > 0 ? { stages } : {}),
  };
}

/** One page; the page before stays on screen until the next is here. */
export function useContactPage(query: ListQuery, isEnabled: boolean) {
  const { page, size, sort, rules } = query;
  const params = { query: { ...listParams(query), page, size } };
  const options = { placeholderData: keepPreviousData, meta: { quiet: true } };
  const plain = $api.useQuery("get", "/api/contacts", { params }, { ...options, enabled: isEnabled && !rules });
  const body = { ...filterOf(query), page, size, sort };
  const ruled = $api.useQuery("post", FIND, { body }, { ...options, enabled: isEnabled && !!rules });
  return rules ? ruled : plain;
}

/** A hundred rows of the endless list, by their number from 1. */
export function chunkQuery(query: ListQuery, chunk: number) {
  const params = listParams(query);
  return queryOptions({
    queryKey: [...ENDLESS_KEY, params, query.rules ?? null, chunk],
    queryFn: async ({ signal }) => {
      const place = { page: chunk, size: CHUNK_ROWS };
      const { data } = query.rules
        ? await api.POST(FIND, { body: { ...filterOf(query), sort: query.sort, ...place }, signal })
        : await api.GET("/api/contacts", { params: { query: { ...params, ...place } }, signal });
      if (!data) throw new Error("a list without a body");
      return data;
    },
    meta: { quiet: true },
  });
}

/** How many contacts the team has, and how many the plan allows. */
export function useStanding() {
  return $api.useQuery("get", "/api/contacts/count", {}, { meta: { quiet: true } });
}

export function contactQuery(contactId: number) {
  return $api.queryOptions("get", "/api/contacts/{contact_id}", { params: { path: { contact_id: contactId } } });
}

export function useContact(contactId: number) {
  return useQuery({ ...contactQuery(contactId), meta: { quiet: true } });
}

/** Everything that shows a number of contacts is fetched again. */
export async function refreshCounts(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: COUNT_KEY }),
    client.invalidateQueries({ queryKey: ["get", "/api/contacts/label"] }),
    client.invalidateQueries({ queryKey: usageQuery.queryKey }),
  ]);
}

/** Numbers, and every list of contacts. */
export async function refreshLists(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: LIST_KEY }),
    client.invalidateQueries({ queryKey: FOUND_KEY }),
    client.invalidateQueries({ queryKey: ENDLESS_KEY }),
    refreshCounts(client),
  ]);
}

export async function refreshContacts(client: QueryClient): Promise<void> {
  await Promise.all([refreshLists(client), client.invalidateQueries({ queryKey: ONE_KEY })]);
}

/** An act of this tab on contacts: its own echo over the socket is not news, and what it changed is fetched again. */
export function useAct<Input, Output extends object>(act: Act, call: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    meta: { quiet: true },
    onMutate: () => expectOwn(act),
    onError: () => forgetOwn(act),
    onSuccess: (output) => {
      // A background action publishes its event when it has ended, and one that changed nothing publishes none.
      const isQueued = "queued" in output && output.queued;
      if (isQueued || ("count" in output && output.count === 0)) forgetOwn(act);
      return refreshContacts(client);
    },
  });
}

export function answered<Data>({ data }: { data?: Data }): Data {
  if (data === undefined) throw new Error("an answer without a body");
  return data;
}
