import { assign } from "xstate";
import { machineSetup, toSessionContext } from "./setup.ts";

/** Between the password and the session: checks the two-factor token and waits for a code where one is required. */
export const awaitingTwoFactor = machineSetup.createStateConfig({
  id: "awaitingTwoFactor",
  initial: "checking",
  entry: [
    "begin",
    assign({ token: undefined }),
    { type: "storeTwoFactor", params: ({ context }) => ({ token2fa: context.token2fa ?? "" }) },
  ],
  states: {
    checking: {
      invoke: {
        src: "checkToken",
        onDone: [
          {
            guard: "isComplete",
            target: "#loggedIn",
            actions: assign(({ event }) => toSessionContext(event.output)),
          },
          { target: "code", actions: assign(({ event }) => toSessionContext(event.output)) },
        ],
        onError: { target: "#loggedOut", actions: "noteFailure" },
      },
    },
    code: {
      on: { submitCode: "submitting", resendCode: "resending" },
    },
    submitting: {
      entry: "begin",
      invoke: {
        src: "submitCode",
        input: ({ event }) => ({ code: event.type === "submitCode" ? event.code : "" }),
        onDone: "checking",
        onError: { target: "code", actions: "noteFailure" },
      },
    },
    resending: {
      entry: "begin",
      invoke: {
        src: "resendCode",
        onDone: {
          target: "code",
          actions: assign(({ context, event }) => ({
            wasResent: true,
            step: context.step && { ...context.step, resendAt: event.output.resendAt },
          })),
        },
        onError: { target: "code", actions: "noteFailure" },
      },
    },
  },
});
