/**
 * Locks that journeys hold while they run, since they share one product. Journeys with the same lock run one after the
 * other. Journeys without a lock run in parallel: they use their own team or only read.
 *
 *     test.describe.configure({ lock: DEMO });
 */

/** The contacts, campaigns and settings of the demo's large team, which Dewi owns. */
export const DEMO = "demo";
/** The operator of the support console, registered by the first of these journeys. */
export const OPERATOR = "operator";
/** Everything: the journey changes what all others see, or measures a duration. */
export const ALONE = "-exclusive-";
