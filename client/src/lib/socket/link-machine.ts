import { setup } from "xstate";

/** Shorter losses are not shown: sleep, a lift, a server restart. */
export const MIN_LOSS_MS = 3000;

type LinkEvent =
  | { type: "start" }
  | { type: "connected" }
  | { type: "disconnected" }
  /** The page became visible or the network returned. Time without a connection counts only from here. */
  | { type: "woke" }
  | { type: "stop" };

/** Socket state for the interface. It is `lost` only after three visible seconds without a connection. */
export const linkMachine = setup({
  types: { events: {} as LinkEvent },
  delays: { realLoss: MIN_LOSS_MS },
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
