import { connection, ended, expired, multipleLogin, paymentAuth, tokenMode } from "./machine/regions.ts";
import { session } from "./machine/session.ts";
import { machineSetup } from "./machine/setup.ts";

export type * from "./machine/shapes.ts";

/**
 * The session state, for which this machine is the only authority; route loaders read its snapshot.
 *
 * Regions besides the session: connection, second-session dialog, end by someone else, expiry, payment session and
 * token mode. Calls and storage are injected, so it runs without a browser. Diagram in docs/machines.md.
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
