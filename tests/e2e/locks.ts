/**
 * What journeys take for the time that they last, since they share one product. Journeys that take the same run one
 * after the other; those that take nothing run beside any other: in a team of their own, or only looking.
 *
 *     test.describe.configure({ lock: DEMO });
 */

/** The contacts, campaigns and settings of the demo's large team, which Dewi owns. */
export const DEMO = "demo";
/** The operator of the support console, whom the first of them registers. */
export const OPERATOR = "operator";
/** All there is: what every other journey sees changes, or how long something takes counts. */
export const ALONE = "-exclusive-";
