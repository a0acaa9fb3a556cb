import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { toast } from "@/ui/toasts";
import { addKind, select, showNode } from "../actions";
import { GraphAdder } from "../adder/adder";
import { connect } from "../commands/edges";
import { moveNodes, remove, updateNode } from "../commands/nodes";
import type { GraphEditing } from "../editing";
import { readGraphSnapshot } from "../model/snapshot";
import type { GraphRegistry } from "../registry";
import { buildEdge, createFlow, listEdgeLabels } from "../tests/flow";
import { FLOWS } from "../tests/flow-editor";
import { stubLayout } from "../tests/layout";
import { renderGraph } from "../tests/render-graph";
import { GraphCanvas } from "./canvas";
import { NO_GRAPH_DECORATIONS } from "./decorations";

vi.mock("@/ui/toasts", () => ({ toast: vi.fn(), dismissToast: vi.fn() }));
stubLayout();
beforeEach(() => {
  vi.mocked(toast).mockClear();
});

const readNow = ({ doc, structure }: GraphEditing) => readGraphSnapshot(doc, structure);

function showCanvas(one: GraphEditing, registry?: GraphRegistry) {
  return renderGraph(one, <GraphCanvas beside={NO_GRAPH_DECORATIONS} />, registry);
}

/** A registry whose nodes record when they render. */
function recordCalls() {
  const rendered: string[] = [];
  const Content = ({ settings }: { readonly settings: Readonly<Record<string, unknown>> }) => {
    rendered.push(String(settings.label));
    return null;
  };
  const kinds = new Map([...FLOWS.kinds].map(([name, kind]) => [name, { ...kind, Content }]));
  return { rendered, registry: { ...FLOWS, kinds } };
}

const nextFrame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

const findNodeElement = (id: string) => document.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`);
const findPort = (id: string, type: "source" | "target", name: string) =>
  document.querySelector<HTMLElement>(`.react-flow__handle.${type}[data-nodeid="${id}"][data-handleid="${name}"]`) ??
  document.body;

/** Pixels from the corner of the canvas to the origin of the graph. */
function readViewportOrigin(): readonly [x: number, y: number] {
  const viewport = document.querySelector<HTMLElement>(".react-flow__viewport");
  const [x = 0, y = 0] = viewport?.style.transform.match(/-?\d+/g)?.map(Number) ?? [];
  return [x, y];
}

function tap(element: HTMLElement): void {
  document.elementFromPoint = () => element;
  fireEvent.click(element);
}

test("a change of a node renders only this node", () => {
  const { one, ids } = createFlow();
  const { rendered, registry } = recordCalls();
  const { editor } = showCanvas(one, registry);
  expect(new Set(rendered)).toEqual(new Set(["trigger", "wait", "condition", "end"]));

  for (const [change, label] of [
    [() => moveNodes(one, new Map([[ids.wait, [40, 100]]])), "wait"],
    [() => updateNode(one, ids.end, { label: "last" }), "last"],
    [() => select(editor, [ids.condition]), "condition"],
  ] as const) {
    rendered.length = 0;
    act(() => void change());
    expect(new Set(rendered)).toEqual(new Set([label]));
  }
  rendered.length = 0;
  act(() => void connect(one, buildEdge(ids.condition, ids.end, "yes")));
  expect(rendered).toEqual([]);
});

test("nodes and edges are rendered at their positions, in reading order", () => {
  const { one, ids } = createFlow();
  showCanvas(one);

  act(() => void moveNodes(one, new Map([[ids.end, [-300, -50]]])));

  const rendered = [...document.querySelectorAll<HTMLElement>(".react-flow__node")];
  expect(rendered.map(({ dataset }) => dataset.id)).toEqual([ids.end, ids.trigger, ids.wait, ids.condition]);
  expect(rendered[0]?.style.transform).toBe("translate(-300px, -50px)");
  expect(document.querySelectorAll(".react-flow__edge")).toHaveLength(2);
  act(() => void remove(one, [ids.wait]));
  expect(document.querySelectorAll(".react-flow__edge")).toHaveLength(0);
});

test("two ports are connected by one tap on each, and a loop is rejected", async () => {
  const { one, ids } = createFlow();
  const { said } = showCanvas(one);

  tap(findPort(ids.condition, "source", "yes"));
  tap(findPort(ids.end, "target", "in"));
  expect(listEdgeLabels(one)).toEqual(["condition.yes>end", "trigger.next>wait", "wait.next>condition"]);
  expect(said.at(-1)).toContain("graph.say.connected");
  expect(toast).not.toHaveBeenCalled();
  tap(findPort(ids.condition, "source", "no"));
  tap(findPort(ids.wait, "target", "in"));
  expect(listEdgeLabels(one)).toHaveLength(3);
  expect(vi.mocked(toast).mock.calls).toEqual([["warning", "graph.conflicts.cycle"]]);
  // The only edge of an output is replaced.
  tap(findPort(ids.wait, "source", "next"));
  tap(findPort(ids.end, "target", "in"));

  expect(listEdgeLabels(one)).toEqual(["condition.yes>end", "trigger.next>wait", "wait.next>end"]);
  one.history.undo();
  expect(listEdgeLabels(one)).toEqual(["condition.yes>end", "trigger.next>wait", "wait.next>condition"]);
});

test("a rejected tap says why, a tap beside a port and a second tap on one say nothing", () => {
  const { one, ids } = createFlow();
  showCanvas(one);
  const said = () => vi.mocked(toast).mock.calls.map(([, message]) => message);

  tap(findPort(ids.condition, "source", "yes"));
  tap(findPort(ids.wait, "source", "next"));
  expect(said()).toEqual(["graph.conflicts.sameSide"]);
  // From the input to the output, too.
  tap(findPort(ids.wait, "target", "in"));
  tap(findPort(ids.condition, "source", "no"));
  expect(said()).toEqual(["graph.conflicts.sameSide", "graph.conflicts.cycle"]);
  tap(findPort(ids.condition, "source", "yes"));
  tap(findPort(ids.condition, "source", "yes"));
  tap(findPort(ids.condition, "source", "yes"));
  tap(document.querySelector<HTMLElement>(".react-flow__pane") ?? document.body);

  expect(said()).toHaveLength(2);
  expect(listEdgeLabels(one)).toEqual(["trigger.next>wait", "wait.next>condition"]);
});

test("a connection that would create a loop is rejected with the reason", () => {
  const { one, ids } = createFlow();
  showCanvas(one);
  const [source, target] = [findPort(ids.condition, "source", "no"), findPort(ids.wait, "target", "in")];

  fireEvent.mouseDown(source, { clientX: 5, clientY: 5, button: 0 });
  document.elementFromPoint = () => target;
  const [x, y] = readViewportOrigin();
  const at = { clientX: x + 5, clientY: y + 105 };
  fireEvent.mouseMove(document, at);
  fireEvent.mouseUp(document, at);

  expect(toast).toHaveBeenLastCalledWith("warning", "graph.conflicts.cycle");
  expect(listEdgeLabels(one)).toEqual(["trigger.next>wait", "wait.next>condition"]);
});

test("a selected connection is deleted by its button", async () => {
  const { one, edges } = createFlow();
  const { editor } = showCanvas(one);
  act(() => select(editor, [edges.first]));

  fireEvent.click(await screen.findByRole("button", { name: /graph.connections.disconnect/ }));

  expect(listEdgeLabels(one)).toEqual(["wait.next>condition"]);
});

test("new nodes go below the selected one, beside each other", async () => {
  const { one, ids } = createFlow();
  const { editor } = showCanvas(one);
  const wait = FLOWS.kinds.get("wait");
  if (!wait) throw new Error("no kind");
  act(() => void moveNodes(one, new Map([[ids.end, [0, 900]]])));

  act(() => select(editor, [ids.condition]));
  act(() => addKind(editor, wait));
  const [first = ""] = editor.actor.getSnapshot().context.selected;
  act(() => select(editor, [ids.condition]));
  act(() => addKind(editor, wait));
  const [second = ""] = editor.actor.getSnapshot().context.selected;

  const { nodes, edges } = readNow(one);
  expect([first, second].map((id) => nodes.get(id)?.at)).toEqual([
    [0, 344],
    [256, 344],
  ]);
  expect(
    Object.fromEntries(
      [...edges.values()]
        .filter(({ source }) => source[0] === ids.condition)
        .map(({ source, target }) => [source[1], target[0]]),
    ),
  ).toEqual({ yes: first, no: second });
  await waitFor(() => expect(findNodeElement(second)).toBeVisible());
  act(() => one.history.undo());
  expect([readNow(one).nodes.has(second), listEdgeLabels(one)]).toEqual([
    false,
    ["condition.yes>", "trigger.next>wait", "wait.next>condition"],
  ]);
});

test("a node out of view is brought into view, but not from below the pointer", async () => {
  const { one, ids } = createFlow();
  const { editor } = showCanvas(one);
  const [wait, end] = [findNodeElement(ids.wait), findNodeElement(ids.end)];
  if (!wait || !end) throw new Error("no nodes");
  for (const node of [wait, end]) node.getBoundingClientRect = () => new DOMRect(-50, 10, 224, 56);
  const before = readViewportOrigin();

  fireEvent.pointerDown(wait);
  fireEvent.pointerUp(wait);
  fireEvent.click(wait);
  await nextFrame();
  await nextFrame();
  expect(editor.actor.getSnapshot().context.selected).toEqual([ids.wait]);
  expect(readViewportOrigin()).toEqual(before);
  act(() => showNode(editor, ids.end));

  await waitFor(() => expect(readViewportOrigin()).toEqual([500 - 112, 400 - 328]));
});

test("a kind is dropped where the pointer is, without a connection", async () => {
  const { one, ids } = createFlow();
  const { editor } = renderGraph(
    one,
    <>
      <GraphAdder />
      <GraphCanvas beside={NO_GRAPH_DECORATIONS} />
    </>,
  );
  act(() => select(editor, [ids.condition]));
  const tile = screen.getByRole("button", { name: /graph.adder.add .*kinds.wait/ });
  const canvas = screen.getByRole("application");

  document.elementFromPoint = () => canvas;
  const dataTransfer = { setData: () => undefined, setDragImage: () => undefined, types: [] };
  const drag = (type: string) =>
    Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 300, clientY: 200 }), {
      dataTransfer,
    });
  fireEvent(tile, drag("dragstart"));
  await nextFrame();
  fireEvent(canvas, drag("dragenter"));
  await nextFrame();
  fireEvent(canvas, drag("drop"));

  const [x, y] = readViewportOrigin();
  const [added = ""] = editor.actor.getSnapshot().context.selected;
  // The centre of the node is where the pointer was.
  expect(readNow(one).nodes.get(added)).toMatchObject({ kind: "wait", at: [300 - x - 112, 200 - y - 28] });
  expect(readNow(one).edges.size).toBe(2);
  act(() => one.history.undo());
  expect(one.history.canUndo).toBe(false);
});

// After a drag, the canvas ignores clicks until the next task: these tests are last.
test("a drag is stored once, when it ends, and is one undo step", () => {
  const { one, ids } = createFlow();
  showCanvas(one);
  const element = findNodeElement(ids.wait) ?? document.body;
  const at = () => readNow(one).nodes.get(ids.wait)?.at;
  const move = (type: string, x: number, y: number, target: EventTarget = window) =>
    fireEvent(
      target as Window,
      new MouseEvent(type, { bubbles: true, view: window, clientX: x, clientY: y, button: 0 }),
    );

  move("mousedown", 10, 10, element);
  move("mousemove", 20, 20);
  move("mousemove", 60, 90);
  expect(at()).toEqual([0, 100]);
  const dragged = element.style.transform;
  expect(dragged).not.toBe("translate(0px, 100px)");
  // A change by another user does not move the node away from the pointer.
  act(() => void moveNodes({ ...one, history: createFlow().one.history }, new Map([[ids.wait, [500, 500]]])));
  expect(element.style.transform).toBe(dragged);
  move("mouseup", 60, 90);

  const [x, y] = at() ?? [0, 0];
  expect(element.style.transform).toBe(`translate(${x}px, ${y}px)`);
  expect([x, y]).not.toEqual([500, 500]);
  act(() => one.history.undo());
  expect(one.history.canUndo).toBe(false);
});

test("a drag in a read-only document goes back", () => {
  const { one, ids } = createFlow();
  showCanvas({ ...one, isViewed: true });
  const element = findNodeElement(ids.wait) ?? document.body;
  const event = (type: string, at: number) =>
    new MouseEvent(type, { bubbles: true, view: window, clientX: at, clientY: at, button: 0 });

  fireEvent(element, event("mousedown", 10));
  fireEvent(window, event("mousemove", 90));
  fireEvent(window, event("mouseup", 90));

  expect(element.style.transform).toBe("translate(0px, 100px)");
});
