import { useQuery } from "@tanstack/react-query";
import { query } from "@/lib/api/data";
import { usePollMs } from "@/lib/socket/link";
import { POLL_MS } from "./polling";

/** Number of labels available for completion. */
const MAX_LABELS = 100;

/** The team's labels, which are the tags of its messages. */
export function useMessageLabels(isWanted: boolean) {
  const params = { query: { size: MAX_LABELS } };
  return useQuery(query("get", "/trx-api/label", { params }, { pollMs: usePollMs(POLL_MS), enabled: isWanted }));
}
