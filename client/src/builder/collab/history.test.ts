import { expect, test, vi } from "vitest";
import * as Y from "yjs";
import { History } from "./history";
import { getNodes } from "./maps";

const MAX_NODES = 2;

/** A document of at most two nodes, which others can exceed. */
function createLimitedHistory() {
  const doc = new Y.Doc();
  const nodes = getNodes(doc);
  const history = new History(doc);
  const onRejected = vi.fn();
  const release = history.limit({ excess: () => Math.max(0, nodes.size - MAX_NODES), onRejected });
  const add = (id: string) => nodes.set(id, new Y.Map());
  return {
    nodes,
    history,
    onRejected,
    release,
    own: {
      add: (id: string) => history.act(() => add(id)),
      remove: (id: string) => history.act(() => nodes.delete(id)),
    },
    others: { add, remove: (id: string) => nodes.delete(id) },
    names: () => [...nodes.keys()].sort(),
  };
}

test("undo that would exceed a limit changes nothing, and is possible once there is room", () => {
  const { history, names, onRejected, others, own } = createLimitedHistory();
  own.add("a");
  own.add("b");
  own.remove("a");
  others.add("c");

  expect(history.undo()).toBe(false);
  expect(onRejected).toHaveBeenCalledTimes(1);
  expect(names()).toEqual(["b", "c"]);
  expect([history.canUndo, history.canRedo]).toEqual([true, false]);
  others.remove("c");
  expect(history.undo()).toBe(true);
  expect(names()).toEqual(["a", "b"]);
  expect(onRejected).toHaveBeenCalledTimes(1);
});

test("redo that would exceed a limit changes nothing, and is possible once there is room", () => {
  const { history, names, onRejected, others, own } = createLimitedHistory();
  own.add("a");
  own.add("b");
  history.undo();
  others.add("c");

  expect(history.redo()).toBe(false);
  expect(onRejected).toHaveBeenCalledTimes(1);
  expect(names()).toEqual(["a", "c"]);
  expect([history.canUndo, history.canRedo]).toEqual([true, true]);
  others.remove("c");
  expect(history.redo()).toBe(true);
  expect(names()).toEqual(["a", "b"]);
});

test("undo that keeps or lowers the excess of a document that is too large is allowed", () => {
  const { history, names, others, own } = createLimitedHistory();
  own.add("a");
  others.add("b");
  others.add("c");

  expect(history.undo()).toBe(true);
  expect(names()).toEqual(["b", "c"]);
  expect(history.undo()).toBe(false);
});

test("a released limit rejects nothing", () => {
  const { history, names, onRejected, others, own, release } = createLimitedHistory();
  own.add("a");
  own.remove("a");
  others.add("b");
  others.add("c");
  release();

  expect(history.undo()).toBe(true);
  expect(names()).toEqual(["a", "b", "c"]);
  expect(onRejected).not.toHaveBeenCalled();
});
