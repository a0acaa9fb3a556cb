import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { Footer, Utm } from "../draft";

/** What new campaigns of the team begin with. */
export function useSetDefaults() {
  return useMutation({
    mutationFn: (change: { readonly utm?: Utm; readonly footer?: Footer }) =>
      api.PUT("/api/email-marketing/default", { body: change }),
    meta: { quiet: true },
  });
}

/** The plain part as it is made of the saved mail, or of a variant of it, with the merge tags in it. */
export function useMadeText(id: string, variantId?: string) {
  return useMutation({
    mutationFn: async () => {
      if (variantId !== undefined) {
        const { data } = await api.GET("/api/ab-test/{campaign_id}/plain-text", {
          params: { path: { campaign_id: id }, query: { variantId } },
        });
        return data?.text ?? "";
      }
      const { data } = await api.GET("/api/email-marketing/{campaign_id}/plain-text", {
        params: { path: { campaign_id: id } },
      });
      return data?.text ?? "";
    },
    meta: { quiet: true },
  });
}
