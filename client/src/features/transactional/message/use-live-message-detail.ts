import { useQueryClient } from "@tanstack/react-query";
import { buildQueryKey } from "@/lib/api/data";
import { useActivity } from "../activity";
import { useOnActivity } from "../use-on-activity";
import { MESSAGE_DETAIL_PATH, useMessageDetail } from "./message-data";

/** Activity events don't name the message, so each one refetches it, at most this often. */
const MIN_REFRESH_INTERVAL_MS = 1000;

/** The timeline of a message, updated live. */
export function useLiveMessageDetail(id: string, time: number) {
  const client = useQueryClient();
  const queryKey = buildQueryKey("get", MESSAGE_DETAIL_PATH, { params: { path: { message_id: id } } });
  const refresh = () => void client.invalidateQueries({ queryKey });
  const { revision } = useActivity(refresh);
  useOnActivity(revision, MIN_REFRESH_INTERVAL_MS, refresh);
  return useMessageDetail(id, time);
}
