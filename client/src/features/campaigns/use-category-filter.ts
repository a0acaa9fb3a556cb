import { useAddressParams } from "@/lib/use-address-params";
import { MAX_LENGTHS } from "./draft";

/** URL parameter of the category filter. */
export const CATEGORY_PARAM = "category";

/** The category filter of a list and its setter. */
export function useCategoryFilter(): readonly [string | undefined, (category: string | undefined) => void] {
  const [params, setParams] = useAddressParams();
  return [
    params.get(CATEGORY_PARAM)?.slice(0, MAX_LENGTHS.category) || undefined,
    (category) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete("page");
          if (category) after.set(CATEGORY_PARAM, category);
          else after.delete(CATEGORY_PARAM);
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
  ];
}

/** Path of the list of a category's campaigns. */
export function categoryPath(list: "/campaigns" | "/ab-tests", category: string): string {
  return `${list}?${new URLSearchParams({ [CATEGORY_PARAM]: category }).toString()}`;
}
