import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { loadFeatureTexts } from "@/app/texts";
import { loadCatalogue } from "@/lib/catalogue/load";
import { buildErrorResponse, ORIGIN } from "../../../../../tests/handlers";
import { renderPart } from "../../../../../tests/render-part";
import { server } from "../../../../../tests/server";
import type { SavedMapping } from "../mappings-data";
import { MappingsDialog } from "./mappings-dialog";

const PATH = `${ORIGIN}/api/contacts/import/mapping`;
const SAVED: SavedMapping = {
  mappingId: 7,
  name: "Shop",
  file: "shop.csv",
  fit: 1,
  isSame: true,
  columns: 1,
  fullname: "Alice",
  mapping: ["email"],
  usedAt: "2026-11-20T03:00:00Z",
};
let finishSaving: () => void;

beforeEach(async () => {
  window.matchMedia = (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList;
  const { unmount } = await renderPart(null);
  unmount();
  await Promise.all([loadFeatureTexts(["contacts", "contacts/import"]), loadCatalogue()]);
  localStorage.setItem("token", "full");
  const saved = new Promise<void>((resolve) => {
    finishSaving = resolve;
  });
  server.use(
    http.get(PATH, () => HttpResponse.json({ items: [] })),
    http.post(PATH, async () => {
      await saved;
      return HttpResponse.json({});
    }),
  );
});

async function openDialog() {
  await renderPart(
    <QueryClientProvider client={new QueryClient()}>
      <MappingsDialog importId="1" mapping={["email"]} onUse={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return await screen.findByRole("textbox");
}

async function saveAs(name: string) {
  const field = await openDialog();
  await userEvent.type(field, `${name}{Enter}`);
  return field;
}

test("the name is taken away once it is saved", async () => {
  const field = await saveAs("Shop");

  finishSaving();

  await waitFor(() => expect(field).toHaveValue(""));
});

test("a name that is typed while another is saved stays", async () => {
  const field = await saveAs("Shop");
  await userEvent.type(field, " in Bandung");

  finishSaving();

  await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).not.toHaveAttribute("data-loading"));
  expect(field).toHaveValue("Shop in Bandung");
});

test("a mapping without a name is an error at the field, which gets the focus", async () => {
  const field = await openDialog();

  await userEvent.click(screen.getByRole("button", { name: "Save" }));

  expect(field).toHaveAccessibleDescription("Enter a name");
  expect(field).toHaveFocus();
});

test("a name that the server rejects stays in its field, with the error", async () => {
  server.use(http.post(PATH, () => buildErrorResponse(422, "invalidField", { field: "name", cause: "Too long." })));
  const field = await saveAs("Shop");

  await waitFor(() => expect(field).toHaveAccessibleDescription("Too long."));
  expect(field).toHaveValue("Shop");
  expect(field).toHaveFocus();
});

test("a mapping is renamed, and an empty or rejected name is an error at the field", async () => {
  const names: unknown[] = [];
  server.use(
    http.get(PATH, () => HttpResponse.json({ items: [SAVED] })),
    http.put(`${PATH}/7`, async ({ request }) => {
      names.push(await request.json());
      return names.length === 1
        ? buildErrorResponse(422, "invalidField", { field: "name", cause: "Too long." })
        : HttpResponse.json({});
    }),
  );
  await openDialog();
  await userEvent.click(await screen.findByRole("button", { name: "Rename Shop" }));
  const field = screen.getByRole("textbox", { name: "New name" });

  await userEvent.clear(field);
  await userEvent.type(field, "{Enter}");
  expect(field).toHaveAccessibleDescription("Enter a name");
  await userEvent.type(field, "Stores{Enter}");
  await waitFor(() => expect(field).toHaveAccessibleDescription("Too long."));
  expect(field).toHaveFocus();
  await userEvent.keyboard("{Backspace}{Enter}");

  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(names).toEqual([{ name: "Stores" }, { name: "Store" }]);
});
