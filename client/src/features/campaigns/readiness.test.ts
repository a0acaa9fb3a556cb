import { expect, test } from "vitest";
import type { Draft } from "./draft";
import { isReady, readiness } from "./readiness";

const NOBODY: Draft["recipients"] = { all: false, labelIds: [], segmentIds: [], topicId: null };
const DRAFT: Draft = {
  name: "Harvest",
  subject: "The harvest is in",
  preheader: "",
  category: "",
  senderId: "01a1fc3d-0000-7000-8000-0000000005e1",
  content: { kind: "markdown", starter: "letter", body: "Hi" },
  recipients: { all: true, labelIds: [], segmentIds: [], topicId: null },
};
const KNOWN = {
  draft: DRAFT,
  count: { count: 20, suppressed: 1 },
  senderIsValidated: true,
  fault: undefined,
  emailsLeft: 20,
};

test("a draft with everything can be sent", () => {
  expect(isReady(readiness(KNOWN))).toBe(true);
  expect(isReady(readiness({ ...KNOWN, emailsLeft: -1 }))).toBe(true);
});

test.each([
  ["recipients", { draft: { ...DRAFT, recipients: NOBODY } }],
  ["recipients", { count: { count: 0, suppressed: 3 } }],
  ["sender", { draft: { ...DRAFT, senderId: null } }],
  ["sender", { senderIsValidated: false }],
  ["subject", { draft: { ...DRAFT, subject: " " } }],
  ["subject", { fault: { field: "preheader", line: 1, column: 1, cause: undefined } }],
  ["content", { draft: { ...DRAFT, content: { ...DRAFT.content, body: "" } } }],
  ["content", { fault: { field: "content", line: 1, column: 1, cause: undefined } }],
  ["quota", { emailsLeft: 19 }],
] as const)("%s is missing in %o", (check, change) => {
  const checks = readiness({ ...KNOWN, ...change });

  expect(checks[check]).toBe("missing");
  expect(isReady(checks)).toBe(false);
});

test("what is not known yet is neither done nor missing", () => {
  const checks = readiness({ ...KNOWN, count: undefined, senderIsValidated: undefined, emailsLeft: undefined });

  expect(checks).toMatchObject({ recipients: "waiting", sender: "waiting", quota: "waiting" });
  expect(isReady(checks)).toBe(false);
});
