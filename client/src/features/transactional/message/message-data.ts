import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/trx-api";
import { call, customMutation, keyOf, query } from "@/lib/api/data";
import { usePollMs } from "@/lib/socket/link";
import { EVENTS_KEY } from "../events/events-data";
import type { MessageRef, Story, TrxEvent } from "../shapes";
import { POLL_MS } from "../trx-query";

export const STORY_PATH = "/trx-api/events/{message_id}/{time}";
const STORY_KEY = keyOf("get", STORY_PATH);

function at(id: string) {
  return { path: { message_id: id } };
}

/** The client reads the headers from the source. */
type StoryResponse = Omit<components["schemas"]["StoryOut"], "message"> & Pick<Story, "message">;

function asStory(story: StoryResponse): Story {
  return { ...story, events: story.events as readonly TrxEvent[] };
}

/** Details and events of a message. */
export function useStory(id: string, time: number) {
  const params = { path: { message_id: id, time } };
  const pollMs = usePollMs(POLL_MS);
  return useQuery(query("get", STORY_PATH, { params }, { pollMs, select: asStory }));
}

function sourceOf({ source }: { readonly source: string }): string {
  return source;
}

/** Raw source of a message. The server logs every view, so it is fetched once. */
export function useSource(id: string) {
  const options = { select: sourceOf, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };
  return useQuery(query("get", "/trx-api/messages/{message_id}/source", { params: at(id) }, options));
}

/** Signed URL of the rendered message, valid for a limited time. */
export function usePreview(id: string) {
  const options = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };
  return useQuery(query("get", "/trx-api/messages/{message_id}/preview", { params: at(id) }, options));
}

function useAct<Input, Output>(act: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: act,
      onSettled: () => {
        for (const queryKey of [STORY_KEY, EVENTS_KEY]) void client.invalidateQueries({ queryKey });
      },
    }),
  );
}

/** Sends the message again as a new one, to the recipients at these positions, or to all if the list is empty. */
export function useResend(id: string) {
  return useAct(
    (positions: number[]): Promise<MessageRef> =>
      call("post", "/trx-api/messages/{message_id}/resend", { params: at(id), body: { positions } }),
  );
}

/** Releases a held message. */
export function useRelease(id: string) {
  return useAct((_: undefined) => call("post", "/trx-api/messages/{message_id}/release", { params: at(id) }));
}

/** Cancels the parts of a message that are not sent yet. */
export function useCancel(id: string) {
  return useAct((_: undefined) => call("post", "/trx-api/messages/{message_id}/cancel", { params: at(id) }));
}

/** The server's limit per request. */
const MAX_MESSAGES_PER_REQUEST = 100;

export type Acted = components["schemas"]["MessageActedOut"];

async function inParts(
  ids: readonly string[],
  act: (body: { messageIds: string[] }) => Promise<readonly Acted[]>,
): Promise<readonly Acted[]> {
  const acted: Acted[] = [];
  for (let from = 0; from < ids.length; from += MAX_MESSAGES_PER_REQUEST) {
    acted.push(...(await act({ messageIds: ids.slice(from, from + MAX_MESSAGES_PER_REQUEST) })));
  }
  return acted;
}

/** Releases held messages. The result says for each whether it was released. */
export function useReleaseEach() {
  return useAct((ids: readonly string[]) =>
    inParts(ids, async (body) => (await call("post", "/trx-api/messages/release", { body })).items),
  );
}

/** Cancels messages as far as they are not sent yet. */
export function useCancelEach() {
  return useAct((ids: readonly string[]) =>
    inParts(ids, async (body) => (await call("post", "/trx-api/messages/cancel", { body })).items),
  );
}

/** Suppresses the address of a recipient permanently. */
export function useSuppress(id: string) {
  return useAct((position: number) =>
    call("post", "/trx-api/messages/{message_id}/suppress", { params: at(id), body: { position } }),
  );
}
