import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { components } from "@/generated/api";
import { ALICE as ME } from "../../fixtures";
import { ORIGIN } from "../../handlers";
import { renderScreen } from "../../render-app";
import { server } from "../../server";
import { ALL_PERMISSIONS, buildContact, contactsHandlers } from "../handlers";

export const LOADING = { timeout: 10_000 };

export const ALICE = buildContact(5, {
  email: "ayu@example.com",
  firstname: "Ayu",
  lastname: "Lestari",
  fullname: "Ayu Lestari",
  labels: [{ id: 1, name: "Newsletter", color: 0 }],
});

export const bodies: unknown[] = [];

export const requests: URLSearchParams[] = [];

export type Item = components["schemas"]["TimelineItem"];

export const NOTE = {
  noteId: 3,
  text: "Prefers mornings",
  userId: ME.user.userId,
  fullname: "Alice Wulandari",
  at: "2026-11-20T03:00:00Z",
  editedAt: null,
};

export const OPENED: Item = {
  key: "mail:9",
  kind: "opened",
  at: "2026-11-21T03:00:00Z",
  fullname: "",
  mail: { subject: "Autumn offers", campaignId: "01a1fc58-1228-70b6-8c80-05f1fa898dfd" },
  device: "Firefox, Linux",
};

const NOTED: Item = { key: "note:3", kind: "noted", at: NOTE.at, fullname: NOTE.fullname, note: NOTE };

const CHANGED: Item = {
  key: "entry:2",
  kind: "changed",
  at: "2026-11-19T03:00:00Z",
  fullname: "Alice Wulandari",
  changes: [{ field: "city", name: "city", before: "Solo", after: "Bogor" }],
};

const BOUNCED: Item = {
  key: "log:1",
  kind: "bounced",
  at: "2026-11-18T03:00:00Z",
  fullname: "",
  mail: { subject: "Summer offers", campaignId: null },
  reply: "550 5.1.1 No such user",
};

export function serve(permissions: readonly string[] = ALL_PERMISSIONS, stored = ALICE): void {
  bodies.length = 0;
  requests.length = 0;
  let current = stored;
  server.use(
    http.get(`${ORIGIN}/api/contacts/5`, () => HttpResponse.json(current)),
    http.get(`${ORIGIN}/api/contacts/5/timeline`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      requests.push(query);
      if (query.get("after")) return HttpResponse.json({ items: [BOUNCED], next: null });
      return HttpResponse.json({ items: [OPENED, NOTED, CHANGED], next: "further" });
    }),
    http.get(`${ORIGIN}/api/contacts/5/preferences`, () =>
      HttpResponse.json({
        topics: [
          { id: 1, name: "Monthly news", taken: true },
          { id: 2, name: "Offers", taken: false },
        ],
        pausedUntil: null,
        follows: false,
      }),
    ),
    http.get(`${ORIGIN}/api/contacts/5/consents`, () =>
      HttpResponse.json({
        items: [
          {
            what: "marketing",
            given: true,
            way: "person",
            at: "2026-11-01T03:00:00Z",
            fullname: "Alice Wulandari",
            words: "Asked at the counter",
            ip: null,
            userAgent: "",
            file: null,
          },
        ],
      }),
    ),
    http.put(`${ORIGIN}/api/contacts/5`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      bodies.push(body);
      const { labelIds: _, customField: __, base: ___, ...texts } = body;
      current = { ...current, ...texts, revision: current.revision + 1 };
      return HttpResponse.json(current);
    }),
    ...contactsHandlers({ permissions }),
  );
}

export async function openContact(path = "/contacts/5") {
  const user = userEvent.setup();
  const app = await renderScreen(path, { token: "alice" });
  if (path === "/contacts/5") await screen.findByText("Autumn offers", undefined, LOADING);
  else await screen.findByRole("textbox", { name: "First name" }, LOADING);
  return { user, ...app };
}

export function fieldButton(field: string): HTMLElement {
  return screen.getByRole("button", { name: new RegExp(`^${field}: .*Edit$`) });
}

export async function write(user: ReturnType<typeof userEvent.setup>, field: string, text: string): Promise<void> {
  await user.click(fieldButton(field));
  const input = screen.getByLabelText(field, { selector: "input, textarea" });
  await user.clear(input);
  if (text) await user.type(input, text);
}

/** A promise with its `resolve` function. */
export function createPendingResponse() {
  let resolve = () => {};
  const promise = new Promise<void>((end) => {
    resolve = end;
  });
  return { promise, resolve };
}
