import { useSyncExternalStore } from "react";
import { createActor, fromPromise, waitFor } from "xstate";
import type { components } from "@/generated/api";
import { call } from "@/lib/api/data";
import { clearDraftOwner, deleteAllDrafts, setDraftOwner } from "@/lib/draft-storage";
import { getCurrentLanguage } from "@/lib/i18n/i18n";
import { translate } from "@/lib/i18n/translation";
import { clearSession, readStored, writeStored } from "@/lib/storage";
import { toast } from "@/ui/toasts";
import { sendWithCaptcha } from "./captcha";
import {
  type Credentials,
  type LinkCredentials,
  type Registration,
  type SessionEnding,
  type SessionState,
  sessionMachine,
  type TeamSwitch,
  type TeamSwitchRequest,
  type TokenCheck,
} from "./session-machine";

/** After sign-in with a recovery code: shows how many are left and where to create new ones. */
function showRemainingRecoveryCodes(left: number): void {
  const message = left > 0 ? translate("steps.recoveryLeft", { count: left }) : translate("steps.recoveryLast");
  toast("warning", message, { action: { label: translate("steps.recoveryNew"), to: "/account/security" } });
}

/** The time after which another code can be requested. */
function getTimeAfter(seconds: number | null | undefined): number {
  return Date.now() + (seconds ?? 0) * 1000;
}

function toTokenCheck(
  answer: components["schemas"]["CheckTokenComplete"] | components["schemas"]["CheckTokenOtp"],
): TokenCheck {
  if (answer.state === "complete") {
    return { state: "complete", token: answer.token, trxToken: answer.trxToken ?? undefined };
  }
  const { methods, sentTo, retryAfterSeconds } = answer;
  return {
    state: "otpRequired",
    step: { methods, sentTo: sentTo ?? undefined, resendAt: getTimeAfter(retryAfterSeconds) },
  };
}

async function exchangeLinkCredentials({ kind, value, logoutFromOthers }: LinkCredentials): Promise<string> {
  const answer =
    kind === "jwt"
      ? await call("post", "/api/signin-jwt", { body: { jwt: value, logoutFromOthers } })
      : await call("post", "/api/signin-token", { body: { token: value, logoutFromOthers } });
  return answer.token2fa;
}

async function switchTo({ companyId, logoutFromOthers }: TeamSwitchRequest): Promise<TeamSwitch> {
  const { token2fa } = await call("post", "/api/signin-current", { body: { companyId, logoutFromOthers } });
  writeStored("token2fa", token2fa);
  return { token2fa, check: toTokenCheck(await call("post", "/api/checkToken-2FA")) };
}

const liveSession = sessionMachine.provide({
  actors: {
    signIn: fromPromise<string, Credentials>(({ input }) =>
      sendWithCaptcha(
        input.email,
        async (captcha) => (await call("post", "/api/signin", { body: { ...input, captcha } })).token2fa,
      ),
    ),
    register: fromPromise<string, Registration>(({ input }) =>
      sendWithCaptcha(
        input.email,
        async (captcha) =>
          (
            await call("post", "/api/register", {
              body: { ...input, language: getCurrentLanguage(), "g-recaptcha-response": captcha },
            })
          ).token2fa,
      ),
    ),
    signInWith: fromPromise<{ token2fa: string; tokenMode: boolean }, LinkCredentials>(async ({ input }) => ({
      token2fa: await exchangeLinkCredentials(input),
      tokenMode: input.kind === "jwt",
    })),
    switchTeam: fromPromise<TeamSwitch, TeamSwitchRequest>(({ input }) => switchTo(input)),
    checkToken: fromPromise<TokenCheck, void>(async () => toTokenCheck(await call("post", "/api/checkToken-2FA"))),
    submitCode: fromPromise<void, { code: string }>(async ({ input }) => {
      const { recoveryCodesLeft } = await call("post", "/api/auth-otp", { body: { code: input.code } });
      if (typeof recoveryCodesLeft === "number") showRemainingRecoveryCodes(recoveryCodesLeft);
    }),
    resendCode: fromPromise<{ resendAt: number }, void>(async () => ({
      resendAt: getTimeAfter((await call("post", "/api/auth-otp", { body: {} })).retryAfterSeconds),
    })),
    revoke: fromPromise<void, { token: string | undefined }>(async ({ input }) => {
      if (!input.token) return;
      // Storage is already cleared, so the call passes the token explicitly.
      await fetch("/api/logout", { method: "POST", headers: { Authorization: `Bearer ${input.token}` } });
    }),
  },
  actions: {
    storeTwoFactor: (_, { token2fa }) => writeStored("token2fa", token2fa),
    storeToken: (_, { token, trxToken, tokenMode }) => {
      writeStored("logout", undefined);
      writeStored("token2fa", undefined);
      writeStored("trxToken", trxToken ?? readTrxToken(token));
      writeStored("tokenMode", String(tokenMode));
      // Written last, because other tabs wait for it.
      writeStored("token", token);
    },
    endSession: (_, { ending }) => {
      writeStored("logout", ending);
      if (ending === "signedOut") deleteAllDrafts();
      else clearDraftOwner();
    },
    clearAll: () => clearSession(),
    clearOwn: (_, { token }) => {
      const stored = readStored("token");
      if (stored === undefined || stored === token) clearSession();
    },
    identify: (_, { userId }) => setDraftOwner(userId),
  },
});

/** A stored session has a transactional token; a new one provides its own or none. */
function readTrxToken(token: string): string | undefined {
  return readStored("token") === token ? readStored("trxToken") : undefined;
}

function isEnding(value: string | undefined): value is SessionEnding {
  return value === "signedOut" || value === "expired" || value === "forcedOut";
}

/** The only session of this tab. */
export const session = createActor(liveSession, {
  input: {
    token: readStored("token"),
    token2fa: readStored("token2fa"),
    tokenMode: readStored("tokenMode") === "true",
  },
});

/**
 * Follows a change of the session in another tab. Reads the shared storage instead of the event: a tab wakes up late,
 * when another sign-in may have followed.
 */
export function followTabs({ key }: Pick<StorageEvent, "key">): void {
  if (key !== null && key !== "token") return;
  const token = readStored("token");
  if (token === undefined) {
    const ending = readStored("logout");
    session.send({ type: "endedElsewhere", ending: isEnding(ending) ? ending : "expired" });
  } else if (token !== session.getSnapshot().context.token) {
    session.send({ type: "adopted", token });
  }
}

/** Starts the session and follows changes by other tabs. */
export function startSession(): void {
  session.start();
  window.addEventListener("storage", followTabs);
}

export function getSessionState(): SessionState {
  const snapshot = session.getSnapshot();
  if (snapshot.matches({ session: "loggedIn" })) return "loggedIn";
  return snapshot.matches({ session: "awaitingTwoFactor" }) ? "awaitingTwoFactor" : "loggedOut";
}

/** Whether the server requires a code. */
export function isCodeAwaited(): boolean {
  const { session: state } = session.getSnapshot().value;
  return typeof state === "object" && "awaitingTwoFactor" in state && state.awaitingTwoFactor !== "checking";
}

/** Whether someone ended the session and its dialog is open. Navigations wait until it is closed. */
export function isForcedOut(): boolean {
  return session.getSnapshot().matches({ ended: "forcedOut" });
}

/** Whether the session can only pay. */
export function isPaymentSession(): boolean {
  return session.getSnapshot().matches({ paymentAuth: "on" });
}

/** Whether the last ping got no response. */
export function isConnectionLost(): boolean {
  return session.getSnapshot().matches({ connection: "lost" });
}

/** Whether the session or the installation is in token mode (SHELL-127). */
export function useTokenMode(): boolean {
  return useSession().matches({ tokenMode: "on" }) || import.meta.env.VITE_TOKEN_MODE === "true";
}

/** Switches to another team of the same user. Rejects, without a change, if the server refuses (TEAM-187). */
export async function switchTeam(companyId: string): Promise<void> {
  session.send({ type: "switchTeam", companyId, logoutFromOthers: false });
  const { context } = await waitFor(session, (now) => !now.matches({ session: { loggedIn: "switching" } }));
  if (context.failure) throw context.failure;
}

function subscribeToSession(onChange: () => void): () => void {
  const subscription = session.subscribe(onChange);
  return () => subscription.unsubscribe();
}

/** The session's snapshot. Uses React's own store hook, so that the sign-in loads no other. */
export function useSession() {
  return useSyncExternalStore(subscribeToSession, () => session.getSnapshot());
}
