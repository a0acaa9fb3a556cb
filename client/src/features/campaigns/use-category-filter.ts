import { useAddressParams } from "@/lib/use-address-params";
import { LENGTHS } from "./draft";

/** In the address: the category that a list of campaigns is narrowed to. */
export const CATEGORY = "category";

/** The category that the list is narrowed to, and how to choose another one. */
export function useCategoryFilter(): readonly [string | undefined, (category: string | undefined) => void] {
  const [params, setParams] = useAddressParams();
  return [
    params.get(CATEGORY)?.slice(0, LENGTHS.category) || undefined,
    (category) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete("page");
          if (category) after.set(CATEGORY, category);
          else after.delete(CATEGORY);
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
  ];
}

/** Where the campaigns of a category are listed. */
export function categoryPath(list: "/campaigns" | "/ab-tests", category: string): string {
  return `${list}?${new URLSearchParams({ [CATEGORY]: category }).toString()}`;
}
