import { setupServer } from "msw/node";

/** Network of component tests: each test defines its responses, and any other request fails the test. */
export const server = setupServer();
