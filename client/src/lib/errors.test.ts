import { describe, expect, test } from "vitest";
import serverErrors from "@/generated/errors.json";
import { ApiFailure } from "./api/failure";
import { CATALOGUE, resolveFailure } from "./errors";
import english from "./texts/en.json";

function failure(parts: {
  code?: string | number;
  message?: string;
  payload?: Record<string, unknown>;
  status?: number;
  dataText?: string;
  method?: string;
}): ApiFailure {
  const { code, message, payload, status = 400, dataText, method = "GET" } = parts;
  const body = code === undefined && message === undefined ? undefined : { code, message, payload };
  return new ApiFailure({
    ...(body ? { body: JSON.parse(JSON.stringify(body)) as object } : {}),
    status,
    ...(dataText ? { dataText } : {}),
    method,
  });
}

describe("the catalogue of errors", () => {
  test("knows every error of the server", () => {
    const known = new Set(CATALOGUE.map(({ code }) => code));

    expect(serverErrors.map(({ code }) => code).filter((code) => !known.has(code))).toEqual([]);
  });

  test("has each code once, and a sentence for it", () => {
    const codes = CATALOGUE.map(({ code }) => code);

    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => !(code in english.errors))).toEqual([]);
  });

  test.each(["numbers", "messages", "dataTexts", "statuses"] as const)("claims no %s twice", (source) => {
    const keys = CATALOGUE.flatMap((row): readonly (string | number)[] => row[source] ?? []);

    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("an error is recognised", () => {
  test.each([
    ["string code before number", { code: "quotaLimit", payload: { number: 31 } }, "quotaLimit"],
    ["number before message", { code: 31, message: "user suspended" }, "credentialsWrong"],
    ["message before data text", { message: "User suspended", dataText: "spf none" }, "userSuspended"],
    ["data text before status", { dataText: "storage limit exceeded", status: 422 }, "storageUsageExceeded"],
    ["status when nothing else speaks", { dataText: "<html>", status: 502 }, "badGateway"],
    ["HTTP 422 without a known text", { dataText: "?", status: 422 }, "noEntity"],
    ["HTTP 202", { code: "accepted", status: 202 }, "accepted"],
    ["an unknown code", { code: "somethingNew", message: "New words", status: 400 }, "noMessage"],
  ])("by %s", (_how, parts, code) => {
    expect(resolveFailure(failure(parts)).code).toBe(code);
  });

  test("an unknown code of ours keeps the server's words, whatever its status", () => {
    const resolved = resolveFailure(failure({ code: "somethingNew", message: "New words", status: 401 }));

    expect(resolved).toMatchObject({ code: "noMessage", ownMessage: "New words", reaction: "notify" });
  });

  test("verifyException is silent on POST and speaks elsewhere", () => {
    expect(resolveFailure(failure({ code: "verifyException", method: "POST" })).reaction).toBe("silent");
    expect(resolveFailure(failure({ code: "verifyException", method: "GET" })).reaction).toBe("notify");
  });

  test.each([
    ["tokenException", "logout"],
    ["loggedOut", "logout"],
    ["forceOutException", "sessionEnded"],
    ["signInConfirmException", "multipleLogin"],
    ["signInConfirmMode1Exception", "denied"],
    ["requestAccepted", "exportNotice"],
    ["badRequest", "silent"],
    ["countTimeout", "silent"],
    ["emailRegistered", "field"],
    ["overQuota", "notify"],
  ])("%s leads to %s", (code, reaction) => {
    expect(resolveFailure(failure({ code })).reaction).toBe(reaction);
  });
});
