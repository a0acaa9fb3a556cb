import { useAddressParams } from "@/lib/use-address-params";
import { type ListQuery, readListQuery, writeListQuery } from "./list-query";

const PEEK_PARAM = "contact";

/** State of the list in the address, and its setters. Typing and filtering replace the history entry. */
export function useListState(size: number) {
  const [params, setParams] = useAddressParams();
  const peeked = Number(params.get(PEEK_PARAM));
  return {
    query: readListQuery(params, size),
    change: (part: Partial<ListQuery>) =>
      setParams((old) => writeListQuery(old, part), { replace: !("page" in part), preventScrollReset: true }),
    /** The contact in the side sheet, which is also in the address. */
    peekedId: Number.isInteger(peeked) && peeked > 0 ? peeked : undefined,
    peek: (contactId: number | undefined) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          if (contactId === undefined) next.delete(PEEK_PARAM);
          else next.set(PEEK_PARAM, String(contactId));
          return next;
        },
        { preventScrollReset: true },
      ),
  };
}
