import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "@/ui/table/list-view";

/** What the Contact Book shows, as its address says it: a link to a list is a link to exactly this list. */
export interface ListQuery {
  readonly page: number;
  readonly size: number;
  /** Field name, with a minus for descending. */
  readonly sort: string;
  readonly search: string;
  /** `prefix` looks at the beginnings of words while typing; `contains` anywhere, on Enter. */
  readonly match: SearchMatch;
  readonly labels: readonly string[];
  readonly state: string | undefined;
}

export type SearchMatch = "prefix" | "contains";

export const DEFAULT_SORT = "-createdAt";

const NAMES = {
  page: "page",
  size: "size",
  sort: "sort",
  search: "search",
  match: "match",
  label: "label",
  state: "state",
};

function positive(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

function isPageSize(value: number | undefined): value is number {
  return PAGE_SIZES.some((size) => size === value);
}

/** Reads an address; whatever is malformed in it counts as not given. `size` is what this browser chose last. */
export function readListQuery(params: URLSearchParams, size: number = DEFAULT_PAGE_SIZE): ListQuery {
  const wanted = positive(params.get(NAMES.size));
  return {
    page: positive(params.get(NAMES.page)) ?? 1,
    size: isPageSize(wanted) ? wanted : size,
    sort: params.get(NAMES.sort) ?? DEFAULT_SORT,
    search: params.get(NAMES.search) ?? "",
    match: params.get(NAMES.match) === "contains" ? "contains" : "prefix",
    labels: params.getAll(NAMES.label).filter(Boolean),
    state: params.get(NAMES.state) || undefined,
  };
}

/** `params` with `change` in it; a change of what is listed goes back to page 1, and defaults leave no trace. */
export function writeListQuery(params: URLSearchParams, change: Partial<ListQuery>): URLSearchParams {
  const next = new URLSearchParams(params);
  const query = { ...readListQuery(params), ...("page" in change ? {} : { page: 1 }), ...change };
  const set = (name: string, value: string | undefined): void => {
    if (value) next.set(name, value);
    else next.delete(name);
  };
  set(NAMES.page, query.page === 1 ? undefined : String(query.page));
  if ("size" in change) set(NAMES.size, String(query.size));
  set(NAMES.sort, query.sort === DEFAULT_SORT ? undefined : query.sort);
  set(NAMES.search, query.search);
  set(NAMES.match, query.search && query.match === "contains" ? "contains" : undefined);
  set(NAMES.state, query.state);
  next.delete(NAMES.label);
  for (const label of query.labels) next.append(NAMES.label, label);
  return next;
}

/** Whether anything narrows the list, so that an empty answer means "no match" and not "no contacts yet". */
export function isNarrowed(query: ListQuery): boolean {
  return query.search !== "" || query.labels.length > 0 || query.state !== undefined;
}
