import { api } from "@/lib/api/client";
import { ApiFailure } from "@/lib/api/failure";

/** A solution is worth this long; the server lets a challenge live longer. */
const FRESH_MS = 4 * 60_000;

interface Attempt {
  readonly startedAt: number;
  readonly payload: Promise<string>;
}

let attempt: Attempt | undefined;

async function solve(): Promise<string> {
  // The solver is loaded with the first focus, never with the page.
  const [{ data }, { solveChallenge }] = await Promise.all([api.GET("/api/captcha"), import("./proof-of-work")]);
  if (!data) throw new ApiFailure({ body: { code: "captchaRequired" }, status: 0, method: "GET" });
  return solveChallenge(data);
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
export async function takeCaptcha(): Promise<string> {
  prepareCaptcha();
  const current = attempt ?? begin();
  attempt = undefined;
  return current.payload;
}
