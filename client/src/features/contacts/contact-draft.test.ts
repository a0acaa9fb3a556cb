import { describe, expect, it } from "vitest";
import { EMPTY_DRAFT, isDirty, listRealEdits, toContactChange, validateDraft, withEdits } from "./contact-draft";

const ALICE = {
  ...EMPTY_DRAFT,
  email: "alice@example.com",
  firstname: "Alice",
  birthday: "1990-02-03",
  labelIds: [1, 2],
  customField: { 7: "gold", 8: true },
};

describe("edits", () => {
  it("of several choices are gone when the same ones are chosen", () => {
    const base = { ...ALICE, customField: { 7: ["Tea", "Coffee"] } };

    expect(listRealEdits(base, { customField: { 7: ["Tea", "Coffee"] } })).toEqual({});
    expect(listRealEdits(base, { customField: { 7: ["Tea"] } })).toEqual({ customField: { 7: ["Tea"] } });
    expect(listRealEdits(base, { customField: { 7: null } })).toEqual({ customField: { 7: null } });
  });

  it("are gone when everything reads as before", () => {
    const edits = { firstname: "Alice", labelIds: [2, 1], customField: { 7: "gold", 9: null } };

    expect(listRealEdits(ALICE, edits)).toEqual({});
    expect(isDirty(ALICE, edits)).toBe(false);
  });

  it("keep only what differs", () => {
    const edits = { firstname: "Alicia", lastname: "", labelIds: [1], customField: { 7: "silver", 8: true } };

    expect(listRealEdits(ALICE, edits)).toEqual({ firstname: "Alicia", labelIds: [1], customField: { 7: "silver" } });
  });

  it("stand over what others change meanwhile", () => {
    const changedByBob = { ...ALICE, city: "Bandung", customField: { ...ALICE.customField, 8: false } };

    const draft = withEdits(changedByBob, { firstname: "Alicia", customField: { 7: "silver" } });

    expect(draft).toMatchObject({ firstname: "Alicia", city: "Bandung", customField: { 7: "silver", 8: false } });
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
  expect(validateDraft(withEdits(ALICE, edits))).toEqual(problems);
});
