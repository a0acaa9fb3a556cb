import { beforeEach, expect, test } from "vitest";
import { arrive, forgetTrail, readTrail, setOut } from "./route-trail";

const CONTACTS = { name: "contacts", path: "/contacts" };
const REPORT = { name: "campaign-report", path: "/campaigns/1" };

beforeEach(forgetTrail);

test("SHELL-208: it knows where the user is, was, and is going", () => {
  arrive(CONTACTS);
  setOut("/campaigns/1");
  expect(readTrail()).toEqual({ current: CONTACTS, previous: undefined, next: "/campaigns/1" });

  arrive(REPORT);
  setOut(undefined);
  expect(readTrail()).toEqual({ current: REPORT, previous: CONTACTS, next: undefined });
});

test("turning a page of a list is not another screen", () => {
  arrive(CONTACTS);
  arrive(REPORT);
  arrive({ name: "campaign-report", path: "/campaigns/1?tab=links" });

  expect(readTrail().previous).toEqual(CONTACTS);
  expect(readTrail().current?.path).toBe("/campaigns/1?tab=links");
});
