import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { ORIGIN } from "../../../tests/answers";
import { server } from "../../../tests/server";
import { api, POLLING } from "./client";
import { ApiFailure } from "./failure";

async function failureFrom(call: Promise<unknown>): Promise<ApiFailure> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiFailure)) throw new Error(`Expected a failure, got ${String(error)}`);
  return error;
}

test("a call without a token is refused before it leaves the browser", async () => {
  let asked = 0;
  server.use(
    http.get(`${ORIGIN}/api/me`, () => {
      asked += 1;
      return HttpResponse.json({});
    }),
  );

  const failure = await failureFrom(api.GET("/api/me"));

  expect(failure.code).toBe("loggedOut");
  expect(asked).toBe(0);
});

test("HTTP 202 is an error with the code accepted", async () => {
  localStorage.setItem("token", "full");
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ done: true }, { status: 202 })));

  const failure = await failureFrom(api.GET("/api/me"));

  expect(failure).toMatchObject({ code: "accepted", status: 202 });
});

test("a polling GET says so and bears the token, a write bears a key of its own", async () => {
  localStorage.setItem("token", "full");
  const seen: Record<string, string | null>[] = [];
  const note = ({ request }: { request: Request }) => {
    seen.push({
      with: request.headers.get("X-Requested-With"),
      token: request.headers.get("Authorization"),
      key: request.headers.get("Idempotency-Key"),
    });
    return HttpResponse.json({});
  };
  server.use(http.get(`${ORIGIN}/api/me`, note), http.post(`${ORIGIN}/api/users/revalidate`, note));

  await api.GET("/api/me", { headers: POLLING });
  await api.POST("/api/users/revalidate");
  await api.POST("/api/users/revalidate");

  expect(seen[0]).toEqual({ with: "interval", token: "Bearer full", key: null });
  expect(seen[1]?.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  expect(seen[1]?.key).not.toBe(seen[2]?.key);
});

test("no answer at all is told as offline, an answer that is not ours by its text", async () => {
  localStorage.setItem("token", "full");
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.error()));
  const offline = await failureFrom(api.GET("/api/me"));
  server.use(http.get(`${ORIGIN}/api/me`, () => new HttpResponse("<h1>Bad gateway</h1>", { status: 502 })));
  const proxy = await failureFrom(api.GET("/api/me"));

  expect(offline.code).toBe("offline");
  expect(proxy).toMatchObject({ code: undefined, status: 502, dataText: "<h1>Bad gateway</h1>" });
});
