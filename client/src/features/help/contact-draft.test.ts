import { beforeEach, expect, test } from "vitest";
import {
  type ContactDraft,
  clearContactDraft,
  readContactDraft,
  storeContactDraft,
  validateContactDraft,
} from "./contact-draft";

const FRESH: ContactDraft = { name: "Sari", email: "sari@kopi.example", company: "", phone: "", message: "" };

beforeEach(clearContactDraft);

test("what was being written is there again, for its writer only", () => {
  storeContactDraft("sari", { ...FRESH, message: "Half a sentence" });

  expect(readContactDraft("sari", FRESH).message).toBe("Half a sentence");
  expect(readContactDraft("dewi", FRESH)).toBe(FRESH);
});

test("once sent it is forgotten", () => {
  storeContactDraft("sari", { ...FRESH, message: "Sent" });
  clearContactDraft();

  expect(readContactDraft("sari", FRESH)).toBe(FRESH);
});

test.each([
  [{ message: "Hello" }, {}],
  [{}, { message: "help.faults.message.missing" }],
  [
    { message: "  ", name: " " },
    { message: "help.faults.message.missing", name: "help.faults.name.missing" },
  ],
  [{ message: "x", email: "" }, { email: "help.faults.email.missing" }],
  [{ message: "x", email: "sari@kopi" }, { email: "words.enterAnEmailAddressSuchAsNameExample" }],
] satisfies [Partial<ContactDraft>, object][])("%o", (change, faults) => {
  expect(validateContactDraft({ ...FRESH, ...change })).toEqual(faults);
});
