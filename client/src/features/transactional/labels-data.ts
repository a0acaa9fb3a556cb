import { useQuery } from "@tanstack/react-query";
import { trxApi } from "@/lib/api/trx-client";
import { useAsking } from "./trx-query";

/** As many as a completion looks through. */
const MOST = 100;

/** The team's labels, which are the tags of its messages. */
export function useLabels(isWanted: boolean) {
  const asking = useAsking<{ readonly items: readonly { readonly name: string }[] }>(
    ["get", "/trx-api/label"],
    (asked) => trxApi.GET("/trx-api/label", { params: { query: { size: MOST } }, ...asked }),
  );
  return useQuery({ ...asking, enabled: isWanted });
}
