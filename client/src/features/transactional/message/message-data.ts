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

/** The headers are read out of the source. */
type StoryResponse = Omit<components["schemas"]["StoryOut"], "message"> & Pick<Story, "message">;

function asStory(story: StoryResponse): Story {
  return { ...story, events: story.events as readonly TrxEvent[] };
}

/** The whole story of a message. */
export function useStory(id: string, time: number) {
  const params = { path: { message_id: id, time } };
  const pollMs = usePollMs(POLL_MS);
  return useQuery(query("get", STORY_PATH, { params }, { pollMs, select: asStory }));
}

function sourceOf({ source }: { readonly source: string }): string {
  return source;
}

/** What was sent, letter by letter; each look is written down, so that it is asked for once. */
export function useSource(id: string) {
  const options = { select: sourceOf, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };
  return useQuery(query("get", "/trx-api/messages/{message_id}/source", { params: at(id) }, options));
}

/** Where the mail is drawn; its address is signed and good for a while. */
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

/** Sends the message once more, as another message: to the recipients of these positions, to all where none is named. */
export function useResend(id: string) {
  return useAct(
    (positions: number[]): Promise<MessageRef> =>
      call("post", "/trx-api/messages/{message_id}/resend", { params: at(id), body: { positions } }),
  );
}

/** Lets a held message go. */
export function useRelease(id: string) {
  return useAct((_: undefined) => call("post", "/trx-api/messages/{message_id}/release", { params: at(id) }));
}

/** Calls off whatever of it has not been sent. */
export function useCancel(id: string) {
  return useAct((_: undefined) => call("post", "/trx-api/messages/{message_id}/cancel", { params: at(id) }));
}

/** The server takes so many by one call. */
const MOST_AT_ONCE = 100;

export type Acted = components["schemas"]["MessageActedOut"];

async function inParts(
  ids: readonly string[],
  act: (body: { messageIds: string[] }) => Promise<readonly Acted[]>,
): Promise<readonly Acted[]> {
  const acted: Acted[] = [];
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
    acted.push(...(await act({ messageIds: ids.slice(from, from + MOST_AT_ONCE) })));
  }
  return acted;
}

/** Lets held messages go; of each it is told whether it went. */
export function useReleaseEach() {
  return useAct((ids: readonly string[]) =>
    inParts(ids, async (body) => (await call("post", "/trx-api/messages/release", { body })).items),
  );
}

/** Calls off messages, each as far as it has not been sent. */
export function useCancelEach() {
  return useAct((ids: readonly string[]) =>
    inParts(ids, async (body) => (await call("post", "/trx-api/messages/cancel", { body })).items),
  );
}

/** Never again mails the address of a recipient. */
export function useSuppress(id: string) {
  return useAct((position: number) =>
    call("post", "/trx-api/messages/{message_id}/suppress", { params: at(id), body: { position } }),
  );
}
