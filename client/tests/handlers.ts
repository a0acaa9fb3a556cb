import { HttpResponse, http, type RequestHandler } from "msw";
import { ALICE, IDENTITY, MISSION, PLAN, USAGE } from "./fixtures";

export const ORIGIN = "http://localhost";

/** The server's responses to a session of Alice. */
export function signedInHandlers(): RequestHandler[] {
  return [
    http.get(`${ORIGIN}/api/client`, () => HttpResponse.json(IDENTITY)),
    http.get(`${ORIGIN}/api/ping`, () => HttpResponse.json(true)),
    http.get(`${ORIGIN}/api/version`, () =>
      HttpResponse.json({ version: "2.3.12", forced: false, policyVersion: "2.0.0" }),
    ),
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json(ALICE)),
    http.get(`${ORIGIN}/api/companies/plan`, () => HttpResponse.json(PLAN)),
    http.get(`${ORIGIN}/api/companies/usage`, () => HttpResponse.json(USAGE)),
    http.get(`${ORIGIN}/api/companies/onboarding`, () => HttpResponse.json(MISSION)),
    http.get(`${ORIGIN}/api/companies`, () => HttpResponse.json([])),
    http.get(`${ORIGIN}/api/product-update/one`, () => HttpResponse.json({ item: null })),
    http.get(`${ORIGIN}/api/notifications`, () => HttpResponse.json({ items: [], total: 0 })),
    http.get(`${ORIGIN}/api/notifications/alert`, () => HttpResponse.json({ unread: 0, alert: null })),
    http.get(`${ORIGIN}/api/contacts/bulk`, () => HttpResponse.json({ items: [] })),
    http.get(`${ORIGIN}/api/activity`, () => HttpResponse.json({ items: [], total: 0 })),
  ];
}

/** An error response in the server's form. */
export function buildErrorResponse(status: number, code: string, payload: Record<string, unknown> = {}): Response {
  return HttpResponse.json({ code, message: code, payload }, { status });
}
