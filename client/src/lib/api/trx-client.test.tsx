import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { server } from "../../../tests/server";
import { isFailure } from "./failure";
import { trxApi } from "./trx-client";

const ORIGIN = "http://localhost";
let openedCount = 0;
let sentTokens: (string | null)[] = [];

/** The server issues `tokens` in turn; only the last one is valid. */
function serveTokens(...tokens: readonly string[]): void {
  server.use(
    http.post(`${ORIGIN}/api/transactionals`, () => {
      openedCount += 1;
      return HttpResponse.json({ trxToken: tokens[openedCount - 1] });
    }),
    http.get(`${ORIGIN}/trx-api/overview`, ({ request }) => {
      sentTokens.push(request.headers.get("Authorization"));
      const isGood = request.headers.get("Authorization") === `Bearer ${tokens.at(-1)}`;
      return isGood
        ? HttpResponse.json({ hasKey: true })
        : HttpResponse.json({ code: "tokenException", message: "", payload: {} }, { status: 401 });
    }),
  );
}

beforeEach(() => {
  openedCount = 0;
  sentTokens = [];
  localStorage.setItem("token", "full");
});

test("a session without a transactional token gets one, once for all calls that wait for it", async () => {
  serveTokens("trx");

  const answers = await Promise.all([trxApi.GET("/trx-api/overview"), trxApi.GET("/trx-api/overview")]);

  expect(answers.map(({ data }) => data)).toEqual([{ hasKey: true }, { hasKey: true }]);
  expect(sentTokens).toEqual(["Bearer trx", "Bearer trx"]);
  expect(openedCount).toBe(1);
  expect(localStorage.getItem("trxToken")).toBe("trx");
});

test("a token that is over is replaced while the session stands, and the call made again", async () => {
  localStorage.setItem("trxToken", "old");
  serveTokens("new");

  const { data } = await trxApi.GET("/trx-api/overview");

  expect(data).toEqual({ hasKey: true });
  expect(sentTokens).toEqual(["Bearer old", "Bearer new"]);
  expect(localStorage.getItem("trxToken")).toBe("new");
});

test("a session that is over is told as by any other call", async () => {
  localStorage.setItem("trxToken", "old");
  serveTokens("new");
  server.use(
    http.post(`${ORIGIN}/api/transactionals`, () =>
      HttpResponse.json({ code: "sessionEnded", message: "", payload: {} }, { status: 401 }),
    ),
  );

  const failure: unknown = await trxApi.GET("/trx-api/overview").catch((error: unknown) => error);

  expect(isFailure(failure) && failure.code).toBe("sessionEnded");
  expect(sentTokens).toEqual(["Bearer old"]);
});

test("without a session nothing is asked", async () => {
  localStorage.removeItem("token");
  serveTokens("trx");

  const failure: unknown = await trxApi.GET("/trx-api/overview").catch((error: unknown) => error);

  expect(isFailure(failure) && failure.code).toBe("loggedOut");
  expect([openedCount, sentTokens]).toEqual([0, []]);
});
