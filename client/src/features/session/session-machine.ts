import { connection, ended, expired, multipleLogin, paymentAuth, tokenMode } from "./machine/over-session.ts";
import { session } from "./machine/session.ts";
import { machineSetup } from "./machine/setup.ts";

export type * from "./machine/shapes.ts";

/**
 * The session, and over it: the connection, the dialog of a second session, the end by somebody else, the expiry, a
 * session for a payment alone, and token mode. It alone decides; route loaders read its snapshot. Calls and storage are
 * injected, so it runs without a browser. Drawn in docs/machines.md.
 */
export const sessionMachine = machineSetup.createMachine({
  id: "session",
  type: "parallel",
  context: ({ input }) => ({
    ...input,
    trxToken: undefined,
    userId: undefined,
    step: undefined,
    failure: undefined,
    wasResent: false,
    ending: undefined,
    wantedTeam: undefined,
    keepsPlace: true,
  }),
  states: { session, connection, multipleLogin, ended, expired, paymentAuth, tokenMode },
});
