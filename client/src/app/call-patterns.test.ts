import { beforeAll, expect, test } from "vitest";
import contract from "@/generated/openapi.json";
import { isPublicCall, isTwoFactorCall } from "@/lib/api/call-patterns";
import { registerCallPatterns } from "./call-patterns";

beforeAll(registerCallPatterns);

const API_URL = "http://localhost/api/";
const ID = "01a1fc3d-0000-7000-8000-000000000001";

/** Every operation of the contract, with a sample id for each path parameter. */
const OPERATIONS = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path: path.replace(/^\/api\//, "").replace(/\{\w+\}/g, ID),
    isPublic: !("security" in operation),
  })),
);

test.each(OPERATIONS)("$method $path is public as the server says: $isPublic", ({ method, path, isPublic }) => {
  expect(isPublicCall(method, API_URL + path)).toBe(isPublic);
});

// The fixed list of HTTP-23, including operations that are not built yet.
test.each([
  ["POST", "signin"],
  ["POST", "signin-token"],
  ["POST", "signin-jwt"],
  ["POST", "register"],
  ["POST", "forget-password"],
  ["POST", "reset-password"],
  ["POST", "users/validate"],
  ["POST", "ping"],
  ["GET", "version"],
  ["GET", "client"],
  ["GET", "companies/registration-questions"],
  ["POST", "team-member/invite"],
  ["POST", "team-member/account"],
  ["GET", "team-member/email?token=x"],
  ["POST", "team-member/activation"],
  ["POST", "contacts/subscribe"],
  ["POST", "contacts/confirm"],
  ["POST", "contacts/unsubscribe"],
  ["POST", "contacts/resubscribe"],
  ["POST", `forms/${ID}/submit`],
  ["GET", "events/detail?company=x"],
  ["POST", "public/shorten-url"],
  ["POST", "message/contact-us"],
  ["GET", "lookups/timezone"],
  ["GET", "lookups/city/ID"],
  ["GET", "captcha?account=a@b.id"],
])("%s %s goes without a token", (method, path) => {
  expect(isPublicCall(method, API_URL + path)).toBe(true);
});

test.each([
  ["GET", "ping"],
  ["POST", "version"],
  ["GET", "signin"],
  ["POST", "signin-current"],
  ["POST", "users/revalidate"],
  ["POST", "users/validate/check"],
  ["GET", "contacts/subscriber"],
  ["POST", `forms/${ID}/submit/x`],
  ["POST", "forms/delete"],
  ["GET", "public/shorten-urls"],
  ["GET", "lookups"],
])("%s %s needs one", (method, path) => {
  expect(isPublicCall(method, API_URL + path)).toBe(false);
});

test("only the two-factor step bears the two-factor token", () => {
  expect(isTwoFactorCall("POST", `${API_URL}checkToken-2FA`)).toBe(true);
  expect(isTwoFactorCall("POST", `${API_URL}auth-otp`)).toBe(true);
  expect(isTwoFactorCall("GET", `${API_URL}me`)).toBe(false);
});
