import { call } from "@/lib/api/data";
import { isFailure } from "@/lib/api/failure";

/** Time for which a solution is used; the server accepts challenges for longer. */
const MAX_SOLUTION_AGE_MS = 4 * 60_000;

interface Attempt {
  readonly startedAt: number;
  readonly payload: Promise<string>;
}

let attempt: Attempt | undefined;

async function solve(account?: string): Promise<string> {
  // The solver loads on the first focus of a field, never with the page.
  const [challenge, { solveChallenge }] = await Promise.all([
    call("get", "/api/captcha", { params: { query: account ? { account } : {} } }),
    import("./proof-of-work"),
  ]);
  return solveChallenge(challenge);
}

function startAttempt(): Attempt {
  const started = { startedAt: Date.now(), payload: solve() };
  // `consumeCaptcha` reports a failure; until then it must not count as an unhandled rejection.
  started.payload.catch(() => undefined);
  attempt = started;
  return started;
}

/** Starts the proof of work unless one is running. Call when the form is first touched. */
export function prepareCaptcha(): void {
  if (!attempt || Date.now() - attempt.startedAt > MAX_SOLUTION_AGE_MS) startAttempt();
}

/** Returns the solved proof of work, which can be used once: the next call solves another. */
async function consumeCaptcha(): Promise<string> {
  prepareCaptcha();
  const current = attempt ?? startAttempt();
  attempt = undefined;
  return current.payload;
}

function isMoreWorkRequired(error: unknown): boolean {
  return isFailure(error) && error.code === "captchaInvalid" && error.payload.account === true;
}

/**
 * Makes a call with a solved proof of work. An account with many failed attempts requires more work than was started
 * before the address was typed. The proof is then solved again for that account.
 */
export async function sendWithCaptcha<Answer>(
  account: string,
  send: (captcha: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(await consumeCaptcha());
  } catch (error) {
    if (!isMoreWorkRequired(error)) throw error;
    return send(await solve(account));
  }
}
