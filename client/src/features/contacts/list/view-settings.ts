import type { DataColumn } from "@/ui/table/columns";
import { DEFAULT_SORT, type ListQuery, NO_FILTERS } from "../list-query";
import type { ContactView, ViewIn } from "./views-data";

/** The parts of a list that a view stores. */
export type ViewSettings = Required<Pick<ViewIn, "filter" | "columns">> & { readonly sort: string };

type Columns = readonly Pick<DataColumn<never>, "id" | "isFixed">[];

/** The current list in the form of a view. */
export function buildViewSettings(query: ListQuery, columns: Columns, hidden: readonly string[]): ViewSettings {
  const { search, match, labels, state, stage, segment, rules, sort } = query;
  return {
    filter: {
      search: search || null,
      whole: search !== "" && match === "contains",
      labelIds: labels.map(Number).filter(Number.isInteger),
      states: state ? [state as "subscribed"] : [],
      stages: stage ? [stage as "none"] : [],
      segmentId: segment ? Number(segment) : null,
      rules: rules ? (JSON.parse(rules) as Record<string, unknown>) : null,
    },
    sort,
    columns: columns.filter(({ id, isFixed }) => !isFixed && !hidden.includes(id)).map(({ id }) => id),
  };
}

/** The list's address parameters under the view. */
export function toListQuery(view: ContactView): Partial<ListQuery> {
  const { search, whole, labelIds = [], states = [], stages = [], segmentId, rules } = view.filter;
  return {
    ...NO_FILTERS,
    search: search ?? "",
    match: search && whole ? "contains" : "prefix",
    labels: labelIds.map(String),
    state: states[0],
    stage: stages[0],
    segment: segmentId?.toString(),
    rules: rules ? JSON.stringify(rules) : undefined,
    sort: view.sort ?? DEFAULT_SORT,
    view: String(view.id),
  };
}

/** Hidden columns under the view; a view without columns does not change them. */
export function listHiddenInView(view: ContactView, columns: Columns): readonly string[] | undefined {
  if (view.columns.length === 0) return undefined;
  return columns.filter(({ id, isFixed }) => !isFixed && !view.columns.includes(id)).map(({ id }) => id);
}

/** Whether the list differs from the view. */
export function isChanged(view: ContactView, look: ViewSettings): boolean {
  const viewSettings = {
    filter: { ...look.filter, ...view.filter },
    sort: view.sort ?? DEFAULT_SORT,
    columns: view.columns.length === 0 ? look.columns : view.columns,
  };
  return serializeSettings(viewSettings) !== serializeSettings(look);
}

function serializeSettings({ filter, sort, columns }: ViewSettings): string {
  const { search, whole, labelIds = [], states = [], stages = [], segmentId, rules } = filter;
  const sorted = [...labelIds].sort((one, other) => one - other);
  return JSON.stringify([search, whole, sorted, states, stages, segmentId, rules, sort, [...columns].sort()]);
}
