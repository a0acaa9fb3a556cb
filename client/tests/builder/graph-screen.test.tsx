/** The screen of a graph editor: a registry is enough for an editor. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { loadFeatureTexts } from "@/app/texts";
import { getNodeSettings, getNodes } from "@/builder/collab/maps";
import { DocumentSync } from "@/builder/collab/sync/document-sync";
import { MIN_GAP_MS } from "@/builder/collab/sync/update-sender";
import { UpdateStorage } from "@/builder/collab/sync/update-storage";
import { connect } from "@/builder/graph/commands/edges";
import { addNode, remove, updateNode } from "@/builder/graph/commands/nodes";
import type { GraphEditing } from "@/builder/graph/editing";
import { readGraphSnapshot } from "@/builder/graph/model/snapshot";
import type { GraphRegistry } from "@/builder/graph/registry";
import { GraphHead } from "@/builder/graph/screen/graph-head";
import { GraphScreen } from "@/builder/graph/screen/graph-screen";
import { useGraphScreen } from "@/builder/graph/screen/use-graph-screen";
import { buildEdge, buildStep, createEditing, listEdgeLabels } from "@/builder/graph/tests/flow";
import { FLOW_TEXTS, FLOWS } from "@/builder/graph/tests/flow-editor";
import { stubLayout } from "@/builder/graph/tests/layout";
import { loadTexts } from "@/lib/i18n/i18n";
import { clearToasts } from "@/ui/components/toast-stack";
import { Toaster } from "@/ui/components/toaster";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ORIGIN } from "../handlers";
import { renderPart } from "../render-part";
import { server } from "../server";
import { DocumentServer, type TestTransport } from "./document-server";

const DOCUMENT = "01a1fc3d-0000-7000-8000-000000000a0f";
const LOADING = { timeout: 10_000 };
const USER = { id: "ayu", name: "Ayu", isAdmin: true };

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

stubLayout();

let documents: DocumentServer;
let comments: unknown[];

beforeEach(async () => {
  (await renderPart(null)).unmount();
  await loadFeatureTexts(["builder/screen", "builder/graph", "builder/collab", "builder/inspector"]);
  await loadTexts({ flows: () => Promise.resolve({ flows: FLOW_TEXTS }) });
  localStorage.setItem("token", "alice");
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), { matches: query.startsWith("(min-width"), media: query }) as MediaQueryList;
  documents = new DocumentServer();
  lines.splice(0, 1, documents.line());
  comments = [];
  server.use(http.get(`${ORIGIN}/api/documents/${DOCUMENT}/comments`, () => HttpResponse.json(comments)));
});

afterEach(() => {
  act(() => clearToasts());
  vi.useRealTimers();
});

/** A trigger, a wait, a condition and an end in the stored document, connected except for the condition's outputs. */
function storeFlow() {
  const one = createEditing(documents.doc);
  const [trigger, wait, condition, end] = ["trigger", "wait", "condition", "end"].map(
    (kind, index) => addNode(one, buildStep(kind, [0, 144 * index])) ?? "",
  ) as [string, string, string, string];
  connect(one, buildEdge(trigger, wait));
  connect(one, buildEdge(wait, condition));
  return { trigger, wait, condition, end };
}

interface FlowScreenProps {
  readonly canEdit: boolean;
  readonly registry: GraphRegistry;
}

function FlowScreen({ canEdit, registry }: FlowScreenProps) {
  const flow = useGraphScreen({
    registry,
    tags: [],
    features: new Set(),
    documentId: DOCUMENT,
    teamId: "kopi",
    user: USER,
    canEdit,
    isLocked: false,
    isSuspended: false,
  });
  return (
    <GraphScreen
      screen={flow}
      head={
        <GraphHead screen={flow} back={{ to: "/flows", label: "Back to flows" }} title="Welcome">
          <button type="button">Turn on</button>
        </GraphHead>
      }
      blocked={(why) => <h1>Closed: {why}</h1>}
    />
  );
}

/** The flows' registry with other limits. */
function createLimitedRegistry(limits: Partial<GraphRegistry["structure"]["limits"]>): GraphRegistry {
  const { structure } = FLOWS;
  return { ...FLOWS, structure: { ...structure, limits: { ...structure.limits, ...limits } } };
}

async function renderScreen({ canEdit = true, registry = FLOWS, hasToasts = false } = {}) {
  const router = createMemoryRouter([{ path: "*", element: <FlowScreen canEdit={canEdit} registry={registry} /> }]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ThemeProvider env="test">
        <RouterProvider router={router} />
        {hasToasts ? <Toaster /> : null}
      </ThemeProvider>
    </QueryClientProvider>,
  );
  const canvas = await screen.findByRole("application", { name: "Canvas" }, LOADING);
  return { user: userEvent.setup(), canvas };
}

/** The document on the server. */
const getStoredEditing = (): GraphEditing => ({ ...createEditing(documents.doc), structure: FLOWS.structure });
const readNow = ({ doc, structure }: GraphEditing) => readGraphSnapshot(doc, structure);

function findId({ doc }: GraphEditing, label: string): string {
  return [...getNodes(doc)].find(([, node]) => getNodeSettings(node).get("label") === label)?.[0] ?? "";
}

const getStep = (name: string | RegExp) => screen.getByRole("group", { name });
const listAnnouncements = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
const expectEdges = (edges: readonly string[]) =>
  act(() => vi.waitFor(() => expect(listEdgeLabels(getStoredEditing())).toEqual(edges)));

test("a flow is built from the list of kinds, each step connected to the one before", async () => {
  const { user } = await renderScreen();
  expect(await screen.findByText("No steps yet")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Add Trigger" }));
  await user.click(screen.getByRole("button", { name: "Add Wait" }));
  await user.type(await screen.findByRole("textbox", { name: "Label" }), "2 days");

  expect(await screen.findByRole("group", { name: "Wait 2 days" })).toBeVisible();
  await act(() =>
    vi.waitFor(() =>
      expect([...readGraphSnapshot(documents.doc, FLOWS.structure).nodes.values()].map(({ at }) => at)).toEqual(
        expect.arrayContaining([
          [0, 0],
          [0, 144],
        ]),
      ),
    ),
  );
  await expectEdges([".next>2 days"]);
  await user.click(screen.getByRole("button", { name: "Split: Not in your plan" }));
  expect(await screen.findByRole("dialog", { name: "Your plan does not include Split" })).toBeVisible();
  expect(screen.getAllByRole("group", { name: /^(Trigger|Wait)/ })).toHaveLength(2);
});

describe("with the keyboard", () => {
  async function openFlow() {
    const ids = storeFlow();
    const opened = await renderScreen();
    const trigger = await screen.findByRole("group", { name: "Trigger trigger" });
    act(() => trigger.focus());
    return { ...opened, ids, trigger };
  }

  test("arrows follow the connections, with the focus and the settings", async () => {
    const { user } = await openFlow();
    expect(await screen.findByRole("textbox", { name: "Label" })).toHaveValue("trigger");

    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(getStep("Wait wait")).toHaveFocus());
    expect(screen.getByRole("textbox", { name: "Label" })).toHaveValue("wait");
    expect(listAnnouncements()).toContain("Wait: wait selected.");
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(getStep("Condition condition")).toHaveFocus());
    await user.keyboard("{ArrowDown}");
    expect(listAnnouncements()).toContain("No step in this direction.");
    await user.keyboard("{ArrowUp}");
    await waitFor(() => expect(getStep("Wait wait")).toHaveFocus());
    await user.keyboard("{Home}");
    await waitFor(() => expect(getStep("Trigger trigger")).toHaveFocus());
    // Nothing leads to the end, so it is beside the trigger.
    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(getStep("End end")).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(screen.getByRole("textbox", { name: "Label" })).toHaveFocus();
  });

  test("a step is connected by choosing from a list, and every change is undone", async () => {
    const { user } = await openFlow();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    await waitFor(() => expect(getStep("Condition condition")).toHaveFocus());

    await user.keyboard(" ");
    const dialog = await screen.findByRole("dialog", { name: "Connect Condition: condition" });
    const yes = within(dialog).getByRole("region", { name: "Yes" });
    // The steps before the condition would create a loop.
    expect(within(yes).getAllByRole("button")).toHaveLength(1);
    await user.click(within(yes).getByRole("button", { name: "Connect to End: end" }));

    await expectEdges(["condition.yes>end", "trigger.next>wait", "wait.next>condition"]);
    expect(listAnnouncements()).toContain("Condition: condition, Yes connected to End: end.");
    expect(within(yes).getByText("Connected to End: end")).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.keyboard("{Control>}z{/Control}");
    expect(listAnnouncements()).toContain("Undone.");
    await expectEdges(["trigger.next>wait", "wait.next>condition"]);
    await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await expectEdges(["condition.yes>end", "trigger.next>wait", "wait.next>condition"]);
  });

  test("Ctrl and arrows move the selection as one undo step", async () => {
    const { user, ids } = await openFlow();
    const at = () => readGraphSnapshot(documents.doc, FLOWS.structure).nodes.get(ids.trigger)?.at;
    // Only quick moves are one undo step, however slow the machine is.
    vi.useFakeTimers({ toFake: ["Date"] });

    await user.keyboard("{Control>}{ArrowRight}{ArrowRight}{ArrowUp}{/Control}");

    expect(listAnnouncements()).toContain("Trigger: trigger moved to 32, -16.");
    await act(() => vi.waitFor(() => expect(at()).toEqual([32, -16])));
    await user.keyboard("{Control>}z{/Control}");
    await act(() => vi.waitFor(() => expect(at()).toEqual([0, 0])));
  });

  test("Delete removes steps with their connections, and undo restores both", async () => {
    const { user } = await openFlow();
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(getStep("Wait wait")).toHaveFocus());

    await user.keyboard("{Delete}");

    await expectEdges([]);
    expect(screen.queryByRole("group", { name: "Wait wait" })).toBeNull();
    expect(listAnnouncements()).toContain("Wait: wait deleted");
    await user.keyboard("{Control>}z{/Control}");
    await expectEdges(["trigger.next>wait", "wait.next>condition"]);
    expect(await screen.findByRole("group", { name: "Wait wait" })).toBeVisible();
  });

  test("all steps are selected, duplicated with their connections, and deleted at once", async () => {
    const { user } = await openFlow();

    await user.keyboard("{Control>}a{/Control}");
    expect(listAnnouncements()).toContain("4 steps selected.");
    expect(screen.getByRole("heading", { name: "4 steps" })).toBeVisible();
    await user.keyboard("{Control>}d{/Control}");
    const twice = ["trigger.next>wait", "trigger.next>wait", "wait.next>condition", "wait.next>condition"];
    await expectEdges(twice);
    await user.keyboard("{Delete}");

    await expectEdges(["trigger.next>wait", "wait.next>condition"]);
    expect(listAnnouncements()).toContain("4 steps deleted");
  });

  test("copied steps are pasted", async () => {
    const { user, trigger } = await openFlow();
    await user.keyboard("{Control>}a{/Control}");
    const data = new DataTransferStub();
    fireEvent(trigger, Object.assign(new Event("copy", { bubbles: true }), { clipboardData: data }));
    expect(listAnnouncements()).toContain("Copied.");

    fireEvent(trigger, Object.assign(new Event("paste", { bubbles: true }), { clipboardData: data }));

    await act(() => vi.waitFor(() => expect(readGraphSnapshot(documents.doc, FLOWS.structure).nodes.size).toBe(8)));
  });
});

class DataTransferStub {
  #text = "";

  setData(_: string, text: string): void {
    this.#text = text;
  }

  getData(): string {
    return this.#text;
  }
}

test("without the permission to edit, the flow is shown and no key changes it", async () => {
  storeFlow();
  const { user } = await renderScreen({ canEdit: false });
  const trigger = await screen.findByRole("group", { name: "Trigger trigger" });
  act(() => trigger.focus());

  await user.keyboard("{Delete} {Control>}d{ArrowDown}{/Control}");

  expect(screen.getByText("You can view this flow.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add Wait" })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await screen.findByRole("textbox", { name: "Label" })).toBeDisabled();
  expect(listEdgeLabels(getStoredEditing())).toEqual(["trigger.next>wait", "wait.next>condition"]);
  expect(documents.stored).toEqual([]);
});

test("a step is only for some contacts, if its level has conditions", async () => {
  const { wait } = storeFlow();
  const { user } = await renderScreen();
  await screen.findByRole("group", { name: "Trigger trigger" });
  act(() => getStep("Trigger trigger").focus());
  expect(await screen.findByRole("heading", { name: "Trigger" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Contacts for this step" })).toBeNull();

  act(() => getStep("Wait wait").focus());
  const condition = await screen.findByRole("region", { name: "Contacts for this step" });
  await user.click(within(condition).getAllByRole("radio")[1] ?? document.body);

  await act(() =>
    vi.waitFor(() =>
      expect(getNodes(documents.doc).get(wait)?.get("condition")).toEqual({
        all: true,
        rules: [{ field: "email", operator: "isSet", value: "" }],
      }),
    ),
  );
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await act(() => vi.waitFor(() => expect(getNodes(documents.doc).get(wait)?.has("condition")).toBe(false)));
});

test("findings are listed, and each leads to its step", async () => {
  storeFlow();
  const { user } = await renderScreen();
  await screen.findByRole("group", { name: "Trigger trigger" });
  const list = screen.getByRole("region", { name: "To fix" });
  expect(
    within(list)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["End: end“In” is not connected."]);
  expect(getStep("End end").querySelector("[data-finding]")).not.toBeNull();
  expect(getStep("Wait wait").querySelector("[data-finding]")).toBeNull();

  await user.click(within(list).getByRole("button"));

  expect(await screen.findByRole("textbox", { name: "Label" })).toHaveValue("end");
  expect(screen.getByRole("region", { name: "Connections" })).toHaveTextContent("“In” is not connected.");
  expect(listAnnouncements()).toContain("End: end selected.");
});

test("a comment belongs to its step, and the canvas shows how many are open", async () => {
  const { wait } = storeFlow();
  const author = { id: "raka", name: "Raka" };
  server.use(
    http.get(`${ORIGIN}/api/companies/members`, () => HttpResponse.json({ items: [], total: 0, page: 1, size: 100 })),
  );
  comments = [
    {
      id: "c1",
      node: wait,
      replyTo: null,
      text: "Is this too long?",
      mentions: [],
      author,
      createdAt: "2026-11-21T03:02:00.000000Z",
      editedAt: null,
      resolvedAt: null,
      resolvedBy: null,
    },
  ];
  const { user, canvas } = await renderScreen();

  await user.click(await within(canvas).findByRole("button", { name: "Comment: 1" }));
  expect(await screen.findByText("Is this too long?")).toBeVisible();
  expect(await screen.findByRole("button", { name: /Wait: wait/ })).toBeVisible();
});

describe("together with another user", () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  /** Opens the same document as another user. */
  function openAsRaka() {
    const line = documents.line();
    const link = new DocumentSync(
      line,
      `document:${DOCUMENT}`,
      new UpdateStorage(DOCUMENT, { prefix: "fl_", teamId: "kopi", userId: "raka" }),
    );
    link.open();
    return { link, editing: (): GraphEditing => ({ ...link.current(), structure: FLOWS.structure }) };
  }

  const settle = () => act(() => vi.advanceTimersByTimeAsync(4 * MIN_GAP_MS));

  test("both see each other's changes, and each undoes only their own", async () => {
    const { wait, condition, end } = storeFlow();
    const raka = openAsRaka();
    await renderScreen();
    const trigger = await screen.findByRole("group", { name: "Trigger trigger" });
    await settle();
    const user = userEvent.setup({ advanceTimers: (milliseconds) => vi.advanceTimersByTime(milliseconds) });

    connect(raka.editing(), buildEdge(condition, end, "yes"));
    updateNode(raka.editing(), wait, { label: "2 days" });
    await settle();
    expect(await screen.findByRole("group", { name: "Wait 2 days" })).toBeVisible();
    expect(screen.getByText("Every step is connected.")).toBeVisible();
    act(() => trigger.focus());
    await user.keyboard("{Control>}{ArrowRight}{/Control}");
    remove(raka.editing(), [end]);
    await settle();
    expect(screen.queryByRole("group", { name: "End end" })).toBeNull();
    await user.keyboard("{Control>}z{/Control}");
    await settle();

    expect(readNow(raka.editing()).nodes.get(findId(raka.editing(), "trigger"))?.at).toEqual([0, 0]);
    expect(listEdgeLabels(raka.editing())).toEqual(["2 days.next>condition", "trigger.next>2 days"]);
    raka.editing().history.undo();
    await settle();
    expect(await screen.findByRole("group", { name: "End end" })).toBeVisible();
    expect(listEdgeLabels(getStoredEditing())).toEqual(listEdgeLabels(raka.editing()));
  });

  test("undo that would exceed the maximum number of steps is rejected with the notice of a full document", async () => {
    storeFlow();
    const raka = openAsRaka();
    await renderScreen({ registry: createLimitedRegistry({ nodes: 4 }), hasToasts: true });
    const user = userEvent.setup({ advanceTimers: (milliseconds) => vi.advanceTimersByTime(milliseconds) });
    await settle();
    act(() => getStep("Wait wait").focus());
    await user.keyboard("{Delete}");
    await settle();
    const added = addNode(raka.editing(), buildStep("join", [300, 0])) ?? "";
    await settle();

    await user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText("This document is full. Delete some steps first.")).toBeVisible();
    expect(screen.queryByRole("group", { name: "Wait wait" })).toBeNull();
    expect(listAnnouncements()).not.toContain("Undone.");
    await settle();
    expect(listEdgeLabels(getStoredEditing())).toEqual([]);
    remove(raka.editing(), [added]);
    await settle();
    await user.keyboard("{Control>}z{/Control}");
    await settle();

    expect(await screen.findByRole("group", { name: "Wait wait" })).toBeVisible();
    expect(listEdgeLabels(getStoredEditing())).toEqual(["trigger.next>wait", "wait.next>condition"]);
  });

  test("undo that would exceed the maximum number of connections is rejected, too", async () => {
    const { condition, end } = storeFlow();
    const raka = openAsRaka();
    await renderScreen({ registry: createLimitedRegistry({ edges: 2 }), hasToasts: true });
    const user = userEvent.setup({ advanceTimers: (milliseconds) => vi.advanceTimersByTime(milliseconds) });
    await settle();
    act(() => getStep("Trigger trigger").focus());
    await user.keyboard("{Delete}");
    await settle();
    connect(raka.editing(), buildEdge(condition, end, "yes"));
    await settle();

    await user.keyboard("{Control>}z{/Control}");

    expect(await screen.findByText("This document is full. Delete some steps first.")).toBeVisible();
    await settle();
    expect(listEdgeLabels(getStoredEditing())).toEqual(["condition.yes>end", "wait.next>condition"]);
  });

  test("a step that the other deletes is no longer selected", async () => {
    const { wait } = storeFlow();
    const raka = openAsRaka();
    await renderScreen();
    const step = await screen.findByRole("group", { name: "Wait wait" });
    await settle();
    act(() => step.focus());
    expect(await screen.findByRole("textbox", { name: "Label" })).toHaveValue("wait");

    remove(raka.editing(), [wait]);
    await settle();

    expect(screen.getByRole("heading", { name: "Flow" })).toBeVisible();
  });

  test("the canvas shows which step the other has selected", async () => {
    const { condition } = storeFlow();
    const raka = openAsRaka();
    const { canvas } = await renderScreen();
    await screen.findByRole("group", { name: "Condition condition" });
    await settle();

    const { awareness } = raka.link.current();
    awareness.setLocalStateField("user", { id: "raka", name: "Raka", avatar: null });
    awareness.setLocalStateField("mode", "editing");
    awareness.setLocalStateField("selection", condition);
    await settle();

    const node = canvas.querySelector<HTMLElement>(`[data-node="${condition}"]`) ?? document.body;
    expect(await within(node).findByText("Raka")).toBeVisible();
    expect(within(canvas).getAllByText("Raka")).toHaveLength(1);
  });
});

test("a notice says that the document is nearly full", async () => {
  storeFlow();
  const sizeBytes = Math.floor(Y.encodeStateAsUpdate(documents.doc).length / 0.955);

  await renderScreen({ registry: createLimitedRegistry({ sizeBytes }), hasToasts: true });

  expect(
    await screen.findByText("This document is 95% full. Delete content you no longer need.", undefined, LOADING),
  ).toBeVisible();
});

test("deleted steps do not count for the size of a document", async () => {
  storeFlow();
  const removed = addNode(getStoredEditing(), buildStep("join", [300, 0], "x".repeat(500))) ?? "";
  remove(getStoredEditing(), [removed]);
  const without = new Y.Doc();
  Y.applyUpdate(without, Y.encodeStateAsUpdate(documents.doc));
  getNodes(without).delete(removed);
  const visibleBytes = Y.encodeStateAsUpdate(without).length;
  const sizeBytes = Math.floor(visibleBytes / 0.925);
  expect(Y.encodeStateAsUpdate(documents.doc).length).toBeGreaterThan(sizeBytes);

  await renderScreen({ registry: createLimitedRegistry({ sizeBytes }), hasToasts: true });

  expect(
    await screen.findByText("This document is 92% full. Delete content you no longer need.", undefined, LOADING),
  ).toBeVisible();
});

test("a version is compared with the current flow, and restored as one undo step", async () => {
  const { wait, end, condition } = storeFlow();
  const before = Y.encodeStateAsUpdate(documents.doc);
  updateNode(getStoredEditing(), wait, { label: "2 days" });
  remove(getStoredEditing(), [end]);
  addNode(getStoredEditing(), buildStep("join", [300, 0]));
  connect(getStoredEditing(), buildEdge(condition, findId(getStoredEditing(), "join"), "yes"));
  const path = `${ORIGIN}/api/documents/${DOCUMENT}/versions`;
  const version = {
    id: "v1",
    name: "First",
    revision: 3,
    createdAt: "2026-11-21T03:02:00.000000Z",
    createdBy: null,
    automatic: false,
    frozen: false,
  };
  server.use(
    http.get(path, () => HttpResponse.json({ items: [version], page: 1, size: 30, total: 1 })),
    http.get(`${path}/:id/update`, () => HttpResponse.arrayBuffer(before.slice().buffer)),
  );
  const { user } = await renderScreen();
  await screen.findByRole("group", { name: "Wait 2 days" });

  await user.click(screen.getByRole("button", { name: "Version history" }));
  const former = await screen.findByRole("region", { name: /10:02/ });
  const current = screen.getByRole("region", { name: "Current version" });
  const marks = (side: HTMLElement) =>
    Object.fromEntries(
      [...side.querySelectorAll<HTMLElement>("[data-node]")].map(({ dataset, textContent }) => [
        textContent.replace(/(Yes|No)+$/, ""),
        dataset.change,
      ]),
    );
  await waitFor(() =>
    expect(marks(former)).toEqual({
      "Trigger trigger": undefined,
      "Wait wait": "changed",
      "Condition condition": "changed",
      "End end": "removed",
    }),
  );
  expect(marks(current)).toMatchObject({ "Wait 2 days": "changed", "Join join": "added" });
  await user.click(screen.getByRole("button", { name: "Restore this version" }));

  await expectEdges(["trigger.next>wait", "wait.next>condition"]);
  expect(await screen.findByRole("group", { name: "End end" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await expectEdges(["2 days.next>condition", "condition.yes>join", "trigger.next>2 days"]);
});
