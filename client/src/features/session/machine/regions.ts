import { and, not } from "xstate";
import { machineSetup } from "./setup.ts";

/** Whether the server responds (SESS-54 to 57). */
export const connection = machineSetup.createStateConfig({
  initial: "unknown",
  on: { pingAnswered: ".up", pingFailed: ".lost" },
  states: { unknown: {}, up: {}, lost: {} },
});

/** A second session, where the team confirms or forbids one (SESS-58, SESS-59). */
export const multipleLogin = machineSetup.createStateConfig({
  initial: "none",
  on: {
    multipleLoginAsked: ".asked",
    multipleLoginDenied: ".denied",
    signIn: ".none",
    signInWith: ".none",
    switchTeam: ".none",
    dismissMultipleLogin: ".none",
  },
  states: { none: {}, asked: {}, denied: {} },
});

/** Someone else ended the session: every tab shows a dialog until it is closed (SESS-60). */
export const ended = machineSetup.createStateConfig({
  initial: "no",
  states: {
    no: {
      on: {
        forcedOut: { guard: "isLoggedIn", target: "forcedOut" },
        endedElsewhere: { guard: and(["isLoggedIn", "endedByForce"]), target: "forcedOut" },
      },
    },
    forcedOut: { on: { leaveEnded: "no", adopted: "no" } },
  },
});

/** The session timed out or the server lost it; the sign-in page says so until the next sign-in. */
export const expired = machineSetup.createStateConfig({
  initial: "no",
  states: {
    no: {
      on: {
        expired: { guard: "isLoggedIn", target: "yes" },
        pingRefused: { guard: "isLoggedIn", target: "yes" },
        pingAnswered: { guard: and(["isLoggedIn", "isDead"]), target: "yes" },
        endedElsewhere: { guard: and(["isLoggedIn", "endedByTime"]), target: "yes" },
      },
    },
    yes: {
      always: { guard: "isLoggedIn", target: "no" },
      on: { signOut: "no", endedElsewhere: { guard: "endedByChoice", target: "no" } },
    },
  },
});

/** A session opened by an emailed payment link: it can pay and nothing else. */
export const paymentAuth = machineSetup.createStateConfig({
  initial: "off",
  states: {
    off: { on: { identified: { guard: and(["isLoggedIn", "isForPayment"]), target: "on" } } },
    on: {
      always: { guard: "isLoggedOut", target: "off" },
      on: { identified: { guard: "isForMore", target: "off" } },
    },
  },
});

/** A session that another system opened for its developers, shown by a banner (SHELL-127). */
export const tokenMode = machineSetup.createStateConfig({
  initial: "off",
  states: {
    off: { always: { guard: "isTokenMode", target: "on" } },
    on: { always: { guard: not("isTokenMode"), target: "off" } },
  },
});
