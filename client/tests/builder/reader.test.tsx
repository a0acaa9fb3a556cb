import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { History } from "@/builder/collab/history";
import { getRoots } from "@/builder/collab/maps";
import { insert } from "@/builder/tree/commands/insert";
import type { Piece } from "@/builder/tree/model/pieces";
import { readSnapshot } from "@/builder/tree/model/snapshot";
import { iterateBranches } from "@/builder/tree/model/tree-positions";
import { STRUCTURES } from "@/builder/tree/tests/structures";
import type { CampaignFinding } from "@/features/campaigns/public";
import { buildCampaign, campaignsHandlers, ID } from "../campaigns/handlers";
import { ALICE } from "../fixtures";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { DocumentServer, type TestTransport } from "./document-server";

const DOCUMENT = "01a1fc3d-0000-7000-8000-000000000d0c";
const LOADING = { timeout: 10_000 };

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

const FINDING = {
  place: "content",
  values: {},
  items: [] as string[],
  variant: null,
  node: null,
  cause: null,
  causeCode: null,
  causeParams: null,
} as const;

let documents: DocumentServer;

beforeEach(() => {
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), { matches: query.startsWith("(min-width"), media: query }) as MediaQueryList;
  documents = new DocumentServer();
  lines.splice(0, 1, documents.line());
  getRoots(documents.doc).set("body", new Y.Map([["order", "a0"]]));
  const editing = { doc: documents.doc, history: new History(documents.doc), structure: STRUCTURES.rows };
  const button: Piece = {
    level: "component",
    kind: "button",
    settings: { words: "Taste it", address: "https://kopi.example/taste" },
    children: [],
  };
  const column: Piece = { level: "column", kind: "column", settings: {}, children: [button] };
  insert(editing, { level: "row", kind: "row", settings: {}, children: [column] }, { parent: "body", index: 0 });
});

async function openEditor(permissions: readonly string[], findings: readonly CampaignFinding[] = []) {
  server.use(
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, permissions })),
    http.get(`${ORIGIN}/api/documents/${DOCUMENT}/comments`, () => HttpResponse.json([])),
    http.get(`${ORIGIN}/api/companies/detail`, () => buildErrorResponse(403, "forbidden")),
    http.get(`${ORIGIN}/api/email-marketing/${ID}/size`, () => HttpResponse.json({ bytes: 4096, limit: 102_400 })),
    ...campaignsHandlers({
      campaigns: [buildCampaign({ documentId: DOCUMENT, content: { kind: "document" } })],
      findings,
    }),
  );
  const user = userEvent.setup();
  await renderScreen(`/email-marketing/compose/${ID}`, { token: "alice" });
  const canvas = await screen.findByRole("application", { name: "Canvas" }, LOADING);
  await within(canvas).findByText("Taste it", {}, LOADING);
  return { user, canvas };
}

test("who may only look sees the whole mail and all about it, and nothing they do is written", async () => {
  const { user, canvas } = await openEditor(["campaign.view"]);
  const before = Y.encodeStateVector(documents.doc);

  expect(screen.getByText(/You can view this email and comment on it/)).toBeVisible();
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).not.toContain("Blocks");
  for (const name of ["Undo", "Redo", "Send test", "Choose recipients"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
    expect(screen.queryByRole("link", { name })).toBeNull();
  }
  for (const name of ["Comments", "Version history", "Preview"])
    expect(screen.getByRole("button", { name })).toBeEnabled();

  await user.click(within(canvas).getByText("Taste it"));
  const words = await screen.findByRole("textbox", { name: "Button text" });
  expect(words).toHaveValue("Taste it");
  expect(words).toBeDisabled();
  act(() => canvas.focus());
  await user.keyboard("{Delete}{Control>}d{/Control}{Control>}{ArrowUp}{/Control}{Enter}x{Escape}");

  expect(within(canvas).getAllByText("Taste it")).toHaveLength(1);
  expect(documents.stored).toEqual([]);
  expect(Y.encodeStateVector(documents.doc)).toEqual(before);
});

test("who may write there changes it by the same acts", async () => {
  const { user, canvas } = await openEditor(["campaign.view", "campaign.edit", "campaign.send"]);
  expect(screen.queryByText(/You can view this email/)).toBeNull();

  await user.click(within(canvas).getByText("Taste it"));
  expect(await screen.findByRole("textbox", { name: "Button text" })).toBeEnabled();
  act(() => canvas.focus());
  await user.keyboard("{Control>}d{/Control}");

  expect(await within(canvas).findAllByText("Taste it")).toHaveLength(2);
  await waitFor(() => expect(documents.stored).toHaveLength(1));
});

test("what the checks found in a block is at the block, and the way leads to it", async () => {
  const [button] = [...iterateBranches(readSnapshot(documents.doc, STRUCTURES.rows))].filter(
    ({ branch }) => branch.kind === "button",
  );
  const node = button?.branch.id ?? "";
  const { user, canvas } = await openEditor(
    ["campaign.view", "campaign.edit"],
    [
      { ...FINDING, code: "altMissing", level: "warning", node, values: { count: 1, total: 2 } },
      { ...FINDING, code: "subjectMissing", level: "blocking", place: "subject" },
    ],
  );

  const sign = await within(canvas).findByRole("img", { name: /alt text/i }, LOADING);
  expect(sign.closest("[data-node]")).toHaveAttribute("data-node", node);
  expect(screen.getByText("1 issue")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Go to next" }));
  expect(await screen.findByRole("list", { name: "Issues" })).toHaveTextContent(/alt text/i);
  expect(screen.getByRole("textbox", { name: "Button text" })).toBeVisible();
});
