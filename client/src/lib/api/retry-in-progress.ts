/** Delays in milliseconds between checks of a write that is still running. After the last one the client gives up. */
export const RETRY_DELAYS_MS: readonly number[] = [500, 1000, 2000, 3000, 5000, 8000, 10_000];

async function isInProgress(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === "object" && body !== null && "code" in body && body.code === "inProgressException";
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Sends a write and repeats it under the same key while the server reports that it is still running (ERR-157).
 *
 * The button stays disabled until then. For a finished key the server returns the first response again.
 */
export async function sendUntilDone(request: Request): Promise<Response> {
  if (!request.headers.has("Idempotency-Key")) return globalThis.fetch(request);
  let response = await globalThis.fetch(request.clone());
  for (const ms of RETRY_DELAYS_MS) {
    if (!(await isInProgress(response))) return response;
    await pause(ms, request.signal);
    response = await globalThis.fetch(request.clone());
  }
  return response;
}
