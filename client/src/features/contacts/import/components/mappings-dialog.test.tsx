import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { loadFeatureTexts } from "@/app/texts";
import { ORIGIN } from "../../../../../tests/handlers";
import { renderPart } from "../../../../../tests/render-part";
import { server } from "../../../../../tests/server";
import { MappingsDialog } from "./mappings-dialog";

const PATH = `${ORIGIN}/api/contacts/import/mapping`;
let finishSaving: () => void;

beforeEach(async () => {
  window.matchMedia = (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList;
  const { unmount } = await renderPart(null);
  unmount();
  await loadFeatureTexts(["contacts", "contacts/import"]);
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

async function saveAs(name: string) {
  await renderPart(
    <QueryClientProvider client={new QueryClient()}>
      <MappingsDialog importId="1" mapping={["email"]} onUse={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const field = await screen.findByRole("textbox");
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
