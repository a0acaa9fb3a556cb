import { describe, expect, test, vi } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { type Credentials, type Registration, sessionMachine, type TokenCheck } from "./session-machine";

const ALICE: Credentials = { email: "alice@kopiselatan.example", password: "correct horse battery" };

interface Script {
  readonly signIn?: () => Promise<string>;
  readonly checks?: TokenCheck[];
  readonly submitCode?: (code: string) => Promise<void>;
  readonly revoke?: () => Promise<void>;
  readonly token?: string;
  readonly token2fa?: string;
}

function start(script: Script) {
  const stored = { storeTwoFactor: vi.fn(), storeToken: vi.fn(), clearAll: vi.fn() };
  const checks = [...(script.checks ?? [])];
  const machine = sessionMachine.provide({
    actors: {
      signIn: fromPromise<string, Credentials>(() => script.signIn?.() ?? Promise.resolve("2fa-token")),
      register: fromPromise<string, Registration>(() => Promise.resolve("2fa-token")),
      checkToken: fromPromise<TokenCheck, void>(() => {
        const next = checks.shift();
        return next ? Promise.resolve(next) : Promise.reject(new Error("refused"));
      }),
      submitCode: fromPromise<void, { code: string }>(
        ({ input }) => script.submitCode?.(input.code) ?? Promise.resolve(),
      ),
      resendCode: fromPromise<void, void>(() => Promise.resolve()),
      revoke: fromPromise<void, { token: string | undefined }>(() => script.revoke?.() ?? Promise.resolve()),
    },
    actions: {
      storeTwoFactor: (_, params) => stored.storeTwoFactor(params.token2fa),
      storeToken: (_, params) => stored.storeToken(params.token),
      clearAll: () => stored.clearAll(),
    },
  });
  const actor = createActor(machine, { input: { token: script.token, token2fa: script.token2fa } }).start();
  return { actor, stored };
}

describe("the session", () => {
  test("stores the two-factor token, checks it and becomes a full session", async () => {
    const { actor, stored } = start({ checks: [{ state: "complete", token: "full-token" }] });

    actor.send({ type: "signIn", ...ALICE });
    await waitFor(actor, (snapshot) => snapshot.matches("loggedIn"));

    expect(stored.storeTwoFactor).toHaveBeenCalledWith("2fa-token");
    expect(stored.storeToken).toHaveBeenCalledWith("full-token");
  });

  test("waits for a code where the server asks for one, and a wrong code changes nothing", async () => {
    const submitCode = vi.fn().mockRejectedValueOnce(new Error("wrong")).mockResolvedValueOnce(undefined);
    const { actor, stored } = start({
      checks: [{ state: "otpRequired" }, { state: "complete", token: "full-token" }],
      submitCode,
    });

    actor.send({ type: "signIn", ...ALICE });
    await waitFor(actor, (snapshot) => snapshot.matches({ awaitingTwoFactor: "code" }));
    actor.send({ type: "submitCode", code: "000000" });
    await waitFor(actor, (snapshot) => snapshot.context.failure !== undefined);

    expect(actor.getSnapshot().matches({ awaitingTwoFactor: "code" })).toBe(true);
    expect(stored.storeToken).not.toHaveBeenCalled();

    actor.send({ type: "submitCode", code: "123456" });
    await waitFor(actor, (snapshot) => snapshot.matches("loggedIn"));

    expect(submitCode.mock.calls.flat()).toEqual(["000000", "123456"]);
  });

  test("a refused password stays outside and says why", async () => {
    const refusal = new Error("refused");
    const { actor, stored } = start({ signIn: () => Promise.reject(refusal) });

    actor.send({ type: "signIn", ...ALICE });
    await waitFor(actor, (snapshot) => snapshot.context.failure !== undefined);

    expect(actor.getSnapshot().matches({ loggedOut: "idle" })).toBe(true);
    expect(actor.getSnapshot().context.failure).toBe(refusal);
    expect(stored.storeTwoFactor).not.toHaveBeenCalled();
  });

  test.each([
    [{ token: "kept" }, "loggedIn"],
    [{}, "loggedOut"],
  ])("begins with what the browser kept: %o is %s", (kept, state) => {
    const { actor } = start(kept);

    expect(actor.getSnapshot().matches(state as "loggedIn" | "loggedOut")).toBe(true);
  });

  test("a kept two-factor token is checked again", () => {
    const { actor } = start({ token2fa: "kept", checks: [{ state: "otpRequired" }] });

    expect(actor.getSnapshot().matches({ awaitingTwoFactor: "checking" })).toBe(true);
  });

  test("signing out forgets at once, even when the server cannot be told", async () => {
    const { actor, stored } = start({ token: "kept", revoke: () => Promise.reject(new Error("offline")) });

    actor.send({ type: "signOut" });

    expect(stored.clearAll).toHaveBeenCalled();
    await waitFor(actor, (snapshot) => snapshot.matches("loggedOut"));
    expect(actor.getSnapshot().context).toMatchObject({ token: undefined, signedOutByChoice: true });
  });

  test("an expired session offers the way back, a new sign-in elsewhere is taken over", () => {
    const { actor } = start({ token: "kept" });

    actor.send({ type: "expired" });
    expect(actor.getSnapshot().context.signedOutByChoice).toBe(false);
    actor.send({ type: "adopted", token: "from-another-tab" });

    expect(actor.getSnapshot().matches("loggedIn")).toBe(true);
    expect(actor.getSnapshot().context.token).toBe("from-another-tab");
  });
});
