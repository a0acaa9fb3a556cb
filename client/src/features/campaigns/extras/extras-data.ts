import { useMutation } from "@tanstack/react-query";
import { call, customMutation } from "@/lib/api/data";
import type { Footer, Utm } from "../draft";

/** Saves the team's defaults for new campaigns. */
export function useSetDefaults() {
  return useMutation(
    customMutation({
      mutationFn: (change: { readonly utm?: Utm; readonly footer?: Footer }) =>
        call("put", "/api/email-marketing/default", { body: change }),
    }),
  );
}

/** Generates the plain-text part from the saved email or variant, with its merge tags. */
export function useGeneratedText(id: string, variantId?: string) {
  return useMutation(
    customMutation({
      mutationFn: async () => {
        const path = { campaign_id: id };
        const { text } =
          variantId === undefined
            ? await call("get", "/api/email-marketing/{campaign_id}/plain-text", { params: { path } })
            : await call("get", "/api/ab-test/{campaign_id}/plain-text", { params: { path, query: { variantId } } });
        return text;
      },
    }),
  );
}
