import { beforeEach, expect, test } from "vitest";
import { clearTrail, readTrail, recordArrival, setNextPath } from "./route-trail";

const CONTACTS = { name: "contacts", path: "/contacts" };
const REPORT = { name: "campaign-report", path: "/campaigns/1" };

beforeEach(clearTrail);

test("SHELL-208: it knows where the user is, was, and is going", () => {
  recordArrival(CONTACTS);
  setNextPath("/campaigns/1");
  expect(readTrail()).toEqual({ current: CONTACTS, previous: undefined, next: "/campaigns/1" });

  recordArrival(REPORT);
  setNextPath(undefined);
  expect(readTrail()).toEqual({ current: REPORT, previous: CONTACTS, next: undefined });
});

test("turning a page of a list is not another screen", () => {
  recordArrival(CONTACTS);
  recordArrival(REPORT);
  recordArrival({ name: "campaign-report", path: "/campaigns/1?tab=links" });

  expect(readTrail().previous).toEqual(CONTACTS);
  expect(readTrail().current?.path).toBe("/campaigns/1?tab=links");
});
