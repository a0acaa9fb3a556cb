import { type ListAddress, useListAddress } from "./list-address";
import { type ListView, useListView } from "./list-view";

interface Options {
  readonly defaultSort: string;
  readonly sorts: readonly string[];
  /** Name of the filter's parameter in the address. */
  readonly filterName?: string;
  readonly hiddenAtFirst?: readonly string[];
}

/** State of a list: page, search and filter from the address, and display options of this browser. */
export interface List {
  readonly address: ListAddress;
  readonly view: ListView;
  /** Whether a search or filter is active. */
  readonly isNarrowed: boolean;
  /** Changes the address. A page size is also stored for the next visit. */
  readonly change: (change: Partial<ListAddress>) => void;
  readonly setView: (change: Partial<ListView>) => void;
  readonly clear: () => void;
}

/** The state of a list. Its display options are stored under `name`. */
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
