import { DEFAULT_PAGE_SIZE } from "@/lib/constants";
import { useAddressParams } from "@/lib/use-address-params";
import { readListQuery, writeListQuery } from "./list-query";

/** Page and size of a simple list, stored in the address. */
export function usePageAddress() {
  const [params, setParams] = useAddressParams();
  const { page, size } = readListQuery(params, DEFAULT_PAGE_SIZE);
  return {
    page,
    size,
    onPage: (next: number) => setParams((old) => writeListQuery(old, { page: next })),
    onSize: (next: number) => setParams((old) => writeListQuery(old, { size: next })),
  };
}
