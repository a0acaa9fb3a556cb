import { assign, raise } from "xstate";
import { machineSetup, toSessionContext } from "./setup.ts";

/** A user is signed in. A switch to another team replaces the session once the new one exists. */
export const loggedIn = machineSetup.createStateConfig({
  id: "loggedIn",
  initial: "steady",
  on: {
    identified: {
      actions: [
        assign({ userId: ({ event }) => event.userId }),
        { type: "identify", params: ({ event }) => ({ userId: event.userId }) },
      ],
    },
  },
  entry: [
    "begin",
    assign({ token2fa: undefined, step: undefined, ending: undefined }),
    {
      type: "storeToken",
      params: ({ context: { token, trxToken, tokenMode } }) => ({ token: token ?? "", trxToken, tokenMode }),
    },
  ],
  states: {
    steady: {
      on: {
        switchTeam: {
          target: "switching",
          actions: assign({ wantedTeam: ({ event }) => event.companyId }),
        },
      },
    },
    // The current session remains until the new one exists.
    switching: {
      entry: "begin",
      invoke: {
        src: "switchTeam",
        input: ({ event }) => {
          if (event.type !== "switchTeam") throw new Error(`switchTeam cannot start from ${event.type}`);
          return { companyId: event.companyId, logoutFromOthers: event.logoutFromOthers };
        },
        onDone: [
          {
            guard: "isComplete",
            target: "#loggedIn",
            reenter: true,
            actions: assign(({ event }) => toSessionContext(event.output.check)),
          },
          {
            target: "#awaitingTwoFactor.code",
            actions: assign(({ event }) => ({
              ...toSessionContext(event.output.check),
              token2fa: event.output.token2fa,
            })),
          },
        ],
        onError: [
          { guard: "asksToEndOthers", target: "steady", actions: raise({ type: "multipleLoginAsked" }) },
          { guard: "deniesAnother", target: "steady", actions: raise({ type: "multipleLoginDenied" }) },
          { target: "steady", actions: "noteFailure" },
        ],
      },
    },
  },
});
