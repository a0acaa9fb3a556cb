import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, customMutation, query } from "@/lib/api/data";
import { usePollMs, useRoom } from "@/lib/socket/link";
import { buildRoomId } from "@/lib/socket/room-id";

export type MembershipChange = components["schemas"]["MembershipChangeOut"];

const PATH = "/api/contacts/segment/{segment_id}/following";
const POLL_MS = 15_000;

function followingQuery(segmentId: number, refetchInterval: number | false = false) {
  return query("get", PATH, { params: { path: { segment_id: segmentId } } }, { refetchInterval });
}

/** Contacts that entered or left a segment, updated live. */
export function useFollowing(segmentId: number) {
  const client = useQueryClient();
  const options = followingQuery(segmentId);
  const refresh = () => void client.invalidateQueries({ queryKey: options.queryKey }, { cancelRefetch: false });
  useRoom("segment", buildRoomId(segmentId), refresh);
  return useQuery(followingQuery(segmentId, usePollMs(POLL_MS)));
}

/** Starts or stops following a segment. */
export function useFollow(segmentId: number) {
  const client = useQueryClient();
  const { queryKey } = followingQuery(segmentId);
  return useMutation(
    customMutation({
      mutationFn: (followed: boolean) => {
        const params = { path: { segment_id: segmentId } };
        return call("put", PATH, { params, body: { followed } });
      },
      onSuccess: (data) => client.setQueryData(queryKey, data),
    }),
  );
}
