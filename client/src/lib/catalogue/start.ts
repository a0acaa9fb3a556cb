import { type ErrorArea, entry } from "./entry";

/** Errors that can occur before sign-in; their texts are in the initial bundle. The others are in `later.ts`. */
export const START_ERRORS: ErrorArea = {
  rows: [
    // Session
    entry("tokenException", "logout"),
    entry("loggedOut", "logout"),
    entry("sessionExpired", "logout", { messages: ["access token missing"], dataTexts: ["expired token"] }),
    entry("sessionEnded", "logout", { numbers: [32] }),
    entry("reloginNeeded", "notify", { numbers: [34] }),
    entry("forceOutException", "sessionEnded"),
    entry("signInConfirmException", "multipleLogin"),
    entry("signInConfirmMode1Exception", "denied"),
    entry("loginException", "field", { statuses: [401] }),
    entry("credentialsWrong", "field", { numbers: [31] }),
    entry("tooManyRequests", "field", { statuses: [429] }),
    entry("otpInvalid", "field"),
    entry("otpExpired", "field"),
    entry("otpTooSoon", "field"),
    entry("userSuspended", "notify", { messages: ["user suspended"] }),
    entry("userLocked"),
    entry("needValidateEmail", "notify", {
      numbers: [53],
      dataTexts: ["user not validated"],
      offer: "resendValidation",
    }),
    entry("tokenExpired", "notify", { dataTexts: ["token expired"] }),
    entry("resetInvalidToken", "field"),
    entry("noTeam", "field"),
    entry("notAuthorized", "notify", { statuses: [403] }),

    // Delayed results, and errors that are not shown
    entry("verifyException", "silent"),
    // Shown with the server's text (ERR-128, ERR-129).
    entry("noMessage"),
    entry("forcedMessage"),
    entry("badRequest", "silent", { statuses: [400] }),

    // Connection
    entry("offline"),
    entry("resourceUnavailable", "notify", { messages: ["failed to fetch"] }),
    entry("badGateway", "notify", { statuses: [404, 502] }),
    entry("serverException", "notify", { statuses: [500, 503] }),

    // Forms
    entry("invalidForm", "field"),
    entry("requiredFieldsNotSet", "field", { numbers: [124] }),
    entry("invalidField", "field"),
    entry("fieldNotAllowed", "field"),
    entry("invalidData", "field", { numbers: [123] }),
    entry("captchaInvalid", "field", { numbers: [414] }),
    entry("captchaRequired", "field"),
    entry("emailRegistered", "field", { numbers: [121, 126], statuses: [405] }),
    entry("passwordInvalid", "field", { numbers: [125] }),

    // Resources and requests
    entry("noEntity", "notify", { statuses: [412, 422] }),
    entry("methodNotAllowed"),
    entry("idempotencyKeyReused"),
    entry("inProgressException"),
  ],
  refinements: {
    // The link in the email is no longer valid (ERR-131).
    noEntity: ({ path }) => (path.endsWith("/reset-password") ? "resetInvalidToken" : undefined),
  },
};
