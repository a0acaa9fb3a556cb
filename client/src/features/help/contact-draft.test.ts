import { beforeEach, expect, test } from "vitest";
import {
  clearSupportMessageDraft,
  readSupportMessageDraft,
  type SupportMessageDraft,
  storeSupportMessageDraft,
  validateSupportMessageDraft,
} from "./contact-draft";

const FRESH: SupportMessageDraft = { name: "Sari", email: "sari@kopi.example", company: "", phone: "", message: "" };

beforeEach(clearSupportMessageDraft);

test("what was being written is there again, for its writer only", () => {
  storeSupportMessageDraft("sari", { ...FRESH, message: "Half a sentence" });

  expect(readSupportMessageDraft("sari", FRESH).message).toBe("Half a sentence");
  expect(readSupportMessageDraft("dewi", FRESH)).toBe(FRESH);
});

test("once sent it is forgotten", () => {
  storeSupportMessageDraft("sari", { ...FRESH, message: "Sent" });
  clearSupportMessageDraft();

  expect(readSupportMessageDraft("sari", FRESH)).toBe(FRESH);
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
] satisfies [Partial<SupportMessageDraft>, object][])("%o", (change, faults) => {
  expect(validateSupportMessageDraft({ ...FRESH, ...change })).toEqual(faults);
});
