import { describe, expect, test, vi } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import {
  type Credentials,
  type LinkCredentials,
  type Registration,
  type SessionEnding,
  type SessionEvent,
  type SessionInput,
  sessionMachine,
  type TeamSwitch,
  type TeamSwitchRequest,
  type TokenCheck,
} from "./session-machine";

const ALICE: Credentials = {
  email: "alice@kopiselatan.example",
  password: "correct horse battery",
  logoutFromOthers: false,
};
const STEP = { methods: ["email", "recovery"], sentTo: "a•••@kopiselatan.example", resendAt: 60_000 } as const;
const CODE_REQUIRED: TokenCheck = { state: "otpRequired", step: STEP };

function buildCompleteCheck(token: string): TokenCheck {
  return { state: "complete", token, trxToken: undefined };
}

/** Results of the calls in order; calls without a script succeed. */
interface Script extends Partial<SessionInput> {
  readonly signIns?: readonly unknown[];
  readonly checks?: readonly TokenCheck[];
  readonly codes?: readonly unknown[];
  readonly switches?: readonly (TeamSwitch | Error)[];
  readonly revoke?: () => Promise<void>;
}

function buildResponder<Output>(answers: readonly unknown[], otherwise: Output): () => Promise<Output> {
  const left = [...answers];
  return () => {
    const next = left.length > 0 ? left.shift() : otherwise;
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next as Output);
  };
}

function buildFailure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function startMachine(script: Script = {}) {
  const done = {
    storeTwoFactor: vi.fn(),
    storeToken: vi.fn(),
    endSession: vi.fn(),
    clearAll: vi.fn(),
    clearOwn: vi.fn(),
    identify: vi.fn(),
  };
  const calls = { signIn: vi.fn(), code: vi.fn(), switchTeam: vi.fn() };
  const signIn = buildResponder(script.signIns ?? [], "2fa-token");
  const check = buildResponder(script.checks ?? [], new Error("refused") as unknown as TokenCheck);
  const code = buildResponder<void>(script.codes ?? [], undefined);
  const switchTeam = buildResponder<TeamSwitch>(script.switches ?? [], {
    token2fa: "2",
    check: buildCompleteCheck("other"),
  });
  const machine = sessionMachine.provide({
    actors: {
      signIn: fromPromise<string, Credentials>(({ input }) => {
        calls.signIn(input);
        return signIn();
      }),
      register: fromPromise<string, Registration>(() => Promise.resolve("2fa-token")),
      signInWith: fromPromise<{ token2fa: string; tokenMode: boolean }, LinkCredentials>(async ({ input }) => {
        calls.signIn(input);
        return { token2fa: await signIn(), tokenMode: input.kind === "jwt" };
      }),
      switchTeam: fromPromise<TeamSwitch, TeamSwitchRequest>(({ input }) => {
        calls.switchTeam(input);
        return switchTeam();
      }),
      checkToken: fromPromise<TokenCheck, void>(async () => {
        const answer: unknown = await check();
        if (answer instanceof Error) throw answer;
        return answer as TokenCheck;
      }),
      submitCode: fromPromise<void, { code: string }>(({ input }) => {
        calls.code(input.code);
        return code();
      }),
      resendCode: fromPromise<{ resendAt: number }, void>(() => Promise.resolve({ resendAt: 120_000 })),
      revoke: fromPromise<void, { token: string | undefined }>(() => script.revoke?.() ?? Promise.resolve()),
    },
    actions: {
      storeTwoFactor: (_, { token2fa }) => done.storeTwoFactor(token2fa),
      storeToken: (_, kept) => done.storeToken(kept),
      endSession: (_, { ending }) => done.endSession(ending),
      clearAll: () => done.clearAll(),
      clearOwn: () => done.clearOwn(),
      identify: (_, { userId }) => done.identify(userId),
    },
  });
  const { token, token2fa, tokenMode = false } = script;
  const actor = createActor(machine, { input: { token, token2fa, tokenMode } }).start();
  const value = () => actor.getSnapshot().value;
  const settles = (session: object) =>
    waitFor(actor, (now) => JSON.stringify(now.value.session) === JSON.stringify(session));
  return { actor, done, calls, value, settles };
}

const IDLE = { loggedOut: "idle" } as const;
const SIGNED_IN_IDLE = { loggedIn: "steady" } as const;
const ENTERING_CODE = { awaitingTwoFactor: "code" } as const;

describe("the way in", () => {
  test("stores the two-factor token, checks it and becomes a full session", async () => {
    const { actor, done, settles } = startMachine({ checks: [{ state: "complete", token: "full", trxToken: "trx" }] });

    actor.send({ type: "signIn", ...ALICE });
    await settles(SIGNED_IN_IDLE);

    expect(done.storeTwoFactor).toHaveBeenCalledWith("2fa-token");
    expect(done.storeToken).toHaveBeenCalledExactlyOnceWith({ token: "full", trxToken: "trx", tokenMode: false });
    expect(actor.getSnapshot().context.token2fa).toBeUndefined();
  });

  test("waits for a code where the server asks for one, and a wrong code changes nothing", async () => {
    const { actor, done, calls, settles } = startMachine({
      checks: [CODE_REQUIRED, buildCompleteCheck("full")],
      codes: [buildFailure("otpInvalid"), undefined],
    });

    actor.send({ type: "signIn", ...ALICE });
    await settles(ENTERING_CODE);
    expect(actor.getSnapshot().context.step).toEqual(STEP);
    actor.send({ type: "submitCode", code: "000000" });
    await waitFor(actor, ({ context }) => context.failure !== undefined);

    expect(actor.getSnapshot().value.session).toEqual(ENTERING_CODE);
    expect(actor.getSnapshot().context.step).toEqual(STEP);
    expect(done.storeToken).not.toHaveBeenCalled();

    actor.send({ type: "submitCode", code: "123456" });
    await settles(SIGNED_IN_IDLE);

    expect(calls.code.mock.calls.flat()).toEqual(["000000", "123456"]);
  });

  test("another code is asked for, and the wait begins again", async () => {
    const { actor, settles } = startMachine({ token2fa: "kept", checks: [CODE_REQUIRED] });
    await settles(ENTERING_CODE);

    actor.send({ type: "resendCode" });
    await settles(ENTERING_CODE);

    expect(actor.getSnapshot().context).toMatchObject({ wasResent: true, step: { ...STEP, resendAt: 120_000 } });
  });

  test("a refused password stays outside and says why", async () => {
    const refusal = buildFailure("loginException");
    const { actor, done } = startMachine({ signIns: [refusal] });

    actor.send({ type: "signIn", ...ALICE });
    await waitFor(actor, ({ context }) => context.failure !== undefined);

    expect(actor.getSnapshot().value).toMatchObject({ session: IDLE, multipleLogin: "none" });
    expect(actor.getSnapshot().context.failure).toBe(refusal);
    expect(done.storeTwoFactor).not.toHaveBeenCalled();
  });

  test("a two-factor token that is no good leads out, and says why", async () => {
    const { actor, settles } = startMachine({ token2fa: "stale" });

    await settles(IDLE);

    expect(actor.getSnapshot().context.failure).toEqual(new Error("refused"));
  });

  test.each([
    [{ token: "kept" }, SIGNED_IN_IDLE],
    [{ token2fa: "kept", checks: [CODE_REQUIRED] }, { awaitingTwoFactor: "checking" }],
    [{}, IDLE],
  ])("begins with what the browser kept: %o", (kept, session) => {
    const { value } = startMachine(kept);

    expect(value().session).toEqual(session);
  });

  test.each([
    ["jwt", "on", true],
    ["token", "off", false],
  ] as const)("a sign-in by %s has token mode %s", async (kind, region, tokenMode) => {
    const { actor, done, value, settles } = startMachine({ checks: [buildCompleteCheck("full")] });

    actor.send({ type: "signInWith", kind, value: "pass", logoutFromOthers: false });
    await settles(SIGNED_IN_IDLE);

    expect(value().tokenMode).toBe(region);
    expect(done.storeToken).toHaveBeenCalledWith({ token: "full", trxToken: undefined, tokenMode });
    actor.send({ type: "signOut" });
    await settles(IDLE);
    expect(value().tokenMode).toBe("off");
  });
});

describe("a second session", () => {
  test.each([
    ["signInConfirmException", "asked"],
    ["signInConfirmMode1Exception", "denied"],
  ])("%s opens the dialog as %s, and nobody is in", async (code, dialog) => {
    const { actor, done, value } = startMachine({ signIns: [buildFailure(code)] });

    actor.send({ type: "signIn", ...ALICE });
    await waitFor(actor, (now) => now.value.multipleLogin !== "none");

    expect(value()).toMatchObject({ session: IDLE, multipleLogin: dialog });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
    expect(done.storeTwoFactor).not.toHaveBeenCalled();

    actor.send({ type: "dismissMultipleLogin" });
    expect(value()).toMatchObject({ session: IDLE, multipleLogin: "none" });
  });

  test("the answer repeats the sign-in and ends the others", async () => {
    const { actor, calls, value, settles } = startMachine({
      signIns: [buildFailure("signInConfirmException"), "2fa-token"],
      checks: [buildCompleteCheck("full")],
    });

    actor.send({ type: "signIn", ...ALICE });
    await waitFor(actor, (now) => now.value.multipleLogin === "asked");
    actor.send({ type: "signIn", ...ALICE, logoutFromOthers: true });
    expect(value().multipleLogin).toBe("none");
    await settles(SIGNED_IN_IDLE);

    expect(calls.signIn.mock.calls.flat()).toEqual([ALICE, { ...ALICE, logoutFromOthers: true }]);
  });
});

describe("the end", () => {
  /** Every end of a session: its recorded reason, whether sign-in returns to the page, and what covers the page. */
  test.each<[SessionEvent, SessionEnding, boolean, { ended: string; expired: string }]>([
    [{ type: "signOut" }, "signedOut", false, { ended: "no", expired: "no" }],
    [{ type: "expired" }, "expired", true, { ended: "no", expired: "yes" }],
    [{ type: "forcedOut" }, "forcedOut", true, { ended: "forcedOut", expired: "no" }],
    [{ type: "pingRefused" }, "expired", false, { ended: "no", expired: "yes" }],
    [{ type: "pingAnswered", isAlive: false }, "expired", true, { ended: "no", expired: "yes" }],
    [{ type: "endedElsewhere", ending: "signedOut" }, "signedOut", false, { ended: "no", expired: "no" }],
    [{ type: "endedElsewhere", ending: "expired" }, "expired", true, { ended: "no", expired: "yes" }],
    [{ type: "endedElsewhere", ending: "forcedOut" }, "forcedOut", true, { ended: "forcedOut", expired: "no" }],
  ])("%o", async (event, ending, keepsPlace, over) => {
    const { actor, done, value, settles } = startMachine({ token: "kept" });
    actor.send({ type: "identified", userId: "alice", paymentAuth: true });

    actor.send(event);
    await settles(IDLE);

    expect(value()).toMatchObject({ ...over, paymentAuth: "off" });
    expect(actor.getSnapshot().context).toMatchObject({ token: undefined, userId: undefined, ending, keepsPlace });
    expect(done.endSession).toHaveBeenCalledExactlyOnceWith(ending);
    expect(done.clearOwn).toHaveBeenCalled();
    expect(done.endSession.mock.invocationCallOrder[0]).toBeLessThan(done.clearOwn.mock.invocationCallOrder[0] ?? 0);
  });

  test("signing out forgets at once, even when the server cannot be told", async () => {
    const { actor, done, settles } = startMachine({
      token: "kept",
      revoke: () => Promise.reject(new Error("offline")),
    });

    actor.send({ type: "signOut" });

    expect(done.clearAll).toHaveBeenCalledTimes(1);
    await settles(IDLE);
  });

  test.each<SessionEvent>([
    { type: "forcedOut" },
    { type: "expired" },
    { type: "pingRefused" },
    { type: "endedElsewhere", ending: "forcedOut" },
  ])("where nobody is signed in, %o opens nothing", (event) => {
    const { actor, value } = startMachine();

    actor.send(event);

    expect(value()).toMatchObject({ session: IDLE, ended: "no", expired: "no" });
  });

  test.each<SessionEvent>([
    { type: "forcedOut" },
    { type: "expired" },
    { type: "pingRefused" },
    { type: "pingAnswered", isAlive: false },
    { type: "endedElsewhere", ending: "forcedOut" },
  ])("%o, come late, does not break off the next sign-in", async (event) => {
    const { actor, calls, settles } = startMachine({ token: "kept", checks: [buildCompleteCheck("full")] });
    actor.send({ type: "forcedOut" });
    actor.send({ type: "leaveEnded" });

    actor.send({ type: "signIn", ...ALICE });
    actor.send(event);
    await settles(SIGNED_IN_IDLE);

    expect(calls.signIn).toHaveBeenCalledTimes(1);
    expect(actor.getSnapshot().context.token).toBe("full");
  });

  test("the dialog of an ended session stands until it is left", async () => {
    const { actor, value } = startMachine({ token: "kept" });
    actor.send({ type: "forcedOut" });

    actor.send({ type: "expired" });
    expect(value()).toMatchObject({ session: IDLE, ended: "forcedOut" });
    actor.send({ type: "leaveEnded" });

    expect(value()).toMatchObject({ session: IDLE, ended: "no" });
  });

  test.each<SessionEvent>([{ type: "forcedOut" }, { type: "expired" }])(
    "after %o a sign-in of another tab is taken over, and nothing stands over the page",
    (event) => {
      const { actor, value, done } = startMachine({ token: "kept" });
      actor.send(event);

      actor.send({ type: "adopted", token: "from-another-tab" });

      expect(value()).toMatchObject({ session: SIGNED_IN_IDLE, ended: "no", expired: "no" });
      expect(actor.getSnapshot().context).toMatchObject({ token: "from-another-tab", ending: undefined });
      expect(done.storeToken).toHaveBeenLastCalledWith({
        token: "from-another-tab",
        trxToken: undefined,
        tokenMode: false,
      });
    },
  );
});

describe("over a session that stands", () => {
  test.each<[SessionEvent, "unknown" | "up" | "lost"]>([
    [{ type: "pingAnswered", isAlive: true }, "up"],
    [{ type: "pingFailed" }, "lost"],
    [{ type: "identified", userId: "alice", paymentAuth: false }, "unknown"],
  ])("%o leaves the session alone; the connection is %s", (event, connection) => {
    const { actor, done, value } = startMachine({ token: "kept" });

    actor.send(event);

    expect(value()).toMatchObject({ session: SIGNED_IN_IDLE, connection });
    expect(done.endSession).not.toHaveBeenCalled();
  });

  test("a lost connection is up again with the next answer", () => {
    const { actor, value } = startMachine({ token: "kept" });
    actor.send({ type: "pingFailed" });

    actor.send({ type: "pingAnswered", isAlive: true });

    expect(value().connection).toBe("up");
  });

  test.each([
    [true, "on"],
    [false, "off"],
  ])("payment-auth is what the server says: %s", (paymentAuth, region) => {
    const { actor, value, done } = startMachine({ token: "kept" });

    actor.send({ type: "identified", userId: "alice", paymentAuth });

    expect(value().paymentAuth).toBe(region);
    expect(done.identify).toHaveBeenCalledExactlyOnceWith("alice");
  });
});

describe("another team", () => {
  const OTHER = { type: "switchTeam", companyId: "roastery", logoutFromOthers: false } as const;

  test("takes the place of this one once it stands", async () => {
    const { actor, done, value, settles } = startMachine({ token: "kept" });

    actor.send(OTHER);
    expect(value().session).toEqual({ loggedIn: "switching" });
    expect(actor.getSnapshot().context.token).toBe("kept");
    await settles(SIGNED_IN_IDLE);

    expect(actor.getSnapshot().context.token).toBe("other");
    expect(done.storeToken).toHaveBeenLastCalledWith({ token: "other", trxToken: undefined, tokenMode: false });
    expect(done.endSession).not.toHaveBeenCalled();
  });

  test("refused, this one stands", async () => {
    const { actor, settles } = startMachine({ token: "kept", switches: [buildFailure("noTeam")] });

    actor.send(OTHER);
    await settles(SIGNED_IN_IDLE);

    expect(actor.getSnapshot().context).toMatchObject({ token: "kept", failure: { code: "noTeam" } });
  });

  test("may ask for a code", async () => {
    const { actor, settles } = startMachine({ token: "kept", switches: [{ token2fa: "2", check: CODE_REQUIRED }] });

    actor.send(OTHER);
    await settles(ENTERING_CODE);

    expect(actor.getSnapshot().context).toMatchObject({ token: undefined, token2fa: "2", step: STEP });
  });

  test("that allows one session at a time asks first, and is asked again with the answer", async () => {
    const { actor, calls, value, settles } = startMachine({
      token: "kept",
      switches: [buildFailure("signInConfirmException")],
    });

    actor.send(OTHER);
    await waitFor(actor, (now) => now.value.multipleLogin === "asked");
    expect(value().session).toEqual(SIGNED_IN_IDLE);
    expect(actor.getSnapshot().context.wantedTeam).toBe("roastery");
    actor.send({ ...OTHER, logoutFromOthers: true });
    await waitFor(actor, ({ context }) => context.token === "other");
    await settles(SIGNED_IN_IDLE);

    expect(calls.switchTeam.mock.calls.map(([input]) => input.logoutFromOthers)).toEqual([false, true]);
  });
});
