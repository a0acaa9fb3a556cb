import { useQueryClient } from "@tanstack/react-query";
import { keyOf } from "@/lib/api/data";
import { usePulse } from "../pulse";
import { useOnPulse } from "../use-on-pulse";
import { STORY_PATH, useStory } from "./message-data";

/** Each word of the team's mail may be about this message; it is asked for again at most so often. */
const LEAST_MS = 1000;

/** The story of a message, which goes on while somebody looks. */
export function useLiveStory(id: string, time: number) {
  const client = useQueryClient();
  const queryKey = keyOf("get", STORY_PATH, { params: { path: { message_id: id } } });
  const refresh = () => void client.invalidateQueries({ queryKey });
  const { revision } = usePulse(refresh);
  useOnPulse(revision, LEAST_MS, refresh);
  return useStory(id, time);
}
