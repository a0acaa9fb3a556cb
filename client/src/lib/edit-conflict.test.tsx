import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiFailure } from "./api/failure";
import { useSaveOver } from "./edit-conflict";

const LOST = new Error("no answer");

function conflict(values: Readonly<Record<string, unknown>>): ApiFailure {
  const payload = { fields: Object.keys(values), values };
  return new ApiFailure({ body: { code: "editConflict", payload }, status: 409, method: "PUT", path: "" });
}

/** A record that the saves of one page are written to; answers are lost as often as `lose` says. */
function storing(stored: Record<string, unknown>, lose: number) {
  let left = lose;
  return (values: Readonly<Record<string, unknown>>) =>
    async (base: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> => {
      const contested = Object.entries(stored).filter(
        ([field, value]) => field in values && value !== base[field] && value !== values[field],
      );
      if (contested.length > 0) throw conflict(Object.fromEntries(contested));
      Object.assign(stored, values);
      if (left > 0) {
        left -= 1;
        throw LOST;
      }
      return stored;
    };
}

test("what was stored from here, without an answer, is written over", async () => {
  const { result } = renderHook(useSaveOver);
  const stored = { city: "Bogor" };
  const write = storing(stored, 1);
  await expect(result.current({ city: "Depok" }, { city: "Bogor" }, write({ city: "Depok" }))).rejects.toBe(LOST);

  await result.current({ city: "Depok 2" }, { city: "Bogor" }, write({ city: "Depok 2" }));

  expect(stored).toEqual({ city: "Depok 2" });
});

test("what somebody else has stored since is not", async () => {
  const { result } = renderHook(useSaveOver);
  const stored = { city: "Bogor", company: "Kopi" };
  const write = storing(stored, 1);
  const [first, second] = [
    { city: "Depok", company: "Teh" },
    { city: "Depok 2", company: "Teh 2" },
  ];
  const base = { ...stored };
  await expect(result.current(first, base, write(first))).rejects.toBe(LOST);
  stored.company = "Susu";

  await expect(result.current(second, base, write(second))).rejects.toMatchObject({ code: "editConflict" });

  expect(stored).toEqual({ city: "Depok", company: "Susu" });
});
