import { setupServer } from "msw/node";

/** The network of component tests: each test says what it answers, and anything else fails the test. */
export const server = setupServer();
