import { useQueryClient } from "@tanstack/react-query";
import { keyOf } from "@/lib/api/data";
import { usePulse } from "../pulse";
import { useOnPulse } from "../use-on-pulse";
import { STORY_PATH, useStory } from "./message-data";

/** Activity events don't name the message, so each one refetches it, at most this often. */
const MIN_REFRESH_INTERVAL_MS = 1000;

/** The timeline of a message, updated live. */
export function useLiveStory(id: string, time: number) {
  const client = useQueryClient();
  const queryKey = keyOf("get", STORY_PATH, { params: { path: { message_id: id } } });
  const refresh = () => void client.invalidateQueries({ queryKey });
  const { revision } = usePulse(refresh);
  useOnPulse(revision, MIN_REFRESH_INTERVAL_MS, refresh);
  return useStory(id, time);
}
