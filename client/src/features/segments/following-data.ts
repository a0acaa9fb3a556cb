import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import { useLinkState, useRoom } from "@/lib/socket/link";
import { roomIdOf } from "@/lib/socket/room-id";

export type Moved = components["schemas"]["MovedOut"];

const PATH = "/api/contacts/segment/{segment_id}/following";
const POLL_MS = 15_000;

function followingQuery(segmentId: number) {
  return $api.queryOptions("get", PATH, { params: { path: { segment_id: segmentId } } }, { meta: { quiet: true } });
}

/** Who entered a segment and who left it, live while it is looked at. */
export function useFollowing(segmentId: number) {
  const client = useQueryClient();
  const link = useLinkState();
  const options = followingQuery(segmentId);
  const refresh = () => void client.invalidateQueries({ queryKey: options.queryKey }, { cancelRefetch: false });
  useRoom("segment", roomIdOf(segmentId), refresh);
  return $api.useQuery(
    "get",
    PATH,
    { params: { path: { segment_id: segmentId } } },
    { refetchInterval: link === "up" ? false : POLL_MS, meta: { quiet: true } },
  );
}

/** Follows a segment, or no longer. */
export function useFollow(segmentId: number) {
  const client = useQueryClient();
  const { queryKey } = followingQuery(segmentId);
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (followed: boolean) => {
      const params = { path: { segment_id: segmentId } };
      const { data } = await api.PUT(PATH, { params, body: { followed } });
      if (!data) throw new Error("an answer without a body");
      return data;
    },
    onSuccess: (data) => client.setQueryData(queryKey, data),
  });
}
