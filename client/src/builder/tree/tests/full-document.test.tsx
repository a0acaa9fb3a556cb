import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clearToasts } from "@/ui/components/toast-stack";
import { Toaster } from "@/ui/components/toaster";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { renderPart } from "../../../../tests/render-part";
import { moveTo } from "../actions";
import { renameRoot } from "../commands/roots";
import type { TreeEditing } from "../editing";
import type { Editor } from "../editor";
import { readSnapshot } from "../model/snapshot";
import { countNodes } from "../model/tree-positions";
import { RootBar } from "../roots/root-bar";
import { board, book, createDocument, renderEditor, shelf } from "./tiny-screen";

const FULL = "tree.say.full";

beforeEach(async () => {
  window.matchMedia = (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList;
  const { unmount } = await renderPart(null);
  unmount();
});
afterEach(() => act(() => clearToasts()));

const readNow = ({ doc, structure }: TreeEditing) => readSnapshot(doc, structure);

/** A document with one shelf of four nodes and room for `room` more. */
function createAlmostFull(room: number): { readonly editing: TreeEditing; readonly editor: Editor } {
  const plain = createDocument(shelf(board(book("first"), book("second"))));
  const { structure } = plain;
  const limits = { ...structure.limits, nodes: countNodes(readNow(plain)) + room };
  const editing = { ...plain, structure: { ...structure, limits } };
  const told = renderEditor(
    editing,
    <ThemeProvider env="test">
      <RootBar least={1} most={3} signOf={(index) => "ABC"[index] ?? ""} />
      <Toaster />
    </ThemeProvider>,
  );
  if (!told.editor) throw new Error("no editor");
  return { editing, editor: told.editor };
}

const add = () => userEvent.click(screen.getByRole("button", { name: /^tiny\.roots\.add/ }));

test("a root that has no room is not copied, and a toast says so", async () => {
  const { editing } = createAlmostFull(3);
  const before = readNow(editing).roots;

  await add();

  expect(await screen.findByText(FULL)).toBeInTheDocument();
  expect(readNow(editing).roots).toEqual(before);
});

test("a root is copied into exactly the room that is left", async () => {
  const { editing } = createAlmostFull(4);

  await add();

  expect(screen.queryByText(FULL)).toBeNull();
  expect(readNow(editing).roots).toHaveLength(2);
});

test.each([
  [1, "full"],
  [2, "moved"],
] as const)("a move that needs a row and a column around its node, with room for %d: %s", async (room, moved) => {
  const { editing, editor } = createAlmostFull(room);
  const body = readNow(editing).tree.get("body") ?? [];
  const first = body[0]?.children[0]?.children[0]?.id ?? "";

  let outcome = "";
  await act(async () => {
    outcome = moveTo(editor, [first], { parent: "body", index: 1 });
  });

  expect(outcome).toBe(moved);
  if (moved === "full") expect(await screen.findByText(FULL)).toBeInTheDocument();
  else expect(screen.queryByText(FULL)).toBeNull();
  expect(readNow(editing).tree.get("body")).toHaveLength(moved === "full" ? 1 : 2);
  expect(countNodes(readNow(editing))).toBe(moved === "full" ? 4 : 6);
});

test("what needs no room can be done in a full document", () => {
  const { editing } = createAlmostFull(0);

  renameRoot(editing, "body", "Morning");

  expect(readNow(editing).names.get("body")).toBe("Morning");
});
