/** The screen of an editor of another shape than the email's: a registry, and what it puts into the slots. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { loadFeatureTexts } from "@/app/texts";
import { History } from "@/builder/collab/history";
import { getNodes, getRoots } from "@/builder/collab/maps";
import { DocumentSync } from "@/builder/collab/sync/document-sync";
import { UpdateStorage } from "@/builder/collab/sync/update-storage";
import type { RichParts } from "@/builder/inspector/rich/rich-parts";
import { insert } from "@/builder/tree/commands/insert";
import type { EditorRegistry } from "@/builder/tree/registry";
import { TreeHead } from "@/builder/tree/screen/tree-head";
import { TreeScreen } from "@/builder/tree/screen/tree-screen";
import { useTreeScreen } from "@/builder/tree/screen/use-tree-screen";
import { buildChoice, buildText, FIELDS } from "@/builder/tree/tests/field-editor";
import { loadTexts } from "@/lib/i18n/i18n";
import { clearToasts } from "@/ui/components/toast-stack";
import { Toaster } from "@/ui/components/toaster";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ORIGIN } from "../handlers";
import { renderPart } from "../render-part";
import { server } from "../server";
import { DocumentServer, type TestTransport } from "./document-server";

const DOCUMENT = "01a1fc3d-0000-7000-8000-000000000f1e";
const LOADING = { timeout: 10_000 };
const RICH: RichParts = { render: () => null, Writer: () => null, load: () => Promise.resolve() };
const USER = { id: "ayu", name: "Ayu", isAdmin: true };
const TEXTS = {
  whole: "Form",
  viewing: "You can view this form.",
  watch: "Watch",
  kinds: { choice: { name: "Choice" }, text: { name: "Question" } },
  groups: { questions: "Questions" },
  fields: { label: "Label", options: "Options" },
  levels: { field: "question {{number}}", choice: "choice {{number}}" },
};

const { lines } = vi.hoisted(() => ({ lines: [] as TestTransport[] }));
vi.mock("@/lib/socket/link", async (original) => {
  const line = (): TestTransport => {
    const [first] = lines;
    if (!first) throw new Error("No line");
    return first;
  };
  return {
    ...(await original<typeof import("@/lib/socket/link")>()),
    requestServerRaw: (name: string, ...values: unknown[]) => line().call(name, ...values),
    onServerMessage: (name: string, listener: () => void) => line().hear(name, listener),
    onLinkConnect: (listener: () => void) => line().onUp(listener),
    onLinkDisconnect: (listener: () => void) => line().onDown(listener),
  };
});

let documents: DocumentServer;

beforeEach(async () => {
  (await renderPart(null)).unmount();
  await loadFeatureTexts(["builder/screen", "builder/tree"]);
  await loadTexts({ fields: () => Promise.resolve({ fields: TEXTS }) });
  localStorage.setItem("token", "alice");
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), { matches: query.startsWith("(min-width"), media: query }) as MediaQueryList;
  documents = new DocumentServer();
  lines.splice(0, 1, documents.line());
  getRoots(documents.doc).set("form", new Y.Map([["order", "a0"]]));
  const editing = { doc: documents.doc, history: new History(documents.doc), structure: FIELDS.structure };
  insert(editing, buildChoice("Which colour?", [buildText("Why?", "no")]), { parent: "form", index: 0 });
  server.use(http.get(`${ORIGIN}/api/documents/${DOCUMENT}/comments`, () => HttpResponse.json([])));
});

afterEach(() => act(() => clearToasts()));

interface FieldScreenProps {
  readonly isLocked: boolean;
  readonly registry: EditorRegistry;
}

function FieldScreen({ isLocked, registry }: FieldScreenProps) {
  const fields = useTreeScreen({
    registry,
    rich: RICH,
    tags: [],
    features: new Set(),
    documentId: DOCUMENT,
    teamId: "kopi",
    user: USER,
    canEdit: true,
    isLocked,
    isSuspended: false,
  });
  return (
    <TreeScreen
      screen={fields}
      head={
        <TreeHead screen={fields} back={{ to: "/forms", label: "Back to forms" }} title="Survey">
          <button type="button">Publish</button>
        </TreeHead>
      }
      above={<p>12 answers</p>}
      signOf={String}
      dialogs={<p>A dialog of its own</p>}
      blocked={(why) => <h1>Closed: {why}</h1>}
    />
  );
}

function renderScreen({ isLocked = false, registry = FIELDS } = {}) {
  const router = createMemoryRouter([{ path: "*", element: <FieldScreen isLocked={isLocked} registry={registry} /> }]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ThemeProvider env="test">
        <RouterProvider router={router} />
        <Toaster />
      </ThemeProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test("an editor is a registry and what it puts into the slots of the screen", async () => {
  const user = renderScreen();
  const canvas = await screen.findByRole("application", { name: "Canvas" }, LOADING);

  expect(screen.getByRole("heading", { name: "Survey" })).toBeVisible();
  for (const own of ["Publish", "12 answers", "A dialog of its own"]) expect(screen.getByText(own)).toBeVisible();
  await user.click(within(canvas).getByText("Why?"));
  await user.click(screen.getByRole("button", { name: "Add Choice" }));
  const label = await screen.findByRole("textbox", { name: "Label" });
  await user.clear(label);
  await user.type(label, "Which shade?");

  expect(within(canvas).getByText("Which shade?")).toBeVisible();
  await act(() => vi.waitFor(() => expect(getNodes(documents.doc).size).toBe(3)));
  const added = [...getNodes(documents.doc).values()].at(-1);
  expect(added?.get("at")).toEqual([expect.any(String), expect.any(String), "form", "no"]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(within(canvas).queryByText("Which shade?")).toBeNull();
});

test("an editor declares the devices and colour schemes to choose from; a single one is no choice", async () => {
  const user = renderScreen();
  const canvas = await screen.findByRole("application", { name: "Canvas" }, LOADING);
  const surface = canvas.querySelector<HTMLElement>("[data-surface]");
  expect(surface?.style.inlineSize).toBe("300px");
  const devices = screen.getByRole("group", { name: "Screen size" });
  expect(within(devices).getAllByRole("radio")).toHaveLength(2);
  expect(screen.queryByRole("group", { name: "Colour scheme" })).toBeNull();

  await user.click(within(devices).getByRole("radio", { name: "Watch" }));

  expect(surface?.style.inlineSize).toBe("100px");
});

test("undo that would exceed the maximum number of nodes is rejected with a notice", async () => {
  const { structure } = FIELDS;
  const user = renderScreen({
    registry: { ...FIELDS, structure: { ...structure, limits: { ...structure.limits, nodes: 2 } } },
  });
  const canvas = await screen.findByRole("application", { name: "Canvas" }, LOADING);
  const owner = { prefix: "fi_", teamId: "kopi", userId: "raka" };
  const link = new DocumentSync(documents.line(), `document:${DOCUMENT}`, new UpdateStorage(DOCUMENT, owner));
  link.open();
  await act(() => vi.waitFor(() => expect(link.current().state).toBe("ready")));
  await user.click(within(canvas).getByText("Why?"));
  await user.keyboard("{Delete}");
  insert({ ...link.current(), structure }, buildText("When?"), { parent: "form", index: 0 });
  expect(await within(canvas).findByText("When?", undefined, LOADING)).toBeVisible();

  await user.keyboard("{Control>}z{/Control}");

  expect(await screen.findByText("This document is full. Delete some blocks first.")).toBeVisible();
  expect(within(canvas).queryByText("Why?")).toBeNull();
  link.close();
});

test("what stands there while it may not be worked in is the editor's", async () => {
  renderScreen({ isLocked: true });

  expect(await screen.findByRole("heading", { name: "Closed: locked" }, LOADING)).toBeVisible();
  expect(screen.queryByText("12 answers")).toBeNull();
});
