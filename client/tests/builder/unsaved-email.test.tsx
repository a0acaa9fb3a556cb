import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { History } from "@/builder/collab/history";
import { getRoots } from "@/builder/collab/maps";
import { insert } from "@/builder/tree/commands/insert";
import type { Piece } from "@/builder/tree/model/pieces";
import { STRUCTURES } from "@/builder/tree/tests/structures";
import { buildCampaign, campaignsHandlers, ID } from "../campaigns/handlers";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { DocumentServer, type TestTransport } from "./document-server";

const DOCUMENT = "01a1fc3d-0000-7000-8000-000000000d0d";
const LOADING = { timeout: 10_000 };
const RESTORING = "Restoring the last saved version. You can edit again when it has loaded.";

interface Network {
  line: TestTransport | undefined;
  /** Runs before each call to the server. */
  onCall: (name: string) => void;
}

const network = vi.hoisted((): Network => ({ line: undefined, onCall: () => undefined }));
vi.mock("@/lib/socket/link", async (original) => {
  const line = (): TestTransport => {
    if (!network.line) throw new Error("No line");
    return network.line;
  };
  return {
    ...(await original<typeof import("@/lib/socket/link")>()),
    requestServerRaw: (name: string, ...values: unknown[]) => {
      network.onCall(name);
      return line().call(name, ...values);
    },
    onServerMessage: (name: string, listener: () => void) => line().hear(name, listener),
    onLinkConnect: (listener: () => void) => line().onUp(listener),
    onLinkDisconnect: (listener: () => void) => line().onDown(listener),
  };
});

class Viewport extends EventTarget {
  isWide = true;

  query(media: string): MediaQueryList {
    const list = {
      matches: media.startsWith("(min-width") && this.isWide,
      media,
      addEventListener: (type: string, listener: EventListener) => this.addEventListener(type, listener),
      removeEventListener: (type: string, listener: EventListener) => this.removeEventListener(type, listener),
    };
    return list as unknown as MediaQueryList;
  }

  narrow(): void {
    this.isWide = false;
    this.dispatchEvent(Object.assign(new Event("change"), { matches: false }));
  }
}

let documents: DocumentServer;
let transport: TestTransport;
let viewport: Viewport;

beforeEach(() => {
  viewport = new Viewport();
  window.matchMedia = (query) => viewport.query(query);
  documents = new DocumentServer();
  transport = documents.line();
  Object.assign(network, { line: transport, onCall: () => undefined });
  getRoots(documents.doc).set("body", new Y.Map([["order", "a0"]]));
  const editing = { doc: documents.doc, history: new History(documents.doc), structure: STRUCTURES.rows };
  const button: Piece = { level: "component", kind: "button", settings: { words: "Taste it" }, children: [] };
  const column: Piece = { level: "column", kind: "column", settings: {}, children: [button] };
  insert(editing, { level: "row", kind: "row", settings: {}, children: [column] }, { parent: "body", index: 0 });
});

async function openEditor() {
  server.use(
    http.get(`${ORIGIN}/api/documents/${DOCUMENT}/comments`, () => HttpResponse.json([])),
    http.get(`${ORIGIN}/api/companies/detail`, () => buildErrorResponse(403, "forbidden")),
    http.get(`${ORIGIN}/api/email-marketing/${ID}/size`, () => HttpResponse.json({ bytes: 4096, limit: 102_400 })),
    ...campaignsHandlers({ campaigns: [buildCampaign({ documentId: DOCUMENT, content: { kind: "document" } })] }),
  );
  const user = userEvent.setup();
  const { router } = await renderScreen(`/email-marketing/compose/${ID}`, { token: "alice" });
  const canvas = await screen.findByRole("application", { name: "Canvas" }, LOADING);
  await within(canvas).findByText("Taste it", {}, LOADING);
  return { user, router, canvas };
}

/** The network fails in this way as the next join is sent. */
function interruptJoin(disturb: () => void): void {
  network.onCall = (name) => {
    if (name !== "doc:join") return;
    network.onCall = () => undefined;
    disturb();
  };
}

test.each([
  ["the connection drops", () => transport.drop(), () => transport.comeBack()],
  [
    "the join is answered late",
    () => {
      transport.isSlow = true;
    },
    () => transport.answer(),
  ],
])(
  "after a rejected change, the email is read-only until the saved version is back, though %s",
  async (_, disturb, recover) => {
    const { user, canvas } = await openEditor();
    await user.click(within(canvas).getByText("Taste it"));
    const words = await screen.findByLabelText("Button text");
    interruptJoin(disturb);
    documents.refusals.push("documentFull");
    await user.type(words, "!");

    expect(await screen.findByText(RESTORING)).toBeVisible();
    const dialog = await screen.findByRole("dialog", { name: "Your last changes couldn’t be saved" });
    expect(dialog).toHaveTextContent("We are restoring the last saved version.");
    await user.click(within(dialog).getByRole("button", { name: "Copy my text" }));
    expect(await within(dialog).findByRole("button", { name: "Copied" })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe("Taste it!");
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(screen.getByLabelText("Button text")).toBeDisabled();
    expect(screen.queryByRole("button", { name: "Add Button" })).toBeNull();
    expect(within(canvas).getByText("Taste it!")).toBeVisible();
    expect(screen.queryByText(/Changes stay in this browser/)).toBeNull();

    act(recover);

    expect(await within(canvas).findByText("Taste it")).toBeVisible();
    expect(screen.queryByText(RESTORING)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Add Button" }));
    await waitFor(() => expect(documents.stored).toHaveLength(1));
  },
);

test("where the browser blocks copying, the rejected text is shown", async () => {
  const { user, canvas } = await openEditor();
  await user.click(within(canvas).getByText("Taste it"));
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("blocked"));
  documents.refusals.push("documentFull");
  await user.type(await screen.findByLabelText("Button text"), "!");

  const dialog = await screen.findByRole("dialog", { name: "Your last changes couldn’t be saved" });
  await user.click(within(dialog).getByRole("button", { name: "Copy my text" }));

  expect(dialog).toHaveTextContent("Copy your text now. Then delete content you no longer need");
  expect(await within(dialog).findByLabelText("Your text")).toHaveValue("Taste it!");
  expect(within(dialog).getByRole("button", { name: "Continue editing" })).toBeVisible();
});

test("an email that was deleted before changes were saved says so, and can be left", async () => {
  const { user, router } = await openEditor();
  act(() => transport.drop());
  await user.click(screen.getByRole("button", { name: "Add Button" }));
  documents.joinRefusal = "noEntity";
  act(() => transport.comeBack());
  await screen.findByRole("heading", { name: "You cannot open this email" });
  expect(screen.getByRole("alert")).toHaveTextContent("Your latest changes could not be saved.");

  await user.click(screen.getByRole("link", { name: "Campaigns" }));
  const dialog = await screen.findByRole("dialog", { name: "Leave with unsaved changes?" });
  expect(dialog).toHaveTextContent("Your latest changes could not be saved. The email was deleted");
  await user.click(within(dialog).getByRole("button", { name: "Leave" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/campaigns"));
});

test("a window that became too narrow without a connection can be left", async () => {
  const { user, router } = await openEditor();
  act(() => transport.drop());
  await user.click(screen.getByRole("button", { name: "Add Button" }));
  act(() => viewport.narrow());
  await screen.findByRole("heading", { name: /^The editor needs a screen/ });

  await user.click(screen.getByRole("link", { name: "Go to campaign" }));
  const dialog = await screen.findByRole("dialog", { name: "Leave with unsaved changes?" });
  expect(dialog).toHaveTextContent("They stay in this browser");
  await user.click(within(dialog).getByRole("button", { name: "Leave" }));

  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/${ID}/edit`));
});
