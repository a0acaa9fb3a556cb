import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { buildErrorResponse, ORIGIN } from "../../../tests/handlers";
import { server } from "../../../tests/server";
import { buildQueryKey, call, customMutation, mutation, query } from "./data";
import { ApiFailure } from "./failure";

const LABEL = { id: 7, name: "New" };

beforeEach(() => {
  localStorage.setItem("token", "full");
  localStorage.setItem("trxToken", "trx");
});

async function getFailure(request: Promise<unknown>): Promise<unknown> {
  return await request.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("call", () => {
  test("resolves with the body of either contract", async () => {
    server.use(
      http.get(`${ORIGIN}/api/contacts/label`, () => HttpResponse.json([LABEL])),
      http.get(`${ORIGIN}/trx-api/settings`, ({ request }) =>
        HttpResponse.json({ token: request.headers.get("Authorization") }),
      ),
    );

    expect(await call("get", "/api/contacts/label")).toEqual([LABEL]);
    expect(await call("get", "/trx-api/settings")).toEqual({ token: "Bearer trx" });
  });

  test("sends the body and puts the id into the path", async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(`${ORIGIN}/api/contacts/label/7`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(LABEL);
      }),
    );

    await call("put", "/api/contacts/label/{label_id}", {
      params: { path: { label_id: 7 } },
      body: { name: "New" },
    });

    expect(sent).toEqual([{ name: "New" }]);
  });

  test("throws the failure of the server", async () => {
    server.use(http.get(`${ORIGIN}/api/me`, () => buildErrorResponse(403, "forbidden")));

    const failure = await getFailure(call("get", "/api/me"));

    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ code: "forbidden", status: 403 });
  });
});

describe("query", () => {
  const init = { params: { query: { page: 2, size: 25 } } };

  test("has the key that keyOf makes, below the key of its path", () => {
    const { queryKey } = query("get", "/api/contacts", init);

    expect(queryKey).toEqual(buildQueryKey("get", "/api/contacts", init));
    expect(queryKey.slice(0, 2)).toEqual(buildQueryKey("get", "/api/contacts"));
    expect(query("get", "/api/me").queryKey).toEqual(["get", "/api/me", {}]);
  });

  test("says that it polls while it does, under the same key", async () => {
    const headers: (string | null)[] = [];
    server.use(
      http.get(`${ORIGIN}/api/contacts`, ({ request }) => {
        headers.push(request.headers.get("X-Requested-With"));
        return HttpResponse.json({ items: [] });
      }),
    );
    const client = new QueryClient();
    const pushed = query("get", "/api/contacts", init, { pollMs: false });
    const polled = query("get", "/api/contacts", init, { pollMs: 3000 });

    await client.fetchQuery(pushed);
    await client.fetchQuery(polled);

    expect(headers).toEqual([null, "interval"]);
    expect([pushed.refetchInterval, polled.refetchInterval]).toEqual([false, 3000]);
    expect(polled.queryKey).toEqual(pushed.queryKey);
  });

  test("shows no toast unless it is asked for", () => {
    expect(query("get", "/api/me").meta?.toast).toBeFalsy();
    expect(query("get", "/api/me", {}, { toast: true }).meta?.toast).toBe(true);
  });
});

describe("mutation", () => {
  /** A client with a mounted list, and the number of times it was fetched. */
  async function listed() {
    let fetched = 0;
    server.use(
      http.get(`${ORIGIN}/api/contacts/label`, () => {
        fetched += 1;
        return HttpResponse.json([LABEL]);
      }),
      http.post(`${ORIGIN}/api/contacts/label`, () => HttpResponse.json(LABEL)),
    );
    const client = new QueryClient();
    const observer = new QueryObserver(client, query("get", "/api/contacts/label"));
    const stop = observer.subscribe(() => undefined);
    await observer.refetch();
    return { client, stop, fetches: () => fetched };
  }

  test("resolves once what it refreshes is fetched again", async () => {
    const { client, stop, fetches } = await listed();
    const before = fetches();
    const options = mutation("post", "/api/contacts/label", {
      refreshes: [buildQueryKey("get", "/api/contacts/label")],
    });

    const label = await client
      .getMutationCache()
      .build(client, options)
      .execute({ body: { name: "New" } });

    expect(label).toEqual(LABEL);
    expect(fetches()).toBe(before + 1);
    stop();
  });

  test("refreshes nothing after a failure", async () => {
    const { client, stop, fetches } = await listed();
    const before = fetches();
    server.use(http.post(`${ORIGIN}/api/contacts/label`, () => buildErrorResponse(422, "validationException")));
    const options = mutation("post", "/api/contacts/label", {
      refreshes: [buildQueryKey("get", "/api/contacts/label")],
    });

    const failure = await getFailure(
      client
        .getMutationCache()
        .build(client, options)
        .execute({ body: { name: "" } }),
    );

    expect(failure).toMatchObject({ status: 422 });
    expect(fetches()).toBe(before);
    stop();
  });

  test("of its own function refreshes after its own onSuccess, by what it resolved with", async () => {
    const { client, stop, fetches } = await listed();
    const before = fetches();
    const seen: unknown[] = [];
    const options = customMutation({
      mutationFn: (name: string) => Promise.resolve({ name, fetched: fetches() }),
      onSuccess: (data) => void seen.push([data.name, fetches()]),
      refreshes: ({ name }, variables) => (name === variables ? [buildQueryKey("get", "/api/contacts/label")] : []),
    });

    await client.getMutationCache().build(client, options).execute("New");

    expect(seen).toEqual([["New", before]]);
    expect(fetches()).toBe(before + 1);
    stop();
  });

  test("shows no toast unless it is asked for", () => {
    expect(mutation("post", "/api/contacts/label").meta).toEqual({ toast: false });
    expect(mutation("post", "/api/contacts/label", { toast: true }).meta).toEqual({ toast: true });
  });
});
