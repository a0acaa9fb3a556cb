/** User actions by mouse, keyboard or menu: each runs commands, updates the selection and announces the result. */
import { toast } from "@/ui/toasts";
import { showUndoToast } from "../collab/undo-toast";
import { buildClipboardText, duplicate, parsePart, paste } from "./commands/clipboard";
import { connect, reconnect } from "./commands/edges";
import { addNode, moveNodes, remove } from "./commands/nodes";
import { type GraphEditor, getKindName, getNodeName, getPortName, getSelectedNode } from "./editor";
import { getInputs, getOutputs } from "./model/graph";
import { findNodeInDirection, type PathDirection, sortInReadingOrder } from "./model/paths";
import type { Edge, End, GraphPoint } from "./model/records";
import { findConflict } from "./model/rules";
import { type GraphSnapshot, readGraphSnapshot } from "./model/snapshot";
import { buildNodePiece, type GraphKind } from "./registry";

/** Pixels between the positions of a node and one added beside it. */
const NODE_SPACING_X = 256;
const NODE_SPACING_Y = 144;

export function select({ actor }: GraphEditor, ids: readonly string[]): void {
  actor.send({ type: "select", ids });
}

/** Selects a node that was chosen outside the canvas, and announces it. */
export function showNode(editor: GraphEditor, id: string): void {
  if (!editor.store.snapshot().nodes.has(id)) return;
  select(editor, [id]);
  editor.say(editor.t("graph.say.selected", { name: getNodeName(editor, id) }));
}

export function selectAll(editor: GraphEditor): void {
  const ids = sortInReadingOrder(editor.store.snapshot().nodes);
  select(editor, ids);
  editor.say(editor.t("graph.say.count", { count: ids.length }));
}

/** Selects the node that a way leads to from the selected one; without a selected node, the first. */
export function selectInDirection(editor: GraphEditor, way: PathDirection): void {
  const now = editor.store.snapshot();
  const here = editor.actor.getSnapshot().context.selected.findLast((id) => now.nodes.has(id));
  const next = here === undefined ? sortInReadingOrder(now.nodes)[0] : findNodeInDirection(now, here, way);
  if (next === undefined) editor.say(editor.t("graph.say.noWay"));
  else showNode(editor, next);
}

/** Selects the first or last node in reading order. */
export function selectEnd(editor: GraphEditor, end: "first" | "last"): void {
  const id = sortInReadingOrder(editor.store.snapshot().nodes).at(end === "first" ? 0 : -1);
  if (id !== undefined) showNode(editor, id);
}

/** Moves the selected nodes by pixels. Quick moves of the same nodes are one undo step. */
export function moveBy(editor: GraphEditor, [x, y]: GraphPoint): void {
  const { nodes } = editor.store.snapshot();
  const chosen = editor.actor.getSnapshot().context.selected.filter((id) => nodes.has(id));
  const positions = new Map(
    chosen.map((id): [string, GraphPoint] => {
      const at = nodes.get(id)?.at ?? [0, 0];
      return [id, [at[0] + x, at[1] + y]];
    }),
  );
  if (!moveNodes(editor.editing, positions, ["move", ...chosen].join(" "))) return;
  const at = positions.get(chosen[0] ?? "") ?? [0, 0];
  editor.say(editor.t("graph.say.moved", { name: formatNames(editor, chosen), x: at[0], y: at[1] }));
}

/**
 * Adds a node at a position. Without one, it goes below the selected node, and both are connected if possible. Either
 * is one undo step.
 */
export function addKind(editor: GraphEditor, kind: GraphKind, at?: GraphPoint): void {
  const { editing, t } = editor;
  if (!editor.allows(kind)) {
    editor.offerUpgrade(kind);
    return;
  }
  const now = editor.store.snapshot();
  const from = at ? null : getSelectedNode(editor);
  const id = editing.history.act(() => {
    const added = addNode(editing, buildNodePiece(kind, at ?? findFreePosition(now, from)));
    if (added !== undefined && from !== null) connectFirst(editor, from, added);
    return added;
  });
  if (id === undefined) {
    toast("warning", t("graph.say.full"));
    return;
  }
  select(editor, [id]);
  editor.say(t("graph.say.added", { name: getKindName(editor, kind.name) }));
}

/** A position without another node: below a node, or below all if there is none. */
function findFreePosition({ nodes }: GraphSnapshot, below: string | null): GraphPoint {
  const last = sortInReadingOrder(nodes).at(-1);
  const anchor = nodes.get(below ?? last ?? "");
  if (!anchor) return [0, 0];
  const isTaken = ([x, y]: GraphPoint): boolean =>
    [...nodes.values()].some(
      ({ at }) => Math.abs(at[0] - x) < NODE_SPACING_X && Math.abs(at[1] - y) < NODE_SPACING_Y / 2,
    );
  let spot: GraphPoint = [anchor.at[0], anchor.at[1] + NODE_SPACING_Y];
  for (let tries = 0; tries < nodes.size && isTaken(spot); tries += 1) spot = [spot[0] + NODE_SPACING_X, spot[1]];
  return spot;
}

/** Connects the first ports of two nodes that can be connected. */
function connectFirst({ editing }: GraphEditor, source: string, target: string): void {
  const { structure, nodes } = readGraphSnapshot(editing.doc, editing.structure);
  const [from, into] = [nodes.get(source), nodes.get(target)];
  if (!from || !into) return;
  const edges = getOutputs(structure, from).flatMap((output) =>
    getInputs(structure, into).map((input): Edge => ({ source: [source, output.name], target: [target, input.name] })),
  );
  edges.some((edge) => connect(editing, edge) !== undefined);
}

/** Connects an output to an input. An output that can have one edge only gets the new one instead. */
export function connectPorts(editor: GraphEditor, edge: Edge): void {
  const { editing, t } = editor;
  const now = editor.store.snapshot();
  const replaced = findReplacedEdge(now, edge.source);
  const conflict = findConflict(now, edge, replaced);
  const isDone =
    conflict === undefined &&
    (replaced === undefined ? connect(editing, edge) !== undefined : reconnect(editing, replaced, edge));
  if (isDone) editor.say(t("graph.say.connected", getEndNames(editor, edge)));
  else toast("warning", conflict ? t(`graph.conflicts.${conflict}`) : t("graph.say.full"));
}

/** Says that two inputs, or two outputs, cannot be connected. */
export function explainSameSide({ t }: GraphEditor): void {
  toast("warning", t("graph.conflicts.sameSide"));
}

/** Gives an edge other ends, and announces it. */
export function reconnectEdge(editor: GraphEditor, id: string, edge: Edge): void {
  const conflict = findConflict(editor.store.snapshot(), edge, id);
  if (conflict) toast("warning", editor.t(`graph.conflicts.${conflict}`));
  else if (reconnect(editor.editing, id, edge)) editor.say(editor.t("graph.say.connected", getEndNames(editor, edge)));
}

/** The edge that a new edge of this output replaces: the only one of an output for one edge. */
export function findReplacedEdge({ structure, nodes, edges }: GraphSnapshot, [id, port]: End): string | undefined {
  const node = nodes.get(id);
  const isSingle = node && getOutputs(structure, node).find(({ name }) => name === port)?.maxEdges === 1;
  if (!isSingle) return undefined;
  return [...edges].find(([, { source }]) => source[0] === id && source[1] === port)?.[0];
}

export function disconnect(editor: GraphEditor, id: string): void {
  const edge = editor.store.snapshot().edges.get(id);
  if (!edge || !remove(editor.editing, [id])) return;
  editor.say(editor.t("graph.say.disconnected", getEndNames(editor, edge)));
}

/** The names of both ends of an edge, as texts use them. */
export function getEndNames(editor: GraphEditor, { source, target }: Edge) {
  return {
    source: getNodeName(editor, source[0]),
    port: getPortName(editor, ...source),
    target: getNodeName(editor, target[0]),
  };
}

/** Deletes the selected nodes and edges, and offers to undo. */
export function removeSelected(editor: GraphEditor): void {
  const { editing, t } = editor;
  const ids = editor.actor.getSnapshot().context.selected;
  const now = editor.store.snapshot();
  const name = formatNames(
    editor,
    ids.filter((id) => now.nodes.has(id)),
  );
  if (!remove(editing, ids)) return;
  select(editor, []);
  const message = name === "" ? t("graph.say.edgesRemoved") : t("terms.nameDeleted", { name });
  editor.say(message);
  showUndoToast(editing.history, {
    message,
    label: t("words.undo"),
    undo: () => {
      if (editing.history.undo()) select(editor, ids);
    },
  });
}

function formatNames(editor: GraphEditor, ids: readonly string[]): string {
  const [first] = ids;
  if (first === undefined) return "";
  return ids.length === 1 ? getNodeName(editor, first) : editor.t("graph.steps", { count: ids.length });
}

export function duplicateSelected(editor: GraphEditor): void {
  const ids = editor.actor.getSnapshot().context.selected.filter((id) => editor.store.snapshot().nodes.has(id));
  const gated = findGatedKind(
    editor,
    ids.map((id) => editor.store.node(id)?.kind ?? ""),
  );
  if (gated) editor.offerUpgrade(gated);
  else if (ids.length > 0) selectCopies(editor, duplicate(editor.editing, ids));
}

function selectCopies(editor: GraphEditor, copies: readonly string[] | undefined): void {
  if (copies === undefined) {
    toast("warning", editor.t("graph.say.full"));
    return;
  }
  select(editor, copies);
  editor.say(editor.t("graph.say.copies", { name: formatNames(editor, copies) }));
}

/** Clipboard text of the selected nodes; undefined if none is selected. */
export function buildSelectionText({ actor, editing, registry }: GraphEditor): string | undefined {
  return buildClipboardText(editing, registry.name, actor.getSnapshot().context.selected);
}

/** Inserts copied nodes. Returns false if the text is not a part of this editor. */
export function pasteText(editor: GraphEditor, text: string): boolean {
  const { editing, registry } = editor;
  const part = parsePart(text, registry.name, registry.structure);
  if (!part || editing.isViewed) return false;
  if (!part.nodes.every(({ kind, level }) => registry.kinds.get(kind)?.level === level)) return false;
  const gated = findGatedKind(
    editor,
    part.nodes.map(({ kind }) => kind),
  );
  if (gated) editor.offerUpgrade(gated);
  else selectCopies(editor, paste(editing, part));
  return true;
}

/** The first of these kinds that the plan lacks. */
function findGatedKind({ allows, registry }: GraphEditor, kinds: readonly string[]): GraphKind | undefined {
  return kinds.map((name) => registry.kinds.get(name)).find((kind) => kind !== undefined && !allows(kind));
}

export function undo({ editing, say, t }: GraphEditor): void {
  if (!editing.isViewed && editing.history.undo()) say(t("graph.say.undone"));
}

export function redo({ editing, say, t }: GraphEditor): void {
  if (!editing.isViewed && editing.history.redo()) say(t("graph.say.redone"));
}
