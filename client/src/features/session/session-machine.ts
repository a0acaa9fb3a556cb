import { assign, fromPromise, setup } from "xstate";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Registration extends Credentials {
  readonly company: string;
  readonly phone: string;
}

/** What the check of the two-factor token answers: the session itself, or that a mailed code is awaited. */
export type TokenCheck = { readonly state: "complete"; readonly token: string } | { readonly state: "otpRequired" };

interface Context {
  readonly token: string | undefined;
  readonly token2fa: string | undefined;
  /** Why the last step failed; cleared when a step begins. */
  readonly failure: unknown;
  /** Set when the session ended by the user's own act, so that no way back is offered. */
  readonly signedOutByChoice: boolean;
}

type SessionEvent =
  | ({ type: "signIn" } & Credentials)
  | ({ type: "register" } & Registration)
  | { type: "submitCode"; code: string }
  | { type: "resendCode" }
  | { type: "signOut" }
  | { type: "expired" }
  | { type: "adopted"; token: string };

function unprovided<Output, Input>() {
  return fromPromise<Output, Input>(() => Promise.reject(new Error("actor not provided")));
}

/**
 * The session: logged out, awaiting two-factor, or logged in (SESS-35). It alone decides which of them holds; route
 * loaders read its snapshot. Calls and storage are injected, so it runs without a browser.
 */
export const sessionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SessionEvent,
    input: {} as { token: string | undefined; token2fa: string | undefined },
  },
  actors: {
    signIn: unprovided<string, Credentials>(),
    register: unprovided<string, Registration>(),
    checkToken: unprovided<TokenCheck, void>(),
    submitCode: unprovided<void, { code: string }>(),
    resendCode: unprovided<void, void>(),
    revoke: unprovided<void, { token: string | undefined }>(),
  },
  actions: {
    storeTwoFactor: (_: unknown, _params: { token2fa: string }) => undefined,
    storeToken: (_: unknown, _params: { token: string }) => undefined,
    clearAll: () => undefined,
  },
  guards: {
    hasToken: ({ context }) => context.token !== undefined,
    hasTwoFactor: ({ context }) => context.token2fa !== undefined,
  },
}).createMachine({
  id: "session",
  context: ({ input }) => ({ ...input, failure: undefined, signedOutByChoice: false }),
  initial: "starting",
  on: {
    signOut: { target: ".signingOut", actions: assign({ signedOutByChoice: true }) },
    expired: { target: ".loggedOut", actions: assign({ signedOutByChoice: false }) },
    adopted: {
      target: ".loggedIn",
      actions: assign({ token: ({ event }) => event.token, token2fa: undefined, failure: undefined }),
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

    loggedOut: {
      initial: "idle",
      entry: ["clearAll", assign({ token: undefined, token2fa: undefined })],
      states: {
        idle: {
          on: { signIn: "signingIn", register: "registering" },
        },
        signingIn: {
          entry: assign({ failure: undefined }),
          invoke: {
            src: "signIn",
            input: ({ event }) => {
              if (event.type !== "signIn") throw new Error(`signIn cannot start from ${event.type}`);
              return { email: event.email, password: event.password };
            },
            onDone: {
              target: "#session.awaitingTwoFactor",
              actions: assign({ token2fa: ({ event }) => event.output }),
            },
            onError: { target: "idle", actions: assign({ failure: ({ event }) => event.error }) },
          },
        },
        registering: {
          entry: assign({ failure: undefined }),
          invoke: {
            src: "register",
            input: ({ event }) => {
              if (event.type !== "register") throw new Error(`register cannot start from ${event.type}`);
              const { type: _type, ...registration } = event;
              return registration;
            },
            onDone: {
              target: "#session.awaitingTwoFactor",
              actions: assign({ token2fa: ({ event }) => event.output }),
            },
            onError: { target: "idle", actions: assign({ failure: ({ event }) => event.error }) },
          },
        },
      },
    },

    awaitingTwoFactor: {
      initial: "checking",
      entry: [
        { type: "storeTwoFactor", params: ({ context }) => ({ token2fa: context.token2fa ?? "" }) },
        assign({ failure: undefined }),
      ],
      states: {
        checking: {
          invoke: {
            src: "checkToken",
            onDone: [
              {
                guard: ({ event }) => event.output.state === "complete",
                target: "#session.loggedIn",
                actions: assign({
                  token: ({ event }) => (event.output.state === "complete" ? event.output.token : undefined),
                  token2fa: undefined,
                }),
              },
              { target: "code" },
            ],
            onError: {
              target: "#session.loggedOut",
              actions: assign({ failure: ({ event }) => event.error, signedOutByChoice: true }),
            },
          },
        },
        code: {
          on: { submitCode: "submitting", resendCode: "resending" },
        },
        submitting: {
          entry: assign({ failure: undefined }),
          invoke: {
            src: "submitCode",
            input: ({ event }) => ({ code: event.type === "submitCode" ? event.code : "" }),
            onDone: "checking",
            onError: { target: "code", actions: assign({ failure: ({ event }) => event.error }) },
          },
        },
        resending: {
          entry: assign({ failure: undefined }),
          invoke: {
            src: "resendCode",
            onDone: "code",
            onError: { target: "code", actions: assign({ failure: ({ event }) => event.error }) },
          },
        },
      },
    },

    loggedIn: {
      entry: [
        { type: "storeToken", params: ({ context }) => ({ token: context.token ?? "" }) },
        assign({ signedOutByChoice: false, failure: undefined }),
      ],
    },

    // The browser forgets at once; whether the server heard of it changes nothing here.
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

export type SessionState = "loggedOut" | "awaitingTwoFactor" | "loggedIn";
