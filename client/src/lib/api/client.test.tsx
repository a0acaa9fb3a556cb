import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { buildErrorResponse, ORIGIN } from "../../../tests/handlers";
import { server } from "../../../tests/server";
import { api, POLLING_HEADERS } from "./client";
import { ApiFailure } from "./failure";
import { isOwnCall } from "./ids";
import { RETRY_DELAYS_MS } from "./retry-in-progress";
import { buildTokenHeaders, setPageToken } from "./tokens";

async function getFailure(call: Promise<unknown>): Promise<ApiFailure> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiFailure)) throw new Error(`Expected a failure, got ${String(error)}`);
  return error;
}

test("a call without a token is refused before it leaves the browser", async () => {
  let callCount = 0;
  server.use(
    http.get(`${ORIGIN}/api/me`, () => {
      callCount += 1;
      return HttpResponse.json({});
    }),
  );

  const failure = await getFailure(api.GET("/api/me"));

  expect(failure.code).toBe("loggedOut");
  expect(callCount).toBe(0);
});

test("HTTP 202 is an error with the code accepted", async () => {
  localStorage.setItem("token", "full");
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ done: true }, { status: 202 })));

  const failure = await getFailure(api.GET("/api/me"));

  expect(failure).toMatchObject({ code: "accepted", status: 202 });
});

test.each([
  ["in the session that stands", "full", false],
  ["in a session that another has taken the place of", "another", true],
  ["in a session that is over", undefined, true],
])("a refusal of a call %s says whether it is outdated", async (_, later, isOutdated) => {
  localStorage.setItem("token", "full");
  server.use(
    http.get(`${ORIGIN}/api/me`, () => {
      if (later) localStorage.setItem("token", later);
      else localStorage.removeItem("token");
      return buildErrorResponse(401, "forceOutException");
    }),
  );

  expect(await getFailure(api.GET("/api/me"))).toMatchObject({ code: "forceOutException", isOutdated });
});

test("a polling GET says so and bears the token, a write bears a key and an id of its own", async () => {
  localStorage.setItem("token", "full");
  const seen: Record<string, string | null>[] = [];
  const note = ({ request }: { request: Request }) => {
    seen.push({
      with: request.headers.get("X-Requested-With"),
      token: request.headers.get("Authorization"),
      key: request.headers.get("Idempotency-Key"),
      id: request.headers.get("X-Request-ID"),
    });
    return HttpResponse.json({});
  };
  server.use(http.get(`${ORIGIN}/api/me`, note), http.post(`${ORIGIN}/api/users/revalidate`, note));

  await api.GET("/api/me", { headers: POLLING_HEADERS });
  await api.POST("/api/users/revalidate");
  await api.POST("/api/users/revalidate");

  expect(seen[0]).toEqual({ with: "interval", token: "Bearer full", key: null, id: null });
  expect(seen[1]?.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  expect(seen[1]?.key).not.toBe(seen[2]?.key);
  expect(seen[1]?.id).not.toBe(seen[2]?.id);
  expect(isOwnCall(seen[1]?.id ?? "")).toBe(true);
  expect(isOwnCall("")).toBe(false);
  expect(isOwnCall(undefined)).toBe(false);
});

test("no answer at all is told as offline, an answer that is not ours by its text", async () => {
  localStorage.setItem("token", "full");
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.error()));
  const offline = await getFailure(api.GET("/api/me"));
  server.use(http.get(`${ORIGIN}/api/me`, () => new HttpResponse("<h1>Bad gateway</h1>", { status: 502 })));
  const proxy = await getFailure(api.GET("/api/me"));

  expect(offline.code).toBe("offline");
  expect(proxy).toMatchObject({ code: undefined, status: 502, dataText: "<h1>Bad gateway</h1>" });
});

describe("a call", () => {
  interface Seen {
    readonly method: string;
    readonly url: string;
    readonly body: string;
    readonly token: string | null;
    readonly kind: string | null;
    readonly xsrf: string | null;
  }

  /** Responds to every call with `{}` and records the requests. */
  function watch(): Seen[] {
    const seen: Seen[] = [];
    server.use(
      http.all("*", async ({ request }) => {
        seen.push({
          method: request.method,
          url: request.url,
          body: await request.text(),
          token: request.headers.get("Authorization"),
          kind: request.headers.get("X-Token-Kind"),
          xsrf: request.headers.get("X-XSRF-TOKEN"),
        });
        return HttpResponse.json({ done: true });
      }),
    );
    return seen;
  }

  beforeEach(() => localStorage.setItem("token", "full"));
  afterEach(() => {
    setPageToken("landing", undefined);
    setPageToken("form", undefined);
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });

  test("goes below the one base, as JSON, and its answer is the data itself", async () => {
    const seen = watch();

    const { data } = await api.PUT("/api/users/profile", { body: { firstname: "Ayu" } });

    expect(data).toEqual({ done: true });
    expect(seen[0]).toMatchObject({ method: "PUT", url: `${ORIGIN}/api/users/profile`, body: '{"firstname":"Ayu"}' });
  });

  test("a GET carries its query", async () => {
    const seen = watch();

    await api.GET("/api/contacts", { params: { query: { page: 2, size: 25 } } });

    expect(seen[0]).toMatchObject({ url: `${ORIGIN}/api/contacts?page=2&size=25`, body: "" });
  });

  test("a DELETE may have a body", async () => {
    const seen = watch();

    await api.DELETE("/api/contacts/label/{label_id}", {
      params: { path: { label_id: 7 } },
      body: { replacement: 8 } as never,
    });

    expect(seen[0]).toMatchObject({ method: "DELETE", body: '{"replacement":8}' });
  });

  test("a GET may be answered with a file", async () => {
    server.use(http.get(`${ORIGIN}/api/contacts/import/sample`, () => new HttpResponse("Email\n")));

    const { data } = await api.GET("/api/contacts/import/sample", { parseAs: "blob" });

    expect(await (data as unknown as Blob).text()).toBe("Email\n");
  });

  test("bears the token of its kind, and the kind itself stays here", async () => {
    const seen = watch();
    setPageToken("landing", "of the page");
    setPageToken("form", "of the form");
    localStorage.setItem("trxToken", "transactional");

    await api.GET("/api/me");
    for (const kind of ["landing", "form", "trx"] as const)
      await api.GET("/api/me", { headers: buildTokenHeaders(kind) });

    expect(seen.map(({ token }) => token)).toEqual([
      "Bearer full",
      "Bearer of the page",
      "Bearer of the form",
      "Bearer transactional",
    ]);
    expect(seen.map(({ kind }) => kind)).toEqual([null, null, null, null]);
  });

  test("of a kind whose token is not there is refused here", async () => {
    const seen = watch();

    const failure = await getFailure(api.GET("/api/me", { headers: buildTokenHeaders("form") }));

    expect(failure.code).toBe("loggedOut");
    expect(seen).toEqual([]);
  });

  test("of the two-factor step bears its token, or the session's where there is none", async () => {
    const seen = watch();
    localStorage.setItem("token2fa", "half");

    await api.POST("/api/checkToken-2FA");
    localStorage.removeItem("token2fa");
    await api.POST("/api/checkToken-2FA");

    expect(seen.map(({ token }) => token)).toEqual(["Bearer half", "Bearer full"]);
  });

  test("bears the cookie XSRF-TOKEN as a header", async () => {
    const seen = watch();
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store.
    document.cookie = "XSRF-TOKEN=a%20b";

    await api.POST("/api/users/revalidate");

    expect(seen[0]?.xsrf).toBe("a b");
  });

  test("waits as long as the server takes", async () => {
    const limits: AbortSignal[] = [];
    const original = globalThis.fetch;
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
      throw new Error("a time limit was set");
    });
    vi.stubGlobal("fetch", (request: Request) => {
      limits.push(request.signal);
      return original(request);
    });
    watch();

    await api.GET("/api/me");
    vi.unstubAllGlobals();

    expect(limits[0]?.aborted).toBe(false);
  });
});

test("a write that is still under way is asked about again under its key until it is done", async () => {
  localStorage.setItem("token", "full");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const keys: (string | null)[] = [];
  const bodies: string[] = [];
  server.use(
    http.post(`${ORIGIN}/api/contacts`, async ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      bodies.push(await request.text());
      return keys.length < 3 ? buildErrorResponse(409, "inProgressException") : HttpResponse.json({ contactId: 1 });
    }),
  );

  let isDone = false;
  const call = api.POST("/api/contacts", { body: { email: "ani@example.com" } }).finally(() => {
    isDone = true;
  });
  await vi.waitFor(() => expect(keys).toHaveLength(1));
  expect(isDone).toBe(false);
  for (const ms of RETRY_DELAYS_MS.slice(0, 2)) {
    const before = keys.length;
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(ms);
    await vi.waitFor(() => expect(keys).toHaveLength(before + 1));
  }
  const { data } = await call;
  vi.useRealTimers();

  expect(data).toEqual({ contactId: 1 });
  expect(new Set(keys).size).toBe(1);
  expect(new Set(bodies)).toEqual(new Set(['{"email":"ani@example.com"}']));
});
