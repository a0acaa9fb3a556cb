import createFetchClient, { type Client, type Middleware } from "openapi-fetch";
import type { paths } from "@/generated/api";
import { loadDescription } from "../catalogue/load";
import { buildUrl } from "./bases";
import { isPublicCall } from "./call-patterns";
import { ApiFailure, buildFailure, isFailure } from "./failure";
import { createCallId, createRandomId } from "./ids";
import { sendUntilDone } from "./retry-in-progress";
import { findToken, isOutdatedToken } from "./tokens";

/** Header of a polling GET (HTTP-16): `api.GET(path, { headers: POLLING_HEADERS })`. */
export const POLLING_HEADERS = { "X-Requested-With": "interval" } as const;

const WRITE_METHODS = new Set(["POST", "PUT", "PATCH", "DELETE"]);

function readXsrfCookie(): string | undefined {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("XSRF-TOKEN="));
  return cookie ? decodeURIComponent(cookie.slice("XSRF-TOKEN=".length)) : undefined;
}

/** The same request at the configured base. */
function rebaseRequest(request: Request): Request {
  const { pathname, search, origin } = new URL(request.url);
  const address = new URL(buildUrl(pathname) + search, origin).href;
  return address === request.url ? request : new Request(address, request);
}

const rebaseMiddleware: Middleware = { onRequest: ({ request }) => rebaseRequest(request) };

const authMiddleware: Middleware = {
  onRequest({ request }) {
    const token = findToken(request);
    if (token) {
      request.headers.set("Authorization", `Bearer ${token}`);
    } else if (!isPublicCall(request.method, request.url)) {
      throw new ApiFailure({ body: { code: "loggedOut" }, status: 0, method: request.method });
    }
    if (WRITE_METHODS.has(request.method)) {
      if (!request.headers.has("Idempotency-Key")) request.headers.set("Idempotency-Key", createRandomId());
      request.headers.set("X-Request-ID", createCallId());
    }
    const xsrf = readXsrfCookie();
    if (xsrf) request.headers.set("X-XSRF-TOKEN", xsrf);
    return request;
  },
};

const failureMiddleware: Middleware = {
  async onResponse({ request, response }) {
    // 202 means "accepted, the result is delivered later": an error code to this client (ERR-20).
    if (response.ok && response.status !== 202) return undefined;
    const failure = await buildFailure(response, request.method, new URL(request.url).pathname);
    failure.isOutdated = isOutdatedToken(request.headers.get("Authorization"));
    throw await loadDescription(failure);
  },
  onError({ request, error }) {
    if (isFailure(error) || (error instanceof Error && error.name === "AbortError")) return error;
    return new ApiFailure({ body: { code: "offline" }, status: 0, method: request.method });
  },
};

/**
 * Creates a client for a contract's paths. `first` runs before a call gets its token. A failed call throws
 * `ApiFailure`.
 */
export function createApi<Paths extends {}>(
  send: (request: Request) => Promise<Response>,
  ...first: readonly Middleware[]
): Client<Paths> {
  const client = createFetchClient<Paths>({ baseUrl: window.location.origin, fetch: send });
  client.use(...first, rebaseMiddleware, authMiddleware, failureMiddleware);
  return client;
}

/** The only client of the API; paths are those of the contract. */
export const api = createApi<paths>(sendUntilDone);
