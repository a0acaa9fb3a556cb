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
import { buildQueryKey, call, customMutation, query } from "@/lib/api/data";
import { CHUNK_ROWS } from "./endless-chunks";
import type { ListQuery } from "./list-query";

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

export const LIST_KEY = buildQueryKey("get", "/api/contacts");
/** POST endpoint of the list for rules, which are too long for an address. */
const FIND_PATH = "/api/contacts/find";
const FIND_KEY = buildQueryKey("post", FIND_PATH);
export const ENDLESS_KEY = ["contacts", "endless"] as const;
export const COUNT_KEY = buildQueryKey("get", "/api/contacts/count");
const CONTACT_KEY = buildQueryKey("get", "/api/contacts/{contact_id}");

function isContactState(value: string | undefined): value is ContactState {
  return CONTACT_STATES.some((state) => state === value);
}

/**
 * The list's filters in the server's form. It accepts rules or a segment, so both together become rules that name the
 * segment.
 */
export function buildFilter(query: ListQuery): ContactFilter {
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

function buildListParams(query: ListQuery) {
  const { labelIds = [], states = [], stages = [], rules: _long, ...search } = buildFilter(query);
  return {
    ...search,
    sort: query.sort,
    ...(labelIds.length > 0 ? { labelIds } : {}),
    ...(states.length > 0 ? { states } : {}),
    ...(stages.length > 0 ? { stages } : {}),
  };
}

/** One page; the previous page remains while the next one loads. */
export function useContactPage(list: ListQuery, isEnabled: boolean) {
  const { page, size, sort, rules } = list;
  const params = { query: { ...buildListParams(list), page, size } };
  const options = { placeholderData: keepPreviousData };
  const plain = useQuery(query("get", "/api/contacts", { params }, { ...options, enabled: isEnabled && !rules }));
  const body = { ...buildFilter(list), page, size, sort };
  const ruled = useQuery(query("post", FIND_PATH, { body }, { ...options, enabled: isEnabled && !!rules }));
  return rules ? ruled : plain;
}

/** A hundred rows of the endless list, by the number of the chunk, from 1. */
export function chunkQuery(list: ListQuery, chunk: number) {
  const params = buildListParams(list);
  return queryOptions({
    queryKey: [...ENDLESS_KEY, params, list.rules ?? null, chunk],
    queryFn: ({ signal }) => {
      const place = { page: chunk, size: CHUNK_ROWS };
      return list.rules
        ? call("post", FIND_PATH, { body: { ...buildFilter(list), sort: list.sort, ...place }, signal })
        : call("get", "/api/contacts", { params: { query: { ...params, ...place } }, signal });
    },
  });
}

/** The team's number of contacts and the limit of its plan. */
export function useContactCounts() {
  return useQuery(query("get", "/api/contacts/count"));
}

export function contactQuery(contactId: number) {
  return query("get", "/api/contacts/{contact_id}", { params: { path: { contact_id: contactId } } });
}

export function useContact(contactId: number) {
  return useQuery(contactQuery(contactId));
}

/** Refetches all queries that count contacts. */
export async function refreshCounts(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: COUNT_KEY }),
    client.invalidateQueries({ queryKey: buildQueryKey("get", "/api/contacts/label") }),
    client.invalidateQueries({ queryKey: usageQuery.queryKey }),
  ]);
}

/** Refetches the counts and every list of contacts. */
export async function refreshLists(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: LIST_KEY }),
    client.invalidateQueries({ queryKey: FIND_KEY }),
    client.invalidateQueries({ queryKey: ENDLESS_KEY }),
    refreshCounts(client),
  ]);
}

export async function refreshContacts(client: QueryClient): Promise<void> {
  await Promise.all([refreshLists(client), client.invalidateQueries({ queryKey: CONTACT_KEY })]);
}

/** A mutation of contacts that refetches all queries showing them. */
export function useChangeContacts<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation(customMutation({ mutationFn: change, onSuccess: () => refreshContacts(client) }));
}
