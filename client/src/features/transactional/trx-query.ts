/** How often a screen of the area asks for itself while nothing can be pushed to it. */
export const POLL_MS = 20_000;
