import { describe, expect, test } from "vitest";
import { buildPeriodParams, readAuditLogAddress } from "./audit-log-address";

describe("the record's filters in the address", () => {
  test("are read back", () => {
    const address = "kind=team.suspended&operator=01a1fc3d-0000-7000-8000-00000000a11c&from=2026-11-01&to=2026-11-21";

    expect(readAuditLogAddress(new URLSearchParams(address))).toEqual({
      kind: "team.suspended",
      operator: "01a1fc3d-0000-7000-8000-00000000a11c",
      from: "2026-11-01",
      to: "2026-11-21",
    });
  });

  test("count as not given where they are malformed", () => {
    expect(readAuditLogAddress(new URLSearchParams("kind=nothing&operator=me&from=today&to="))).toEqual({
      kind: undefined,
      operator: undefined,
      from: undefined,
      to: undefined,
    });
  });

  test("whole days are wanted, the last one included", () => {
    const { since, until } = buildPeriodParams({ from: "2026-11-20", to: "2026-11-21" });

    expect([since, until]).toEqual([
      new Date("2026-11-20T00:00").toISOString(),
      new Date("2026-11-22T00:00").toISOString(),
    ]);
    expect(buildPeriodParams({ from: undefined, to: undefined })).toEqual({});
  });
});
