import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/trx-api";
import { buildQueryKey, call, customMutation, query } from "@/lib/api/data";
import { usePollMs } from "@/lib/socket/link";
import { EVENTS_KEY } from "../events/events-data";
import { POLL_MS } from "../polling";
import type { MessageDetail, MessageRef, TrxEvent } from "../shapes";

export const MESSAGE_DETAIL_PATH = "/trx-api/events/{message_id}/{time}";
const MESSAGE_DETAIL_KEY = buildQueryKey("get", MESSAGE_DETAIL_PATH);

function messageParams(id: string) {
  return { path: { message_id: id } };
}

/** The client reads the headers from the source. */
type MessageDetailResponse = Omit<components["schemas"]["MessageTimelineOut"], "message"> &
  Pick<MessageDetail, "message">;

function toMessageDetail(messageDetail: MessageDetailResponse): MessageDetail {
  return { ...messageDetail, events: messageDetail.events as readonly TrxEvent[] };
}

/** Details and events of a message. */
export function useMessageDetail(id: string, time: number) {
  const params = { path: { message_id: id, time } };
  const pollMs = usePollMs(POLL_MS);
  return useQuery(query("get", MESSAGE_DETAIL_PATH, { params }, { pollMs, select: toMessageDetail }));
}

function selectSource({ source }: { readonly source: string }): string {
  return source;
}

/** Raw source of a message. The server logs every view, so it is fetched once. */
export function useSource(id: string) {
  const options = { select: selectSource, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };
  return useQuery(query("get", "/trx-api/messages/{message_id}/source", { params: messageParams(id) }, options));
}

/** Signed URL of the rendered message, valid for a limited time. */
export function usePreview(id: string) {
  const options = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };
  return useQuery(query("get", "/trx-api/messages/{message_id}/preview", { params: messageParams(id) }, options));
}

function useMessageMutation<Input, Output>(act: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: act,
      onSettled: () => {
        for (const queryKey of [MESSAGE_DETAIL_KEY, EVENTS_KEY]) void client.invalidateQueries({ queryKey });
      },
    }),
  );
}

/** Sends the message again as a new one, to the recipients at these positions, or to all if the list is empty. */
export function useResend(id: string) {
  return useMessageMutation(
    (positions: number[]): Promise<MessageRef> =>
      call("post", "/trx-api/messages/{message_id}/resend", { params: messageParams(id), body: { positions } }),
  );
}

/** Releases a held message. */
export function useRelease(id: string) {
  return useMessageMutation((_: undefined) =>
    call("post", "/trx-api/messages/{message_id}/release", { params: messageParams(id) }),
  );
}

/** Cancels the parts of a message that are not sent yet. */
export function useCancel(id: string) {
  return useMessageMutation((_: undefined) =>
    call("post", "/trx-api/messages/{message_id}/cancel", { params: messageParams(id) }),
  );
}

/** The server's limit per request. */
const MAX_MESSAGES_PER_REQUEST = 100;

export type ActionResult = components["schemas"]["MessageActionOut"];

async function runInBatches(
  ids: readonly string[],
  act: (body: { messageIds: string[] }) => Promise<readonly ActionResult[]>,
): Promise<readonly ActionResult[]> {
  const acted: ActionResult[] = [];
  for (let from = 0; from < ids.length; from += MAX_MESSAGES_PER_REQUEST) {
    acted.push(...(await act({ messageIds: ids.slice(from, from + MAX_MESSAGES_PER_REQUEST) })));
  }
  return acted;
}

/** Releases held messages. The result says for each whether it was released. */
export function useReleaseMessages() {
  return useMessageMutation((ids: readonly string[]) =>
    runInBatches(ids, async (body) => (await call("post", "/trx-api/messages/release", { body })).items),
  );
}

/** Cancels messages as far as they are not sent yet. */
export function useCancelMessages() {
  return useMessageMutation((ids: readonly string[]) =>
    runInBatches(ids, async (body) => (await call("post", "/trx-api/messages/cancel", { body })).items),
  );
}

/** Suppresses the address of a recipient permanently. */
export function useSuppress(id: string) {
  return useMessageMutation((position: number) =>
    call("post", "/trx-api/messages/{message_id}/suppress", { params: messageParams(id), body: { position } }),
  );
}
