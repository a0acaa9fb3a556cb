import { useSelector } from "@xstate/react";
import { createActor, fromPromise } from "xstate";
import { api } from "@/lib/api/client";
import { failureOf } from "@/lib/api/failure";
import { clearSession, readStored, writeStored } from "@/lib/storage";
import { withCaptcha } from "./captcha";
import {
  type Credentials,
  type Registration,
  type SessionState,
  sessionMachine,
  type TokenCheck,
} from "./session-machine";

async function exchange(): Promise<TokenCheck> {
  const { data } = await api.POST("/api/checkToken-2FA");
  if (!data) throw new Error("checkToken-2FA answered nothing");
  return data;
}

/** With a code it passes the step, without one it mails a new one (SESS-95). */
async function postCode(body: { readonly code?: string }): Promise<void> {
  const response = await fetch("/api/auth-otp", {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${readStored("token2fa") ?? ""}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw await failureOf(response, "POST");
}

const liveSession = sessionMachine.provide({
  actors: {
    signIn: fromPromise<string, Credentials>(async ({ input }) => {
      const { data } = await withCaptcha(input.email, (captcha) =>
        api.POST("/api/signin", { body: { ...input, captcha, logoutFromOthers: false } }),
      );
      return data?.token2fa ?? "";
    }),
    register: fromPromise<string, Registration>(async ({ input }) => {
      const { data } = await withCaptcha(input.email, (captcha) =>
        api.POST("/api/register", { body: { ...input, "g-recaptcha-response": captcha } }),
      );
      return data?.token2fa ?? "";
    }),
    checkToken: fromPromise<TokenCheck, void>(exchange),
    submitCode: fromPromise<void, { code: string }>(async ({ input }) => {
      await postCode(input);
    }),
    resendCode: fromPromise<void, void>(async () => {
      await postCode({});
    }),
    revoke: fromPromise<void, { token: string | undefined }>(async ({ input }) => {
      if (!input.token) return;
      // Storage is empty by now, so the call bears the token itself.
      await fetch("/api/logout", { method: "POST", headers: { Authorization: `Bearer ${input.token}` } });
    }),
  },
  actions: {
    storeTwoFactor: (_, { token2fa }) => writeStored("token2fa", token2fa),
    storeToken: (_, { token }) => {
      writeStored("token", token);
      writeStored("token2fa", undefined);
    },
    clearAll: () => clearSession(),
  },
});

/** The one session of this tab. */
export const session = createActor(liveSession, {
  input: { token: readStored("token"), token2fa: readStored("token2fa") },
});

/** Starts the session and follows what other tabs do to it. */
export function startSession(): void {
  session.start();
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === null || (key === "token" && newValue === null)) session.send({ type: "expired" });
    if (key === "token" && newValue !== null) session.send({ type: "adopted", token: newValue });
  });
}

export function sessionState(): SessionState {
  const snapshot = session.getSnapshot();
  if (snapshot.matches("loggedIn")) return "loggedIn";
  return snapshot.matches("awaitingTwoFactor") ? "awaitingTwoFactor" : "loggedOut";
}

/** Whether the server has said that a mailed code is awaited. */
export function isCodeAwaited(): boolean {
  const snapshot = session.getSnapshot();
  return snapshot.matches("awaitingTwoFactor") && !snapshot.matches({ awaitingTwoFactor: "checking" });
}

export function useSession() {
  return useSelector(session, (snapshot) => snapshot);
}
