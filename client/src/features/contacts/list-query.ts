import { DEFAULT_PAGE_SIZE } from "@/lib/constants";
import { readPaging, readPositive } from "@/ui/table/list-address";

/** State of the Contact Book in its address, so that a link reproduces the list. */
export interface ListQuery {
  readonly page: number;
  readonly size: number;
  /** Field name, with a minus for descending order. */
  readonly sort: string;
  readonly search: string;
  /** `prefix` matches the start of words while typing; `contains` matches anywhere, on Enter. */
  readonly match: SearchMatch;
  readonly labels: readonly string[];
  readonly state: string | undefined;
  /** A stage of the funnel, or "none". */
  readonly stage: string | undefined;
  /** Id of a segment. */
  readonly segment: string | undefined;
  /** Conditions on fields, labels and activities in the grammar of segments, as JSON. */
  readonly rules: string | undefined;
  /** Id of the selected saved view, or `all` for none. */
  readonly view: string | undefined;
  /** The segment that the filters are for: a new one, or the one with this id. */
  readonly from: "add" | `edit:${number}` | undefined;
}

export type SearchMatch = "prefix" | "contains";

export const DEFAULT_SORT = "-createdAt";
const SORTS = ["createdAt", "updatedAt", "email", "firstname", "lastname"];

const PARAM_NAMES = {
  page: "page",
  size: "size",
  sort: "sort",
  search: "search",
  match: "match",
  label: "label",
  state: "state",
  stage: "stage",
  segment: "segment",
  rules: "rules",
  view: "view",
  from: "from",
};
/** Proxies and mail clients cut longer addresses. */
const MAX_RULES_CHARACTERS = 6000;

/** The text if it could be a group of rules. The server validates the rules themselves. */
function parseRules(text: string | null): string | undefined {
  if (!text || text.length > MAX_RULES_CHARACTERS) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    const isGroup = typeof read === "object" && read !== null && "rules" in read && Array.isArray(read.rules);
    return isGroup ? text : undefined;
  } catch {
    return undefined;
  }
}

function parseFrom(text: string | null): ListQuery["from"] {
  const id = text?.startsWith("edit:") ? readPositive(text.slice("edit:".length)) : undefined;
  return id ? `edit:${id}` : text === "add" ? "add" : undefined;
}

/** Reads an address; malformed parts count as missing. `size` is the page size last chosen in this browser. */
export function readListQuery(params: URLSearchParams, size: number = DEFAULT_PAGE_SIZE): ListQuery {
  return {
    ...readPaging(params, { defaultSort: DEFAULT_SORT, sorts: SORTS, size }),
    match: params.get(PARAM_NAMES.match) === "contains" ? "contains" : "prefix",
    labels: params.getAll(PARAM_NAMES.label).filter(readPositive),
    state: params.get(PARAM_NAMES.state) || undefined,
    stage: params.get(PARAM_NAMES.stage) || undefined,
    segment: readPositive(params.get(PARAM_NAMES.segment))?.toString(),
    rules: parseRules(params.get(PARAM_NAMES.rules)),
    view: params.get(PARAM_NAMES.view) === "all" ? "all" : readPositive(params.get(PARAM_NAMES.view))?.toString(),
    from: parseFrom(params.get(PARAM_NAMES.from)),
  };
}

/** `params` with `change`. A change of the listed rows returns to page 1; defaults are omitted. */
export function writeListQuery(params: URLSearchParams, change: Partial<ListQuery>): URLSearchParams {
  const next = new URLSearchParams(params);
  const query = { ...readListQuery(params), ...("page" in change ? {} : { page: 1 }), ...change };
  const set = (name: string, value: string | undefined): void => {
    if (value) next.set(name, value);
    else next.delete(name);
  };
  set(PARAM_NAMES.page, query.page === 1 ? undefined : String(query.page));
  if ("size" in change) set(PARAM_NAMES.size, String(query.size));
  set(PARAM_NAMES.sort, query.sort === DEFAULT_SORT ? undefined : query.sort);
  set(PARAM_NAMES.search, query.search);
  set(PARAM_NAMES.match, query.search && query.match === "contains" ? "contains" : undefined);
  set(PARAM_NAMES.state, query.state);
  set(PARAM_NAMES.stage, query.stage);
  set(PARAM_NAMES.segment, query.segment);
  set(PARAM_NAMES.rules, query.rules);
  set(PARAM_NAMES.view, query.view);
  set(PARAM_NAMES.from, query.from);
  next.delete(PARAM_NAMES.label);
  for (const label of query.labels) next.append(PARAM_NAMES.label, label);
  return next;
}

/** The change that removes all filters. */
export const NO_FILTERS: Pick<ListQuery, "search" | "match" | "labels" | "state" | "stage" | "segment" | "rules"> = {
  search: "",
  match: "prefix",
  labels: [],
  state: undefined,
  stage: undefined,
  segment: undefined,
  rules: undefined,
};

/** Whether any filter is active, so that an empty list means "no match" instead of "no contacts yet". */
export function isNarrowed(query: ListQuery): boolean {
  const { search, labels, state, stage, segment, rules } = query;
  return search !== "" || labels.length > 0 || [state, stage, segment, rules].some((part) => part !== undefined);
}
