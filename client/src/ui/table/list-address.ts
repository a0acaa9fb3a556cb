import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "@/lib/constants";
import { useAddressParams } from "@/lib/use-address-params";

/** State of a list in its address, so that a link reproduces the list. */
export interface ListAddress {
  readonly page: number;
  readonly size: number;
  /** Field name, with a minus for descending order. */
  readonly sort: string;
  readonly search: string;
  /** The only filter besides the search. */
  readonly filter: string | undefined;
}

interface Options {
  readonly defaultSort: string;
  /** Fields that the server can sort this list by. */
  readonly sorts: readonly string[];
  /** Name of the filter's parameter. */
  readonly filterName?: string;
  /** The page size last chosen in this browser. */
  readonly size?: number;
}

/** Limits of the server's lists. */
const MAX_PAGE = 1_000_000;
const MAX_SEARCH_CHARACTERS = 200;

/** A positive whole number, or undefined for anything else. */
export function readPositive(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** Reads page, size, sort and search. Values that the server would reject count as missing. */
export function readPaging(
  params: URLSearchParams,
  { defaultSort, sorts, size = DEFAULT_PAGE_SIZE }: Pick<Options, "defaultSort" | "sorts" | "size">,
): Pick<ListAddress, "page" | "size" | "sort" | "search"> {
  const requestedSize = readPositive(params.get("size"));
  const sort = params.get("sort");
  return {
    page: Math.min(readPositive(params.get("page")) ?? 1, MAX_PAGE),
    size: PAGE_SIZES.find((pageSize) => pageSize === requestedSize) ?? size,
    sort: sort !== null && sorts.includes(sort.replace(/^-/, "")) ? sort : defaultSort,
    search: (params.get("search") ?? "").slice(0, MAX_SEARCH_CHARACTERS),
  };
}

/** Reads an address; malformed parts count as missing. */
export function readListAddress(params: URLSearchParams, options: Options): ListAddress {
  return {
    ...readPaging(params, options),
    filter: (options.filterName && params.get(options.filterName)) || undefined,
  };
}

/** `params` with `change`. A change of the listed rows returns to page 1; defaults are omitted. */
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

/** State of the list in the address, and its setter. Typing replaces the history entry; paging adds one. */
export function useListAddress(options: Options): readonly [ListAddress, (change: Partial<ListAddress>) => void] {
  const [params, setParams] = useAddressParams();
  return [
    readListAddress(params, options),
    (change) =>
      setParams((old) => writeListAddress(old, change, options), {
        replace: !("page" in change),
        preventScrollReset: true,
      }),
  ];
}
