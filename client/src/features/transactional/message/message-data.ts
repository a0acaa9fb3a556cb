import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/trx-api";
import { trxApi } from "@/lib/api/trx-client";
import { answered } from "../answered";
import { EVENTS_KEY } from "../events/events-data";
import type { MessageRef, Preview, Story, TrxEvent } from "../shapes";
import { useAsking } from "../trx-query";

export const STORY_KEY = ["get", "/trx-api/events/{message_id}/{time}"] as const;

function at(id: string) {
  return { path: { message_id: id } };
}

/** The whole story of a message. */
export function useStory(id: string, time: number) {
  const asking = useAsking([...STORY_KEY, id, time], async (asked) => {
    const params = { path: { message_id: id, time } };
    const body = answered(await trxApi.GET("/trx-api/events/{message_id}/{time}", { params, ...asked }));
    return { data: { ...body, events: body.events as readonly TrxEvent[] } satisfies Story };
  });
  return useQuery(asking);
}

/** What was sent, letter by letter; each look is written down, so that it is asked for once. */
export function useSource(id: string) {
  return useQuery({
    queryKey: ["get", "/trx-api/messages/{message_id}/source", id],
    queryFn: async ({ signal }): Promise<string> =>
      answered(await trxApi.GET("/trx-api/messages/{message_id}/source", { params: at(id), signal })).source,
    meta: { quiet: true },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Where the mail is drawn; its address is signed and good for a while. */
export function usePreview(id: string) {
  return useQuery({
    queryKey: ["get", "/trx-api/messages/{message_id}/preview", id],
    queryFn: async ({ signal }): Promise<Preview> =>
      answered(await trxApi.GET("/trx-api/messages/{message_id}/preview", { params: at(id), signal })),
    meta: { quiet: true },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

function useAct<Input, Output>(call: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    meta: { quiet: true },
    onSettled: () => {
      for (const queryKey of [STORY_KEY, EVENTS_KEY]) void client.invalidateQueries({ queryKey });
    },
  });
}

/** Sends the message once more, as another message: to the recipients of these positions, to all where none is named. */
export function useResend(id: string) {
  return useAct(
    async (positions: number[]): Promise<MessageRef> =>
      answered(await trxApi.POST("/trx-api/messages/{message_id}/resend", { params: at(id), body: { positions } })),
  );
}

/** Lets a held message go. */
export function useRelease(id: string) {
  return useAct((_: undefined) => trxApi.POST("/trx-api/messages/{message_id}/release", { params: at(id) }));
}

/** Calls off whatever of it has not been sent. */
export function useCancel(id: string) {
  return useAct((_: undefined) => trxApi.POST("/trx-api/messages/{message_id}/cancel", { params: at(id) }));
}

/** The server takes so many by one call. */
const MOST_AT_ONCE = 100;

export type Acted = components["schemas"]["MessageActedOut"];

async function inParts(
  ids: readonly string[],
  call: (body: { messageIds: string[] }) => Promise<readonly Acted[]>,
): Promise<readonly Acted[]> {
  const acted: Acted[] = [];
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
    acted.push(...(await call({ messageIds: ids.slice(from, from + MOST_AT_ONCE) })));
  }
  return acted;
}

/** Lets held messages go; of each it is told whether it went. */
export function useReleaseEach() {
  return useAct((ids: readonly string[]) =>
    inParts(ids, async (body) => answered(await trxApi.POST("/trx-api/messages/release", { body })).items),
  );
}

/** Calls off messages, each as far as it has not been sent. */
export function useCancelEach() {
  return useAct((ids: readonly string[]) =>
    inParts(ids, async (body) => answered(await trxApi.POST("/trx-api/messages/cancel", { body })).items),
  );
}

/** Never again mails the address of a recipient. */
export function useSuppress(id: string) {
  return useAct((position: number) =>
    trxApi.POST("/trx-api/messages/{message_id}/suppress", { params: at(id), body: { position } }),
  );
}
