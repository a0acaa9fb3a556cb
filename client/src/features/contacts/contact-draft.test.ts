import { describe, expect, it } from "vitest";
import { EMPTY_DRAFT, toContactChange, validateDraft, withCustomValue } from "./contact-draft";

const ALICE = {
  ...EMPTY_DRAFT,
  email: "alice@example.com",
  firstname: "Alice",
  birthday: "1990-02-03",
  labelIds: [1, 2],
  customField: { 7: "gold", 8: true },
};

describe("a custom value", () => {
  it("that is emptied again leaves nothing to save", () => {
    const draft = { ...EMPTY_DRAFT, customField: withCustomValue(EMPTY_DRAFT, EMPTY_DRAFT, 7, "gold") };
    expect(draft.customField).toEqual({ 7: "gold" });

    expect(withCustomValue(draft, EMPTY_DRAFT, 7, null)).toEqual({});
  });

  it("that is stored is emptied by null", () => {
    expect(withCustomValue(ALICE, ALICE, 7, null)).toEqual({ 7: null, 8: true });
  });
});

it("writes an emptied day as null and leaves out what was not touched", () => {
  expect(toContactChange({ birthday: "", note: "x", customField: { 7: null } })).toEqual({
    birthday: null,
    note: "x",
    customField: { 7: null },
  });
});

it.each([
  [{}, {}],
  [{ email: " " }, { email: "contacts.emailMissing" }],
  [{ email: "alice@example" }, { email: "contacts.emailMalformed" }],
  [{ phone: "+62 (812) 3456-789" }, {}],
  [{ phone: "12345" }, { phone: "contacts.phoneMalformed" }],
  [{ phone: "call me" }, { phone: "contacts.phoneMalformed" }],
  [{ phone: "1234567890123456" }, { phone: "contacts.phoneMalformed" }],
])("finds in %o what must be mended", (edits, problems) => {
  expect(validateDraft({ ...ALICE, ...edits })).toEqual(problems);
});
