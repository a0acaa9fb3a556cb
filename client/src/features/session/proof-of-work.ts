import { type Challenge, solveChallengeWorkers } from "altcha/lib";
import argon2id from "altcha/workers/argon2id?worker&url";
import pbkdf2 from "altcha/workers/pbkdf2?worker&url";
import sha from "altcha/workers/sha?worker&url";
import { ApiFailure } from "@/lib/api/failure";
import { createPolicy } from "@/lib/trusted-types";

/** Maximum number of parallel workers. At most half the processors are used, so that the page stays responsive. */
const MAX_WORKERS = 4;

// The addresses come from the build, so they are trusted.
const policy = createPolicy("own-workers", { createScriptURL: (url) => url });

function getWorkerUrl(algorithm: string): string {
  if (algorithm.startsWith("PBKDF2")) return pbkdf2;
  if (algorithm.startsWith("ARGON2ID")) return argon2id;
  return sha;
}

function createWorker(algorithm: string): Worker {
  const address = getWorkerUrl(algorithm);
  // Vite serves modules in development and builds classic scripts.
  return new Worker(policy?.createScriptURL(address) ?? address, { type: import.meta.env.DEV ? "module" : "classic" });
}

function isChallenge(value: unknown): value is Challenge {
  return typeof value === "object" && value !== null && "parameters" in value;
}

/** Solves an ALTCHA challenge. Returns the base64 payload that the server verifies. */
export async function solveChallenge(challenge: unknown): Promise<string> {
  if (!isChallenge(challenge)) {
    throw new ApiFailure({ body: { code: "captchaRequired" }, status: 0, method: "GET" });
  }
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MAX_WORKERS, Math.max(1, Math.floor(navigator.hardwareConcurrency / 2))),
    createWorker,
  });
  if (!solution) throw new ApiFailure({ body: { code: "captchaRequired" }, status: 0, method: "GET" });
  const { parameters, signature } = challenge;
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
}
