import { call } from "@/lib/api/data";
import { isFailure } from "@/lib/api/failure";

/** A solution is worth this long; the server lets a challenge live longer. */
const FRESH_MS = 4 * 60_000;

interface Attempt {
  readonly startedAt: number;
  readonly payload: Promise<string>;
}

let attempt: Attempt | undefined;

async function solve(account?: string): Promise<string> {
  // The solver is loaded with the first focus, never with the page.
  const [challenge, { solveChallenge }] = await Promise.all([
    call("get", "/api/captcha", { params: { query: account ? { account } : {} } }),
    import("./proof-of-work"),
  ]);
  return solveChallenge(challenge);
}

function begin(): Attempt {
  const started = { startedAt: Date.now(), payload: solve() };
  // A failure is told by takeCaptcha; until then it must not count as unhandled.
  started.payload.catch(() => undefined);
  attempt = started;
  return started;
}

/** Begins the proof of work unless one is under way: called when the form is first touched. */
export function prepareCaptcha(): void {
  if (!attempt || Date.now() - attempt.startedAt > FRESH_MS) begin();
}

/** The solved proof of work, used once: the next call solves another. */
async function takeCaptcha(): Promise<string> {
  prepareCaptcha();
  const current = attempt ?? begin();
  attempt = undefined;
  return current.payload;
}

function asksForMore(error: unknown): boolean {
  return isFailure(error) && error.code === "captchaInvalid" && error.payload.account === true;
}

/**
 * Calls with a solved proof of work. An account at which many guessed asks for more work than the one that was begun
 * before its address was typed: then it is solved anew, for that account.
 */
export async function withCaptcha<Answer>(
  account: string,
  send: (captcha: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(await takeCaptcha());
  } catch (error) {
    if (!asksForMore(error)) throw error;
    return send(await solve(account));
  }
}
