import { expect, test } from "vitest";
import { createActor, toPromise } from "xstate";
import { ApiFailure } from "@/lib/api/failure";
import type { DraftValues } from "./draft";
import { createSaveActor } from "./saving";

function failure(status: number, code: string, payload: Record<string, unknown>): ApiFailure {
  return new ApiFailure({ body: { code, payload }, status, method: "PUT" });
}

const CONFLICT = failure(409, "editConflict", { fields: ["name"], revision: 7 });
const TEXT_ERROR = failure(400, "invalidTag", { field: "subject", line: 1, column: 1 });

/** Runs a save where each request ends with the given failure, or succeeds for undefined. */
async function save(edits: Partial<DraftValues>, ...ends: (ApiFailure | undefined)[]) {
  const calls: Partial<DraftValues>[] = [];
  let refreshed = 0;
  const logic = createSaveActor<DraftValues>(
    async (some) => {
      calls.push(some);
      const end = ends[calls.length - 1];
      if (end) throw end;
      return { values: {} as DraftValues, revision: 2, fieldEdits: [] };
    },
    async () => {
      refreshed += 1;
    },
  );
  const outcome = await toPromise(createActor(logic, { input: { edits, baseRevision: 1 } }).start()).catch(
    (error: unknown) => error,
  );
  return { calls, refreshed, outcome };
}

test("a save without the text that is at fault is stored, and says what is not", async () => {
  const { calls, outcome } = await save({ subject: "{{", name: "New" }, TEXT_ERROR);

  expect(calls).toEqual([{ subject: "{{", name: "New" }, { name: "New" }]);
  expect(outcome).toMatchObject({ record: { revision: 2 }, rejected: { fields: ["subject"], failure: TEXT_ERROR } });
});

test("a save of nothing but the text that is at fault fails", async () => {
  const { calls, outcome } = await save({ subject: "{{" }, TEXT_ERROR);

  expect([calls.length, outcome]).toEqual([1, TEXT_ERROR]);
});

test("what others have edited is fetched, in the second save as well", async () => {
  expect(await save({ name: "New" }, CONFLICT)).toMatchObject({ refreshed: 1, outcome: CONFLICT });
  expect(await save({ subject: "{{", name: "New" }, TEXT_ERROR, CONFLICT)).toMatchObject({
    refreshed: 1,
    outcome: CONFLICT,
  });
});
