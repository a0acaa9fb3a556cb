import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clearToasts } from "@/ui/components/toast-stack";
import { Toaster } from "@/ui/components/toaster";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { TOAST_DURATION_MS } from "@/ui/toast";
import { renderPart } from "../../../../tests/render-part";
import { NO_DECORATIONS } from "../../screen/decorations";
import { buildSelectionText, pasteText } from "../actions";
import { Canvas } from "../canvas/canvas";
import { renameRoot } from "../commands/roots";
import { type Editor, useEditor, useShownRoot } from "../editor";
import { select } from "../selection";
import { board, book, createDocument, lamp, renderEditor, shelf } from "../tests/tiny-screen";
import { RootBar } from "./root-bar";

function TestScreen() {
  const root = useShownRoot(useEditor());
  return <Canvas key={root} root={root} view={{ device: "desktop", scheme: "light" }} beside={NO_DECORATIONS} />;
}

const SCREEN = (
  <ThemeProvider env="test">
    <RootBar least={2} most={3} signOf={(index) => "ABC"[index] ?? ""} />
    <TestScreen />
    <Toaster />
  </ThemeProvider>
);

beforeEach(async () => {
  window.matchMedia = (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList;
  const { unmount } = await renderPart(null);
  unmount();
});
afterEach(() => act(() => clearToasts()));

const listTitles = () =>
  [...screen.getByRole("application").querySelectorAll("p")].map((each) => each.textContent ?? "");
const getTab = (name: RegExp) => screen.getByRole("tab", { name });
const press = (name: RegExp) => userEvent.click(screen.getByRole("button", { name }));

/** Two roots, the second with one book more. */
async function renderTwoRoots() {
  const told = renderEditor(createDocument(shelf(board(book("first")))), SCREEN);
  await press(/^tiny\.roots\.add/);
  const { editor } = told;
  if (!editor) throw new Error("no editor");
  act(() => {
    const [copy] = [...(editor.store.snapshot().tree.get(editor.store.snapshot().roots[1] ?? "") ?? [])];
    editor.actor.send({ type: "select", id: copy?.children[0]?.children[0]?.id ?? null });
    pasteText(editor, buildSelectionText(editor, [copy?.children[0]?.children[0]?.id ?? ""]) ?? "");
  });
  return { told, editor };
}

test("a root with a kind that the plan lacks is not copied, and the plan is offered", async () => {
  const told = renderEditor(createDocument(shelf(board(book("first"), lamp("light")))), SCREEN);

  await press(/^tiny\.roots\.add/);

  expect(told.gated).toEqual(["lamp"]);
  expect(told.editor?.store.snapshot().roots).toEqual(["body"]);
  expect(told.said).toEqual([]);
});

test("a copy is shown at once, worked in by itself, and said", async () => {
  const { told } = await renderTwoRoots();

  expect(getTab(/^B/)).toHaveAttribute("aria-selected", "true");
  expect(told.said[0]).toBe("tiny.roots.added B | A");
  expect(listTitles()).toEqual(["first", "first"]);
  await userEvent.click(getTab(/^A/));
  expect(listTitles()).toEqual(["first"]);
});

test("arrows lead from root to root, and those of the canvas stay in the one that is shown", async () => {
  const { editor } = await renderTwoRoots();
  getTab(/^B/).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(getTab(/^A/)).toHaveFocus();
  expect(listTitles()).toEqual(["first"]);

  screen.getByRole("application").focus();
  const walked: (string | null)[] = [];
  for (let step = 0; step < 5; step += 1) {
    await userEvent.keyboard("{ArrowDown}");
    walked.push(editor.actor.getSnapshot().context.selected);
  }
  const [a] = editor.store.snapshot().tree.get("body") ?? [];
  const [column] = a?.children ?? [];
  const [first] = column?.children ?? [];
  expect(walked).toEqual([a?.id, column?.id, first?.id, first?.id, first?.id]);
});

test("what is taken up can be put into the root that is shown alone, and what is added goes there", async () => {
  const { editor } = await renderTwoRoots();
  act(() => editor.actor.send({ type: "show", root: "body" }));
  const [row] = editor.store.snapshot().tree.get("body") ?? [];
  act(() => editor.actor.send({ type: "select", id: row?.children[0]?.children[0]?.id ?? null }));

  screen.getByRole("application").focus();
  await userEvent.keyboard(" ");
  expect(screen.queryAllByRole("button", { name: /^tree\.moving\.here/ })).toHaveLength(0);
  await userEvent.keyboard("{Escape}");
  act(() => editor.actor.send({ type: "select", id: null }));
  act(() => void pasteText(editor, buildSelectionText(editor, [row?.id ?? ""]) ?? ""));

  expect(editor.store.snapshot().tree.get("body")).toHaveLength(2);
  expect([...editor.store.snapshot().tree.values()][1]).toHaveLength(1);
});

test("choosing a part of another root shows that root", async () => {
  const { told, editor } = await renderTwoRoots();
  act(() => editor.actor.send({ type: "show", root: "body" }));
  const [row] = [...editor.store.snapshot().tree.values()][1] ?? [];

  act(() => select(editor, row?.id ?? null));

  expect(getTab(/^B/)).toHaveAttribute("aria-selected", "true");
  expect(editor.actor.getSnapshot().context.selected).toBe(row?.id);
  expect(told.said.at(-1)).toContain("tree.say.selected");
});

test("a root is named in its place: Enter takes the name, Escape leaves the former", async () => {
  await renderTwoRoots();
  getTab(/^B/).focus();
  await userEvent.keyboard("{F2}");
  await userEvent.keyboard("Short{Enter}");
  expect(getTab(/^B Short$/)).toHaveFocus();

  await press(/^tiny\.roots\.rename/);
  await userEvent.keyboard("Other{Escape}");
  expect(getTab(/^B Short$/)).toBeVisible();

  await press(/^tiny\.roots\.rename/);
  await userEvent.clear(screen.getByRole("textbox"));
  await userEvent.keyboard("{Enter}");
  expect(getTab(/^B$/)).toBeVisible();
});

/** Three roots; the last one is removed. */
async function removeThirdRoot() {
  const { editor } = await renderTwoRoots();
  await press(/^tiny\.roots\.add/);
  getTab(/^C/).focus();
  await userEvent.keyboard("{Delete}");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("tiny.roots.removeText 2")).toBeVisible();
  expect(screen.getAllByRole("tab", { hidden: true })).toHaveLength(3);
  await userEvent.click(dialog.getByRole("button", { name: /^tiny\.roots\.remove/ }));
  expect(await screen.findByText("tiny.roots.removed C")).toBeVisible();
  return editor;
}

test("none is offered to be taken out below the fewest, nor added above the most", async () => {
  await renderTwoRoots();
  expect(screen.queryByRole("button", { name: /^tiny\.roots\.remove/ })).toBeNull();
  await press(/^tiny\.roots\.add/);
  expect(screen.queryByRole("button", { name: /^tiny\.roots\.add/ })).toBeNull();
});

test("one that is taken out comes back by the toast that tells of it, and is shown again", async () => {
  await removeThirdRoot();
  expect(screen.getAllByRole("tab")).toHaveLength(2);
  expect(getTab(/^B/)).toHaveFocus();

  await press(/^tree\.commands\.undo/);

  expect(getTab(/^C/)).toHaveFocus();
  expect(getTab(/^C/)).toHaveAttribute("aria-selected", "true");
  expect(listTitles()).toEqual(["first", "first"]);
  await waitFor(() => expect(screen.queryByText("tiny.roots.removed C")).toBeNull());
});

test.each([
  ["another act", ({ editing }: Editor) => void renameRoot(editing, "body", "Short")],
  ["undoing by other means", ({ editing }: Editor) => editing.history.undo()],
  ["the document", ({ editing }: Editor) => editing.history.destroy()],
])("what the toast would undo is that act alone: it goes with %s", async (_what, happens) => {
  const editor = await removeThirdRoot();

  act(() => happens(editor));

  // Sooner than its timeout would have removed it.
  await waitFor(() => expect(screen.queryByText("tiny.roots.removed C")).toBeNull(), {
    timeout: TOAST_DURATION_MS / 2,
  });
});
