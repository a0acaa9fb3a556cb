import { expect, test, vi } from "vitest";
import { ApiFailure } from "./failure";
import { createQueryClient } from "./query-client";

function failure(code: string): ApiFailure {
  return new ApiFailure({ body: { code, message: code }, status: 400, method: "POST" });
}

/** What is heard of a query and of a change that fail with `code` and show their errors in place. */
async function heardOf(code: string): Promise<readonly unknown[]> {
  const onFailure = vi.fn();
  const client = createQueryClient(onFailure);
  const fail = () => Promise.reject(failure(code));
  const meta = { quiet: true };
  await client.fetchQuery({ queryKey: [code], queryFn: fail, retry: false, meta }).catch(() => undefined);
  await client
    .getMutationCache()
    .build(client, { mutationFn: fail, meta })
    .execute(undefined)
    .catch(() => undefined);
  return onFailure.mock.calls.map(([error]) => (error as ApiFailure).code);
}

test("a call that shows its error in place is not told of", async () => {
  expect(await heardOf("credentialsWrong")).toEqual([]);
});

test.each(["tokenException", "sessionEnded", "forceOutException"])(
  "the end of the session, %s, is told of by every call",
  async (code) => {
    expect(await heardOf(code)).toEqual([code, code]);
  },
);
