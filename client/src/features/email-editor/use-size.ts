import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "@/lib/api/client";

/** The document rests this long before its mail is measured anew. */
const REST_MS = 1500;

/** The revision of a document as it was when it last rested: what is found out about it waits for that. */
export function useRested(revision: number): number {
  const [rested, setRested] = useState(revision);
  useEffect(() => {
    const timer = setTimeout(() => setRested(revision), REST_MS);
    return () => clearTimeout(timer);
  }, [revision]);
  return rested;
}

/** Bytes of the mail as it would be sent, and how many there may be before it is cut off; of what is on the server. */
export function useSize(campaignId: string, rested: number) {
  return useQuery(
    queryOptions({
      queryKey: ["campaigns", "size", campaignId, rested],
      queryFn: async ({ signal }) => {
        const params = { path: { campaign_id: campaignId } };
        const { data } = await api.GET("/api/email-marketing/{campaign_id}/size", { params, signal });
        return data ?? null;
      },
      placeholderData: keepPreviousData,
      // A mail that can't be made yet has no size: what is wrong with it is told before sending.
      retry: false,
      meta: { quiet: true },
    }),
  ).data;
}
