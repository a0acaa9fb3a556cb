import { type ListAddress, useListAddress } from "./list-address";
import { type ListView, useListView } from "./list-view";

interface Options {
  readonly defaultSort: string;
  readonly sorts: readonly string[];
  /** Name of the filter in the address. */
  readonly filterName?: string;
  readonly hiddenAtFirst?: readonly string[];
}

/** Where a list stands: its page and what narrows it by the address, and how this browser looks at it. */
export interface List {
  readonly address: ListAddress;
  readonly view: ListView;
  /** Words or a filter narrow it. */
  readonly isNarrowed: boolean;
  /** A size is kept for the next time as well. */
  readonly change: (change: Partial<ListAddress>) => void;
  readonly setView: (change: Partial<ListView>) => void;
  readonly clear: () => void;
}

/** The list that this browser keeps its look of under `name`. */
export function useList(name: string, { hiddenAtFirst, ...options }: Options): List {
  const [view, setView] = useListView(name, hiddenAtFirst);
  const [address, ask] = useListAddress({ ...options, size: view.size });
  return {
    address,
    view,
    isNarrowed: address.search !== "" || address.filter !== undefined,
    change: (change) => {
      if (change.size !== undefined) setView({ size: change.size });
      ask(change);
    },
    setView,
    clear: () => ask({ search: "", filter: undefined }),
  };
}
