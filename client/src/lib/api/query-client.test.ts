import { expect, test, vi } from "vitest";
import { ApiFailure } from "./failure";
import { createQueryClient } from "./query-client";

function buildFailureOfCode(code: string): ApiFailure {
  return new ApiFailure({ body: { code, message: code }, status: 400, method: "POST" });
}

/** Codes passed to `onFailure` when a query and a mutation fail with `code`. */
async function collectFailures(code: string, meta: { readonly toast: boolean }): Promise<readonly unknown[]> {
  const onFailure = vi.fn();
  const client = createQueryClient(onFailure);
  const fail = () => Promise.reject(buildFailureOfCode(code));
  await client.fetchQuery({ queryKey: [code], queryFn: fail, retry: false, meta }).catch(() => undefined);
  await client
    .getMutationCache()
    .build(client, { mutationFn: fail, meta })
    .execute(undefined)
    .catch(() => undefined);
  return onFailure.mock.calls.map(([error]) => (error as ApiFailure).code);
}

test("a failure without a toast is left to its screen", async () => {
  expect(await collectFailures("credentialsWrong", { toast: false })).toEqual([]);
});

test("a failure with a toast is passed on", async () => {
  expect(await collectFailures("credentialsWrong", { toast: true })).toEqual(["credentialsWrong", "credentialsWrong"]);
});

test.each(["tokenException", "sessionEnded", "forceOutException"])(
  "the end of the session, %s, is passed on by every call",
  async (code) => {
    expect(await collectFailures(code, { toast: false })).toEqual([code, code]);
  },
);

test("a call that reacts to the end of the session itself passes nothing on", async () => {
  const onFailure = vi.fn();
  const client = createQueryClient(onFailure);
  const queryFn = () => Promise.reject(buildFailureOfCode("sessionEnded"));

  await client.fetchQuery({ queryKey: ["own"], queryFn, retry: false, meta: { ownEnd: true } }).catch(() => undefined);

  expect(onFailure).not.toHaveBeenCalled();
});
