import { assign, fromPromise, not, setup, stateIn } from "xstate";
import type {
  Context,
  Credentials,
  LinkCredentials,
  Registration,
  SessionEnding,
  SessionEvent,
  SessionInput,
  StoredSession,
  TeamSwitch,
  TeamSwitchRequest,
  TokenCheck,
} from "./shapes.ts";

function createUnprovidedActor<Output, Input>() {
  return fromPromise<Output, Input>(() => Promise.reject(new Error("actor not provided")));
}

function getCode(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

function toTokenCheck(answer: TokenCheck | TeamSwitch): TokenCheck {
  return "check" in answer ? answer.check : answer;
}

const isLoggedIn = stateIn({ session: "loggedIn" });

/** Actors, actions and guards of all regions. Calls and storage are injected. */
export const machineSetup = setup({
  types: { context: {} as Context, events: {} as SessionEvent, input: {} as SessionInput },
  actors: {
    signIn: createUnprovidedActor<string, Credentials>(),
    register: createUnprovidedActor<string, Registration>(),
    signInWith: createUnprovidedActor<{ token2fa: string; tokenMode: boolean }, LinkCredentials>(),
    switchTeam: createUnprovidedActor<TeamSwitch, TeamSwitchRequest>(),
    checkToken: createUnprovidedActor<TokenCheck, void>(),
    submitCode: createUnprovidedActor<void, { code: string }>(),
    resendCode: createUnprovidedActor<{ resendAt: number }, void>(),
    revoke: createUnprovidedActor<void, { token: string | undefined }>(),
  },
  actions: {
    storeTwoFactor: (_: unknown, _params: { token2fa: string }) => undefined,
    storeToken: (_: unknown, _params: StoredSession) => undefined,
    /** Stores the reason for other tabs. Keeps unsaved text for the same user, unless the user signed out. */
    endSession: (_: unknown, _params: { ending: SessionEnding }) => undefined,
    clearAll: () => undefined,
    /** Like `clearAll`, but does not clear a session that another tab has opened since. */
    clearOwn: (_: unknown, _params: { token: string | undefined }) => undefined,
    identify: (_: unknown, _params: { userId: string }) => undefined,
    noteEnding: assign((_, params: { ending: SessionEnding; keepsPlace: boolean }) => ({
      ...params,
      failure: undefined,
    })),
    noteFailure: assign({ failure: ({ event }) => ("error" in event ? event.error : undefined) }),
    begin: assign({ failure: undefined, wasResent: false }),
  },
  guards: {
    hasToken: ({ context }) => context.token !== undefined,
    hasTwoFactor: ({ context }) => context.token2fa !== undefined,
    isTokenMode: ({ context }) => context.tokenMode,
    isLoggedIn,
    isLoggedOut: not(isLoggedIn),
    asksToEndOthers: ({ event }) => "error" in event && getCode(event.error) === "signInConfirmException",
    deniesAnother: ({ event }) => "error" in event && getCode(event.error) === "signInConfirmMode1Exception",
    isComplete: ({ event }) =>
      "output" in event && toTokenCheck(event.output as TokenCheck | TeamSwitch).state === "complete",
    isDead: ({ event }) => event.type === "pingAnswered" && !event.isAlive,
    isForMore: ({ event }) => event.type === "identified" && !event.paymentAuth,
    isForPayment: ({ event }) => event.type === "identified" && event.paymentAuth,
    endedByChoice: ({ event }) => event.type === "endedElsewhere" && event.ending === "signedOut",
    endedByTime: ({ event }) => event.type === "endedElsewhere" && event.ending === "expired",
    endedByForce: ({ event }) => event.type === "endedElsewhere" && event.ending === "forcedOut",
  },
});

/** Actions at the end of a session, whatever state follows. */
export function buildEndActions(ending: SessionEnding, { keepsPlace = ending !== "signedOut" } = {}) {
  return [
    { type: "noteEnding", params: { ending, keepsPlace } },
    { type: "endSession", params: { ending } },
  ] as const;
}

/** The context after a successful check. */
export function toSessionContext(check: TokenCheck): Pick<Context, "token" | "trxToken" | "step"> {
  return check.state === "complete"
    ? { token: check.token, trxToken: check.trxToken, step: undefined }
    : { token: undefined, trxToken: undefined, step: check.step };
}
