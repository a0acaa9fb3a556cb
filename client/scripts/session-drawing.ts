import { sessionMachine } from "../src/features/session/session-machine.ts";
import { drawMachine } from "./state-diagram.ts";

export const DRAWING = new URL("../../docs/session-machine.md", import.meta.url);

const HEAD = [
  "# The session machine",
  "",
  "Drawn from `client/src/features/session/session-machine.ts` by `npm run draw` in client/; a test fails when it is stale.",
  "Its regions hold side by side: one session state, and over it what stands in the other six.",
];

export function drawSession(): string {
  return drawMachine(sessionMachine, HEAD);
}
