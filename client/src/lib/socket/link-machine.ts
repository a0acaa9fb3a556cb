import { setup } from "xstate";

/** A loss shorter than this is not worth a word: sleep, a lift, a server that restarts. */
export const REAL_LOSS_MS = 3000;

type LinkEvent =
  | { type: "start" }
  | { type: "connected" }
  | { type: "disconnected" }
  /** The page is seen again: what happened while nobody looked, or while the machine slept, is no loss yet. */
  | { type: "woke" }
  | { type: "stop" };

/** The websocket as the interface sees it: `lost` only after three seconds without it before somebody's eyes. */
export const linkMachine = setup({
  types: { events: {} as LinkEvent },
  delays: { realLoss: REAL_LOSS_MS },
}).createMachine({
  id: "link",
  initial: "off",
  on: { stop: ".off" },
  states: {
    off: { on: { start: "dropped" } },
    up: { on: { disconnected: "dropped" } },
    dropped: {
      on: { connected: "up", woke: { target: "dropped", reenter: true } },
      after: { realLoss: "lost" },
    },
    lost: { on: { connected: "up", woke: "dropped" } },
  },
});
