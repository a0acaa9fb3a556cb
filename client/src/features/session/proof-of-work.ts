import { type Challenge, solveChallengeWorkers } from "altcha/lib";
import Argon2idWorker from "altcha/workers/argon2id?worker";
import Pbkdf2Worker from "altcha/workers/pbkdf2?worker";
import ShaWorker from "altcha/workers/sha?worker";
import { ApiFailure } from "@/lib/api/failure";

/** Workers at once: half the processors, so that the page stays smooth while it solves. */
const MOST_WORKERS = 4;

function createWorker(algorithm: string): Worker {
  if (algorithm.startsWith("PBKDF2")) return new Pbkdf2Worker();
  if (algorithm.startsWith("ARGON2ID")) return new Argon2idWorker();
  return new ShaWorker();
}

function isChallenge(value: unknown): value is Challenge {
  return typeof value === "object" && value !== null && "parameters" in value;
}

/** Solves an ALTCHA challenge; the answer is the base64 payload that the server verifies. */
export async function solveChallenge(challenge: unknown): Promise<string> {
  if (!isChallenge(challenge)) {
    throw new ApiFailure({ body: { code: "captchaRequired" }, status: 0, method: "GET" });
  }
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MOST_WORKERS, Math.max(1, Math.floor(navigator.hardwareConcurrency / 2))),
    createWorker,
  });
  if (!solution) throw new ApiFailure({ body: { code: "captchaRequired" }, status: 0, method: "GET" });
  const { parameters, signature } = challenge;
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
}
