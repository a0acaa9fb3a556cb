/** Opens every route that shows a record with ids that name none. */

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { generatePath, type RouteObject } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { queryClient } from "@/app/query";
import { createRoutes } from "@/app/router";
import { createSignedInRoutes } from "@/app/signed-in-routes";
import { translate } from "@/lib/i18n/translation";
import type { IdForm, RouteEntry, RouteHandle, RouteRecord } from "@/lib/routing";
import { ALICE, IDENTITY, PLAN } from "./fixtures";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "./handlers";
import { renderApp } from "./render-app";
import { server } from "./server";
import { OVERVIEW } from "./transactional/responses";

type RecordEntry = RouteEntry & { readonly record: RouteRecord };

function listEntries(routes: readonly RouteObject[]): RouteEntry[] {
  return routes.flatMap(({ handle, children }) => [
    ...(handle ? [(handle as RouteHandle).entry] : []),
    ...listEntries(children ?? []),
  ]);
}

const ENTRIES = listEntries([...createRoutes(queryClient), ...createSignedInRoutes(queryClient)]);
const PARAMETER_PATTERN = /:(\w+)/g;
const RECORD_ENTRIES = ENTRIES.filter((entry): entry is RecordEntry => entry.record != null);

/**
 * Well-formed ids without a record. The server gives one response for an unknown, a foreign and a deleted record; the
 * journeys open all three.
 */
const MISSING_ID: Readonly<Record<IdForm, string>> = {
  uuid: "01a1fc3d-0000-7000-8000-00000000f0f1",
  number: "404001",
  slug: "no-such-article",
};
const MALFORMED_ID = "No-ID";
const ODD_IDS = ["1X", "%00", "..%2Fme", "0".repeat(300)];

function buildAddress({ path, record }: RecordEntry, idOf: (form: IdForm) => string): string {
  return generatePath(path, Object.fromEntries(Object.entries(record.ids).map(([name, form]) => [name, idOf(form)])));
}

const requests: string[] = [];

beforeEach(() => {
  requests.length = 0;
  // React logs the errors that boundaries catch.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const features = ENTRIES.flatMap(({ feature }) =>
    feature ? [{ name: feature, enable: true, subFeatures: [] }] : [],
  );
  const permissions = ENTRIES.flatMap(({ permission }) => (permission ? [permission] : []));
  const edge = ({ request }: { readonly request: Request }) => {
    requests.push(request.url.slice(ORIGIN.length));
    return buildErrorResponse(404, "noEntity");
  };
  server.use(
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({ ...ALICE, permissions, isOperator: true, isInternal: true }),
    ),
    http.get(`${ORIGIN}/api/companies/plan`, () => HttpResponse.json({ ...PLAN, features })),
    http.post(`${ORIGIN}/api/transactionals`, () => HttpResponse.json({ trxToken: "trx" })),
    http.get(`${ORIGIN}/trx-api/overview`, () => HttpResponse.json(OVERVIEW)),
    ...signedInHandlers(),
    http.all(`${ORIGIN}/api/*`, edge),
    http.all(`${ORIGIN}/trx-api/*`, edge),
  );
});

/** Navigates from a screen without a record, and waits for the missing-record page. */
async function openMissing({ router }: Awaited<ReturnType<typeof renderApp>>, entry: RecordEntry, address: string) {
  const { record, isWhole } = entry;
  await router.navigate("/help");
  await screen.findByRole("heading", { level: 1, name: "FAQ" });
  await router.navigate(address);
  await waitFor(() => {
    const title = translate(record.missing.title);
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(title);
    expect(document.title).toBe(`${title} | ${IDENTITY.name}`);
  });
  expect(screen.queryByRole("navigation", { name: "Menu" }) !== null).toBe(!isWhole);
  const main = screen.getByRole("main");
  expect(within(main).queryByRole("button")).toBeNull();
  expect(within(main).queryByRole("tab")).toBeNull();
  expect(within(main).getAllByRole("link")).toHaveLength(1);
  expect(main).not.toHaveTextContent(/loading/i);
}

/** Opens the route with a malformed id, which is never sent to the server. */
async function openMalformed(app: Awaited<ReturnType<typeof renderApp>>, entry: RecordEntry, id: string) {
  requests.length = 0;
  await openMissing(
    app,
    entry,
    buildAddress(entry, () => id),
  );
  expect(requests.filter((url) => url.includes(encodeURIComponent(id)) || url.includes(id))).toEqual([]);
}

test("the route table has records, and every parameter of them has a form", () => {
  expect(RECORD_ENTRIES.length).toBeGreaterThan(30);
  for (const { path, record } of RECORD_ENTRIES) {
    expect(Object.keys(record.ids)).toEqual([...path.matchAll(PARAMETER_PATTERN)].map(([, name]) => name));
  }
});

describe.each(RECORD_ENTRIES.map((entry) => [entry.path, entry] as const))("%s", (_path, entry) => {
  test("says that an unknown and a malformed id name nothing, and leads back", async () => {
    const app = await renderApp("/help", { token: "alice" });
    await openMissing(
      app,
      entry,
      buildAddress(entry, (form) => MISSING_ID[form]),
    );
    await openMalformed(app, entry, MALFORMED_ID);

    await userEvent.click(screen.getByRole("link", { name: translate(entry.record.missing.back) }));

    await waitFor(() => expect(app.router.state.location.pathname).toBe(entry.record.list));
    await waitFor(() => expect(screen.queryByText(translate(entry.record.missing.title))).toBeNull());
  });
});

describe.each([...Map.groupBy(RECORD_ENTRIES, ({ record }) => Object.values(record.ids).join())])(
  "a route with %s",
  (_forms, [entry]) => {
    test.each(ODD_IDS)("says that %s names nothing", async (id) => {
      const app = await renderApp("/help", { token: "alice" });
      await openMalformed(app, entry as RecordEntry, decodeURIComponent(id));
    });
  },
);

test("another failure of such a screen is told as before, with another try", async () => {
  server.use(http.get(`${ORIGIN}/api/contacts/5`, () => buildErrorResponse(500, "serverException")));
  await renderApp("/contacts/5", { token: "alice" });

  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  expect(screen.queryByText("Contact not found")).toBeNull();
});
