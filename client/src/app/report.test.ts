import { afterEach, beforeEach, expect, test, vi } from "vitest";

const sendBeacon = vi.fn<(url: string, body: string) => boolean>();

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("navigator", { sendBeacon });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sendBeacon.mockReset();
});

test("nothing is sent while no address is set", async () => {
  const { reportProblem, setReportAddress } = await import("./report");

  reportProblem({ kind: "render", detail: "x" });
  setReportAddress("");
  reportProblem({ kind: "render", detail: "x" });

  expect(sendBeacon).not.toHaveBeenCalled();
});

test("a problem is posted with what happened before it", async () => {
  const { addCrumb, reportProblem, setReportAddress } = await import("./report");
  setReportAddress("https://reports.example/in");
  addCrumb({ kind: "call", detail: "GET /api/me 502 badGateway" });

  reportProblem({ kind: "missingText", detail: "shell.gone" });

  expect(sendBeacon.mock.calls[0]?.[0]).toBe("https://reports.example/in");
  expect(JSON.parse(sendBeacon.mock.calls[0]?.[1] ?? "")).toEqual({
    problem: { kind: "missingText", detail: "shell.gone" },
    before: [{ kind: "call", detail: "GET /api/me 502 badGateway" }],
  });
});

test("no more than the last hundred crumbs are kept", async () => {
  const { addCrumb, reportProblem, setReportAddress } = await import("./report");
  setReportAddress("https://reports.example/in");
  for (let number = 0; number < 105; number += 1) addCrumb({ kind: "call", detail: String(number) });

  reportProblem({ kind: "render", detail: "x" });

  const { before } = JSON.parse(sendBeacon.mock.calls[0]?.[1] ?? "") as { before: { detail: string }[] };
  expect(before.map(({ detail }) => detail)).toEqual(Array.from({ length: 100 }, (_, index) => String(index + 5)));
});
