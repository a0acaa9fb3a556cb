import { assign } from "xstate";
import { awaitingTwoFactor } from "./awaiting-two-factor.ts";
import { loggedIn } from "./logged-in.ts";
import { loggedOut } from "./logged-out.ts";
import { endActions, machineSetup } from "./setup.ts";

/** Exactly one of logged out, awaiting two-factor, or logged in (SESS-35). */
export const session = machineSetup.createStateConfig({
  initial: "starting",
  on: {
    signOut: { target: ".signingOut", actions: endActions("signedOut") },
    expired: { target: ".loggedOut", actions: endActions("expired") },
    forcedOut: { target: ".loggedOut", actions: endActions("forcedOut") },
    pingRefused: { target: ".loggedOut", actions: endActions("expired", { keepsPlace: false }) },
    pingAnswered: { guard: "isDead", target: ".loggedOut", actions: endActions("expired") },
    endedElsewhere: [
      { guard: "endedByChoice", target: ".loggedOut", actions: endActions("signedOut") },
      { guard: "endedByForce", target: ".loggedOut", actions: endActions("forcedOut") },
      { target: ".loggedOut", actions: endActions("expired") },
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
