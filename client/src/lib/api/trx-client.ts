import type { paths } from "@/generated/trx-api";
import { readStored, writeStored } from "@/lib/storage";
import { api, createApi } from "./client";
import { sendPatiently } from "./patience";

let opening: Promise<void> | undefined;

/** Has the session's transactional token made where it has none: the plan may have come after the sign-in (SESS-18). */
async function open(): Promise<void> {
  opening ??= api
    .POST("/api/transactionals")
    .then(({ data }) => writeStored("trxToken", data?.trxToken))
    .finally(() => {
      opening = undefined;
    });
  await opening;
}

/** Sends, and once more with another token where that of the call is over while the session still stands. */
async function sendWithToken(request: Request): Promise<Response> {
  const kept = request.clone();
  const response = await sendPatiently(request);
  if (response.status !== 401) return response;
  const used = request.headers.get("Authorization");
  // Another call may have got a new one by now.
  if (used === `Bearer ${readStored("trxToken")}`) await open();
  kept.headers.set("Authorization", `Bearer ${readStored("trxToken")}`);
  return await sendPatiently(kept);
}

/**
 * The client of the transactional API; paths are those of its contract. The session's transactional token goes with
 * every call and is asked for where there is none; a session that is over ends as with any other call.
 */
export const trxApi = createApi<paths>(sendWithToken, {
  async onRequest() {
    if (readStored("token") && !readStored("trxToken")) await open();
  },
});
