import { expect, test } from "vitest";
import { isPublicCall, isTwoFactorCall } from "./public-paths";

const AT = "http://localhost/api/";

test.each([
  ["POST", "signin"],
  ["POST", "register"],
  ["GET", "captcha?account=a@b.id"],
  ["POST", "users/validate"],
  ["POST", "senders/validate"],
  ["POST", "ping"],
  ["GET", "version"],
  ["GET", "client"],
  ["GET", "lookups/timezone"],
  ["POST", "forms/4f1/submit"],
  ["POST", "contacts/unsubscribe"],
])("%s %s goes without a token", (method, path) => {
  expect(isPublicCall(method, AT + path)).toBe(true);
});

test.each([
  ["GET", "ping"],
  ["GET", "me"],
  ["POST", "logout"],
  ["GET", "contacts"],
  ["POST", "users/revalidate"],
  ["GET", "signin"],
  ["POST", "signin-current"],
  ["POST", "forms/4f1/submit/x"],
])("%s %s needs one", (method, path) => {
  expect(isPublicCall(method, AT + path)).toBe(false);
});

test("only the two-factor step bears the two-factor token", () => {
  expect(isTwoFactorCall("POST", `${AT}checkToken-2FA`)).toBe(true);
  expect(isTwoFactorCall("GET", `${AT}me`)).toBe(false);
});
