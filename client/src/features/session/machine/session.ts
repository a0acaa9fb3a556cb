import { assign } from "xstate";
import { awaitingTwoFactor } from "./awaiting-two-factor.ts";
import { loggedIn } from "./logged-in.ts";
import { loggedOut } from "./logged-out.ts";
import { buildEndActions, machineSetup } from "./setup.ts";

/** Exactly one of logged out, awaiting two-factor, or logged in (SESS-35). */
export const session = machineSetup.createStateConfig({
  initial: "starting",
  on: {
    signOut: { target: ".signingOut", actions: buildEndActions("signedOut") },
    expired: { target: ".loggedOut", actions: buildEndActions("expired") },
    forcedOut: { target: ".loggedOut", actions: buildEndActions("forcedOut") },
    pingRefused: { target: ".loggedOut", actions: buildEndActions("expired", { keepsPlace: false }) },
    pingAnswered: { guard: "isDead", target: ".loggedOut", actions: buildEndActions("expired") },
    endedElsewhere: [
      { guard: "endedByChoice", target: ".loggedOut", actions: buildEndActions("signedOut") },
      { guard: "endedByForce", target: ".loggedOut", actions: buildEndActions("forcedOut") },
      { target: ".loggedOut", actions: buildEndActions("expired") },
    ],
    adopted: {
      target: ".loggedIn",
      actions: assign({ token: ({ event }) => event.token, trxToken: undefined, userId: undefined }),
    },
  },
  states: {
    starting: {
      always: [
        { guard: "hasToken", target: "loggedIn" },
        { guard: "hasTwoFactor", target: "awaitingTwoFactor" },
        { target: "loggedOut" },
      ],
    },

    loggedOut,
    awaitingTwoFactor,
    loggedIn,

    // The browser clears its data immediately, whatever the server responds.
    signingOut: {
      entry: "clearAll",
      invoke: {
        src: "revoke",
        input: ({ context }) => ({ token: context.token }),
        onDone: "loggedOut",
        onError: "loggedOut",
      },
    },
  },
});
