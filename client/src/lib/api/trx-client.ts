import type { paths } from "@/generated/trx-api";
import { readStored, writeStored } from "@/lib/storage";
import { api, createApi } from "./client";
import { sendUntilDone } from "./retry-in-progress";

let renewal: Promise<void> | undefined;

/** Requests the session's transactional token. It can be missing where the plan changed after sign-in (SESS-18). */
async function renewToken(): Promise<void> {
  renewal ??= api
    .POST("/api/transactionals")
    .then(({ data }) => writeStored("trxToken", data?.trxToken))
    .finally(() => {
      renewal = undefined;
    });
  await renewal;
}

/** Sends a request and repeats it with a new token where the first one has expired and the session has not. */
async function sendWithToken(request: Request): Promise<Response> {
  const retried = request.clone();
  const response = await sendUntilDone(request);
  if (response.status !== 401) return response;
  const used = request.headers.get("Authorization");
  // Another call may already have renewed the token.
  if (used === `Bearer ${readStored("trxToken")}`) await renewToken();
  retried.headers.set("Authorization", `Bearer ${readStored("trxToken")}`);
  return await sendUntilDone(retried);
}

/**
 * The client of the transactional API; paths are those of its contract. Every call carries the session's transactional
 * token, which is requested on first use. An ended session ends as with any other call.
 */
export const trxApi = createApi<paths>(sendWithToken, {
  async onRequest() {
    if (readStored("token") && !readStored("trxToken")) await renewToken();
  },
});
