import { beforeEach, expect, test } from "vitest";
import { type ContactDraft, contactDraft, contactFaults, forgetContactDraft, keepContactDraft } from "./contact-draft";

const FRESH: ContactDraft = { name: "Sari", email: "sari@kopi.example", company: "", phone: "", message: "" };

beforeEach(forgetContactDraft);

test("what was being written is there again, for its writer only", () => {
  keepContactDraft("sari", { ...FRESH, message: "Half a sentence" });

  expect(contactDraft("sari", FRESH).message).toBe("Half a sentence");
  expect(contactDraft("dewi", FRESH)).toBe(FRESH);
});

test("once sent it is forgotten", () => {
  keepContactDraft("sari", { ...FRESH, message: "Sent" });
  forgetContactDraft();

  expect(contactDraft("sari", FRESH)).toBe(FRESH);
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
  expect(contactFaults({ ...FRESH, ...change })).toEqual(faults);
});
