import { expect, test } from "vitest";
import { getCallKind, summarizeCalls, type Timing } from "./calls";

function buildTiming(path: string, duration: number, responseStatus = 200): Timing {
  return { name: `https://app.example${path}`, startTime: 0, duration, responseStatus };
}

test.each([
  ["/api/contacts?page=2&search=ani", "/api/contacts"],
  ["/api/contacts/17", "/api/contacts/{id}"],
  ["/api/email-marketing/01a1fc3d-0000-7000-8000-00000000c0b1/recipients", "/api/email-marketing/{id}/recipients"],
  ["/api/files/d8Jx0c2Yk3qQe1r7PzVb5nT9uWm4LsAa", "/api/files/{id}"],
  ["/api/companies/onboarding", "/api/companies/onboarding"],
])("%s is a call of the kind %s", (path, kind) => expect(getCallKind(`https://app.example${path}`)).toBe(kind));

test("calls of a kind stand together, the costliest kind first", () => {
  const timings = [
    buildTiming("/api/contacts/1", 30),
    buildTiming("/api/contacts/2", 10, 404),
    buildTiming("/api/me", 90),
    buildTiming("/api/contacts/3", 20),
    buildTiming("/api/contacts/4", 50, 500),
  ];

  expect(summarizeCalls(timings)).toEqual([
    { path: "/api/contacts/{id}", count: 4, median: 25, slowest: 50, failed: 2 },
    { path: "/api/me", count: 1, median: 90, slowest: 90, failed: 0 },
  ]);
});

test("what is no call of ours is left out, and a status that is not told is no failure", () => {
  expect(summarizeCalls([buildTiming("/assets/index.js", 5), buildTiming("/api/ping", 4, 0)])).toEqual([
    { path: "/api/ping", count: 1, median: 4, slowest: 4, failed: 0 },
  ]);
});
