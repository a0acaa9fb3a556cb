import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { server } from "../../../tests/server";
import { isFailure } from "./failure";
import { trxApi } from "./trx-client";

const ORIGIN = "http://localhost";
let opened = 0;
let seen: (string | null)[] = [];

/** The server issues `tokens` in turn; only the last one is valid. */
function giving(...tokens: readonly string[]): void {
  server.use(
    http.post(`${ORIGIN}/api/transactionals`, () => {
      opened += 1;
      return HttpResponse.json({ trxToken: tokens[opened - 1] });
    }),
    http.get(`${ORIGIN}/trx-api/overview`, ({ request }) => {
      seen.push(request.headers.get("Authorization"));
      const isGood = request.headers.get("Authorization") === `Bearer ${tokens.at(-1)}`;
      return isGood
        ? HttpResponse.json({ hasKey: true })
        : HttpResponse.json({ code: "tokenException", message: "", payload: {} }, { status: 401 });
    }),
  );
}

beforeEach(() => {
  opened = 0;
  seen = [];
  localStorage.setItem("token", "full");
});

test("a session without a transactional token gets one, once for all calls that wait for it", async () => {
  giving("trx");

  const answers = await Promise.all([trxApi.GET("/trx-api/overview"), trxApi.GET("/trx-api/overview")]);

  expect(answers.map(({ data }) => data)).toEqual([{ hasKey: true }, { hasKey: true }]);
  expect(seen).toEqual(["Bearer trx", "Bearer trx"]);
  expect(opened).toBe(1);
  expect(localStorage.getItem("trxToken")).toBe("trx");
});

test("a token that is over is replaced while the session stands, and the call made again", async () => {
  localStorage.setItem("trxToken", "old");
  giving("new");

  const { data } = await trxApi.GET("/trx-api/overview");

  expect(data).toEqual({ hasKey: true });
  expect(seen).toEqual(["Bearer old", "Bearer new"]);
  expect(localStorage.getItem("trxToken")).toBe("new");
});

test("a session that is over is told as by any other call", async () => {
  localStorage.setItem("trxToken", "old");
  giving("new");
  server.use(
    http.post(`${ORIGIN}/api/transactionals`, () =>
      HttpResponse.json({ code: "sessionEnded", message: "", payload: {} }, { status: 401 }),
    ),
  );

  const failure: unknown = await trxApi.GET("/trx-api/overview").catch((error: unknown) => error);

  expect(isFailure(failure) && failure.code).toBe("sessionEnded");
  expect(seen).toEqual(["Bearer old"]);
});

test("without a session nothing is asked", async () => {
  localStorage.removeItem("token");
  giving("trx");

  const failure: unknown = await trxApi.GET("/trx-api/overview").catch((error: unknown) => error);

  expect(isFailure(failure) && failure.code).toBe("loggedOut");
  expect([opened, seen]).toEqual([0, []]);
});
