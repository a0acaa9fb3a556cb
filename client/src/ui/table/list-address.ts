import { useSearchParams } from "react-router";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "@/lib/constants";

/** What a list shows, as its address says it: a link to a list is a link to exactly this list. */
export interface ListAddress {
  readonly page: number;
  readonly size: number;
  /** Field name, with a minus for descending. */
  readonly sort: string;
  readonly search: string;
  /** The one thing beside words that narrows the list. */
  readonly filter: string | undefined;
}

interface Options {
  readonly defaultSort: string;
  /** Name of the filter in the address. */
  readonly filterName?: string;
  /** What this browser chose last. */
  readonly size?: number;
}

function positive(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

/** Reads an address; whatever is malformed in it counts as not given. */
export function readListAddress(params: URLSearchParams, options: Options): ListAddress {
  const wanted = positive(params.get("size"));
  return {
    page: positive(params.get("page")) ?? 1,
    size: PAGE_SIZES.find((known) => known === wanted) ?? options.size ?? DEFAULT_PAGE_SIZE,
    sort: params.get("sort") ?? options.defaultSort,
    search: params.get("search") ?? "",
    filter: (options.filterName && params.get(options.filterName)) || undefined,
  };
}

/** `params` with `change` in it; a change of what is listed goes back to page 1, and defaults leave no trace. */
export function writeListAddress(
  params: URLSearchParams,
  change: Partial<ListAddress>,
  options: Options,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const address = { ...readListAddress(params, options), ...("page" in change ? {} : { page: 1 }), ...change };
  const set = (name: string, value: string | undefined): void => {
    if (value) next.set(name, value);
    else next.delete(name);
  };
  set("page", address.page === 1 ? undefined : String(address.page));
  if ("size" in change) set("size", String(address.size));
  set("sort", address.sort === options.defaultSort ? undefined : address.sort);
  set("search", address.search);
  if (options.filterName) set(options.filterName, address.filter);
  return next;
}

/** The list's address and how to change it. Typing replaces the entry of the history, paging adds one. */
export function useListAddress(options: Options): readonly [ListAddress, (change: Partial<ListAddress>) => void] {
  const [params, setParams] = useSearchParams();
  return [
    readListAddress(params, options),
    (change) =>
      setParams((old) => writeListAddress(old, change, options), {
        replace: !("page" in change),
        preventScrollReset: true,
      }),
  ];
}
