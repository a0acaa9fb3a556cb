import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiFailure } from "./api/failure";
import { useConflictAwareSave } from "./edit-conflict";

const LOST_RESPONSE = new Error("no response");

function buildConflictFailure(values: Readonly<Record<string, unknown>>): ApiFailure {
  const payload = { fields: Object.keys(values), values };
  return new ApiFailure({ body: { code: "editConflict", payload }, status: 409, method: "PUT", path: "" });
}

function buildFailure(code: string): ApiFailure {
  return new ApiFailure({ body: { code }, status: 409, method: "PUT", path: "" });
}

/** A record that stores the saves of one page; the first `lose` responses are lost. */
function createStore(stored: Record<string, unknown>, lose: number) {
  let left = lose;
  return (values: Readonly<Record<string, unknown>>) =>
    async (base: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> => {
      const contested = Object.entries(stored).filter(
        ([field, value]) => field in values && value !== base[field] && value !== values[field],
      );
      if (contested.length > 0) throw buildConflictFailure(Object.fromEntries(contested));
      Object.assign(stored, values);
      if (left > 0) {
        left -= 1;
        throw LOST_RESPONSE;
      }
      return stored;
    };
}

test.each([1, 2])("what was stored from here without %d responses is replaced", async (lost) => {
  const { result } = renderHook(useConflictAwareSave);
  const stored = { city: "Bogor" };
  const write = createStore(stored, lost);
  for (let number = 1; number <= lost; number += 1) {
    const values = { city: ` Depok  ${number} ` };
    await expect(result.current(values, { city: "Bogor" }, write({ city: `Depok ${number}` }))).rejects.toBe(
      LOST_RESPONSE,
    );
  }

  await result.current({ city: "Depok" }, { city: "Bogor" }, write({ city: "Depok" }));

  expect(stored).toEqual({ city: "Depok" });
});

test("a rejected value that a teammate then stores is theirs", async () => {
  const { result } = renderHook(useConflictAwareSave);
  const refused = buildFailure("contactExists");
  await expect(result.current({ city: "Depok" }, { city: "Bogor" }, () => Promise.reject(refused))).rejects.toBe(
    refused,
  );
  const stored = { city: "Depok" };

  const save = result.current({ city: "Solo" }, { city: "Bogor" }, createStore(stored, 0)({ city: "Solo" }));

  await expect(save).rejects.toMatchObject({ code: "editConflict" });
  expect(stored).toEqual({ city: "Depok" });
});

test("what somebody else has stored since is not", async () => {
  const { result } = renderHook(useConflictAwareSave);
  const stored = { city: "Bogor", company: "Kopi" };
  const write = createStore(stored, 1);
  const [first, second] = [
    { city: "Depok", company: "Teh" },
    { city: "Depok 2", company: "Teh 2" },
  ];
  const base = { ...stored };
  await expect(result.current(first, base, write(first))).rejects.toBe(LOST_RESPONSE);
  stored.company = "Susu";

  await expect(result.current(second, base, write(second))).rejects.toMatchObject({ code: "editConflict" });

  expect(stored).toEqual({ city: "Depok", company: "Susu" });
});

test.each([
  ["kopi.example", "https://kopi.example"],
  ["Ayu@Example.com", "ayu@example.com"],
  ["1,5", 1.5],
])("%s is stored as %s, and still one's own", async (sent, kept) => {
  const { result } = renderHook(useConflictAwareSave);
  await expect(result.current({ value: sent }, { value: "" }, () => Promise.reject(LOST_RESPONSE))).rejects.toBe(
    LOST_RESPONSE,
  );
  const written: unknown[] = [];

  await result.current({ value: "new" }, { value: "" }, async (base) => {
    written.push(base);
    if (base.value !== kept) throw buildConflictFailure({ value: kept });
  });

  expect(written).toEqual([{ value: "" }, { value: kept }]);
});

/** A server that stores country names in one language and converts the base of a save in the same way. */
function createTranslatingStore(stored: { country: string }, lost: number) {
  const NAMES: Readonly<Record<string, string>> = { Belanda: "Netherlands", Jepang: "Japan" };
  const cleaned = (value: unknown) => NAMES[String(value)] ?? String(value);
  let left = lost;
  return (values: { country: string }) => async (base: Readonly<Record<string, unknown>>) => {
    if (![base.country, cleaned(base.country), cleaned(values.country)].includes(stored.country)) {
      throw buildConflictFailure({ ...stored });
    }
    stored.country = cleaned(values.country);
    if (left > 0) {
      left -= 1;
      throw LOST_RESPONSE;
    }
    return stored;
  };
}

test("a value that the server stores in another form is still one's own", async () => {
  const { result } = renderHook(useConflictAwareSave);
  const stored = { country: "Indonesia" };
  const write = createTranslatingStore(stored, 2);
  for (const country of ["Belanda", "Jepang"]) {
    const save = result.current({ country }, { country: "Indonesia" }, write({ country }));
    await expect(save).rejects.toBe(LOST_RESPONSE);
  }
  expect(stored).toEqual({ country: "Japan" });

  await result.current({ country: "Peru" }, { country: "Indonesia" }, write({ country: "Peru" }));

  expect(stored).toEqual({ country: "Peru" });
});

test("what someone else has stored after such a value is theirs", async () => {
  const { result } = renderHook(useConflictAwareSave);
  const stored = { country: "Indonesia" };
  const write = createTranslatingStore(stored, 1);
  const save = result.current({ country: "Belanda" }, { country: "Indonesia" }, write({ country: "Belanda" }));
  await expect(save).rejects.toBe(LOST_RESPONSE);
  stored.country = "Peru";

  const next = result.current({ country: "Chile" }, { country: "Indonesia" }, write({ country: "Chile" }));

  await expect(next).rejects.toMatchObject({ payload: { values: { country: "Peru" } } });
  expect(stored).toEqual({ country: "Peru" });
});
