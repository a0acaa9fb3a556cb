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

export const CONTACT_STATES = [
  "subscribed",
  "waiting",
  "unsubscribed",
  "bounced",
  "complained",
] as const satisfies readonly ContactState[];

export const LIST_KEY = ["get", "/api/contacts"] as const;
export const ENDLESS_KEY = ["contacts", "endless"] as const;
export const COUNT_KEY = ["get", "/api/contacts/count"] as const;
const ONE_KEY = ["get", "/api/contacts/{contact_id}"] as const;

function isContactState(value: string | undefined): value is ContactState {
  return CONTACT_STATES.some((state) => state === value);
}

/** The list's narrowing as the server takes it. */
export function filterOf(query: ListQuery): ContactFilter {
  return {
    ...(query.search ? { search: query.search, whole: query.match === "contains" } : {}),
    labelIds: query.labels.map(Number).filter(Number.isInteger),
    states: isContactState(query.state) ? [query.state] : [],
  };
}

function listParams(query: ListQuery) {
  const { labelIds = [], states = [], ...search } = filterOf(query);
  return {
    ...search,
    sort: query.sort,
    ...(labelIds.length > 0 ? { labelIds } : {}),
    ...(states.length > 0 ? { states } : {}),
  };
}

/** One page; the page before stays on screen until the next is here. */
export function useContactPage(query: ListQuery, isEnabled: boolean) {
  const params = { query: { ...listParams(query), page: query.page, size: query.size } };
  return $api.useQuery(
    "get",
    "/api/contacts",
    { params },
    { placeholderData: keepPreviousData, enabled: isEnabled, meta: { quiet: true } },
  );
}

/** A hundred rows of the endless list, by their number from 1. */
export function chunkQuery(query: ListQuery, chunk: number) {
  const params = listParams(query);
  return queryOptions({
    queryKey: [...ENDLESS_KEY, params, chunk],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET("/api/contacts", {
        params: { query: { ...params, page: chunk, size: CHUNK_ROWS } },
        signal,
      });
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

/** How many match, counted on its own so that a list need not wait for it. */
export function countQuery(filter: ContactFilter) {
  return queryOptions({
    queryKey: ["contacts", "matching", filter],
    queryFn: async ({ signal }) => {
      const { data } = await api.POST("/api/contacts/find/count-only", { body: filter, signal });
      return data;
    },
    meta: { quiet: true },
  });
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
    client.invalidateQueries({ queryKey: ENDLESS_KEY }),
    refreshCounts(client),
  ]);
}

export async function refreshContacts(client: QueryClient): Promise<void> {
  await Promise.all([refreshLists(client), client.invalidateQueries({ queryKey: ONE_KEY })]);
}

/** An act of this tab on contacts: its own echo over the socket is not news, and what it changed is fetched again. */
function useAct<Input, Output>(act: Act, call: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    meta: { quiet: true },
    onMutate: () => expectOwn(act),
    onError: () => forgetOwn(act),
    onSuccess: () => refreshContacts(client),
  });
}

function answered<Data>({ data }: { data?: Data }): Data {
  if (data === undefined) throw new Error("an answer without a body");
  return data;
}

export function useCreateContact() {
  return useAct("created", async (body: components["schemas"]["ContactIn"]) =>
    answered(await api.POST("/api/contacts", { body })),
  );
}

export function useChangeContact(contactId: number) {
  return useAct("updated", async (body: ContactChange) =>
    answered(await api.PUT("/api/contacts/{contact_id}", { params: { path: { contact_id: contactId } }, body })),
  );
}

export function useDeleteContacts() {
  return useAct("deleted", async (ids: readonly number[]) =>
    answered(await api.POST("/api/contacts/delete", { body: { ids: [...ids] } })),
  );
}

export interface Labelling {
  readonly ids?: readonly number[];
  readonly filter?: ContactFilter;
  readonly add?: readonly number[];
  readonly remove?: readonly number[];
}

export function useApplyLabels() {
  return useAct("updated", async ({ ids = [], filter, add = [], remove = [] }: Labelling) =>
    answered(
      await api.POST("/api/contacts/find/apply-label", {
        body: { ids: [...ids], add: [...add], remove: [...remove], ...(filter ? { filter } : {}) },
      }),
    ),
  );
}
