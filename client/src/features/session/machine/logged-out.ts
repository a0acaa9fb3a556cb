import { assign, raise } from "xstate";
import { machineSetup } from "./setup.ts";

/** Late events of an ended session, which must not interrupt the next sign-in. */
const IGNORED_EVENTS = { expired: {}, forcedOut: {}, pingRefused: {}, pingAnswered: {}, endedElsewhere: {} } as const;

/** No user is signed in; every way of signing in leads to the second step. */
export const loggedOut = machineSetup.createStateConfig({
  id: "loggedOut",
  initial: "idle",
  entry: [
    { type: "clearOwn", params: ({ context }) => ({ token: context.token }) },
    assign({ token: undefined, token2fa: undefined, trxToken: undefined, userId: undefined, step: undefined }),
    assign({ tokenMode: false }),
  ],
  on: IGNORED_EVENTS,
  states: {
    idle: {
      on: { signIn: "signingIn", register: "registering", signInWith: "passing" },
    },
    signingIn: {
      entry: "begin",
      invoke: {
        src: "signIn",
        input: ({ event }) => {
          if (event.type !== "signIn") throw new Error(`signIn cannot start from ${event.type}`);
          const { type: _type, ...credentials } = event;
          return credentials;
        },
        onDone: {
          target: "#awaitingTwoFactor",
          actions: assign({ token2fa: ({ event }) => event.output }),
        },
        onError: [
          { guard: "asksToEndOthers", target: "idle", actions: raise({ type: "multipleLoginAsked" }) },
          { guard: "deniesAnother", target: "idle", actions: raise({ type: "multipleLoginDenied" }) },
          { target: "idle", actions: "noteFailure" },
        ],
      },
    },
    registering: {
      entry: "begin",
      invoke: {
        src: "register",
        input: ({ event }) => {
          if (event.type !== "register") throw new Error(`register cannot start from ${event.type}`);
          const { type: _type, ...registration } = event;
          return registration;
        },
        onDone: {
          target: "#awaitingTwoFactor",
          actions: assign({ token2fa: ({ event }) => event.output }),
        },
        onError: { target: "idle", actions: "noteFailure" },
      },
    },
    // Signs in by an emailed link or a signed token of another system instead of a password.
    passing: {
      entry: "begin",
      invoke: {
        src: "signInWith",
        input: ({ event }) => {
          if (event.type !== "signInWith") throw new Error(`signInWith cannot start from ${event.type}`);
          return { kind: event.kind, value: event.value, logoutFromOthers: event.logoutFromOthers };
        },
        onDone: {
          target: "#awaitingTwoFactor",
          actions: assign(({ event }) => event.output),
        },
        onError: [
          { guard: "asksToEndOthers", target: "idle", actions: raise({ type: "multipleLoginAsked" }) },
          { guard: "deniesAnother", target: "idle", actions: raise({ type: "multipleLoginDenied" }) },
          { target: "idle", actions: "noteFailure" },
        ],
      },
    },
  },
});
