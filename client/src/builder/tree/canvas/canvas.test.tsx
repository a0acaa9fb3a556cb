import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { clearToasts } from "@/ui/components/toast-stack";
import { Toaster } from "@/ui/components/toaster";
import { TOAST_DURATION_MS } from "@/ui/toast";
import { loadStack } from "@/ui/toasts";
import { NO_DECORATIONS } from "../../screen/decorations";
import { buildSelectionText, duplicateNodes } from "../actions";
import { Adder, PresetAdder } from "../adder/adder";
import { updateSettings } from "../commands/settings";
import type { Piece } from "../model/pieces";
import { Outline } from "../outline/outline";
import { Panel } from "../panel/panel";
import { createRegistry, type EditorRegistry } from "../registry";
import { TINY, TINY_PARTS, TINY_RECORD } from "../tests/tiny-editor";
import { board, book, createDocument, lamp, renderEditor, type ScreenRecord, shelf } from "../tests/tiny-screen";
import { Canvas } from "./canvas";

const DESKTOP = { device: "desktop", scheme: "light" } as const;
const CANVAS = <Canvas root="body" view={DESKTOP} beside={NO_DECORATIONS} />;

/** Number of renders by the title of the node. */
let renderCounts: Map<string, number>;
let COUNTING_REGISTRY: EditorRegistry;
beforeEach(() => {
  renderCounts = new Map();
  COUNTING_REGISTRY = createRegistry(TINY_RECORD, {
    ...TINY_PARTS,
    kinds: TINY_PARTS.kinds.map((kind) => ({
      ...kind,
      Preview: (props) => {
        const name = kind.name === "book" ? String(props.settings.title) : kind.name;
        renderCounts.set(name, (renderCounts.get(name) ?? 0) + 1);
        return <kind.Preview {...props} />;
      },
    })),
  });
});

afterEach(() => {
  act(() => clearToasts());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function findId({ editor }: ScreenRecord, title: string): string {
  const now = editor?.store.snapshot();
  for (const id of now?.nodes.keys() ?? []) {
    if (editor?.store.node(id)?.settings.title === title) return id;
  }
  throw new Error(`no ${title}`);
}

function listTitles(): string[] {
  return [...screen.getByRole("application").querySelectorAll("p")].map((each) => each.textContent ?? "");
}

function selectAndRender(told: ScreenRecord, title: string): void {
  fireEvent.click(screen.getByText(title, { selector: "p" }));
  expect(told.editor?.actor.getSnapshot().context.selected).toBe(findId(told, title));
  screen.getByRole("application").focus();
}

test("a setting renders the component that has it again, and nothing else of two hundred", () => {
  const editing = createDocument(
    ...Array.from({ length: 20 }, (_, row) =>
      shelf(board(...Array.from({ length: 10 }, (__, at) => book(`book ${row} ${at}`)))),
    ),
  );
  const told = renderEditor(editing, CANVAS, COUNTING_REGISTRY);
  expect(renderCounts.get("book 7 3")).toBe(1);
  const before = [...renderCounts.values()].reduce((sum, times) => sum + times, 0);

  const id = findId(told, "book 7 3");
  act(() => void updateSettings(editing, id, { title: "changed" }));

  expect(renderCounts.get("changed")).toBe(1);
  // The column checks whether the width of its parts has changed.
  expect([...renderCounts.values()].reduce((sum, times) => sum + times, 0) - before).toBeLessThanOrEqual(2);
});

test("a selection renders only the two that change again", () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), book("b"), book("c")))), CANVAS, COUNTING_REGISTRY);
  selectAndRender(told, "a");
  selectAndRender(told, "b");

  expect([renderCounts.get("a"), renderCounts.get("b"), renderCounts.get("c")]).toEqual([3, 2, 1]);
});

test("it is lifted by Space, held over places by arrows, put by Enter, and each is said", async () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), book("b")), board(book("c")))), CANVAS);
  selectAndRender(told, "a");

  await userEvent.keyboard(" ");
  expect(told.said.at(-1)).toContain("tree.say.lifted tiny.kinds.book.name");
  await userEvent.keyboard("{ArrowDown}");
  expect(told.said.at(-1)).toContain("tree.say.before tiny.kinds.book.name");
  expect(told.said.at(-1)).toMatch(/ 3 \| 5$/);
  await userEvent.keyboard("{Enter}");

  expect(listTitles()).toEqual(["b", "a", "c"]);
  expect(told.said.at(-1)).toContain("tree.say.moved");
});

test("Tab goes to the next place and back", async () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), book("b"), book("c")))), CANVAS);
  const at = () => told.editor?.actor.getSnapshot().context.lifted?.at;
  selectAndRender(told, "a");
  await userEvent.keyboard(" ");
  expect(at()).toBe(1);
  await userEvent.tab();
  expect(at()).toBe(2);
  await userEvent.tab({ shift: true });
  expect(at()).toBe(1);
});

test("held between rows it gets a row of its own, which is said, and is one act", async () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), book("b")))), CANVAS);
  selectAndRender(told, "b");
  await userEvent.keyboard(" {ArrowDown}");
  expect(told.said.at(-1)).toContain("tree.say.ownRow");
  await userEvent.keyboard("{Enter}");

  const rows = () => told.editor?.store.snapshot().tree.get("body") ?? [];
  expect(listTitles()).toEqual(["a", "b"]);
  expect(rows().map(({ children }) => children.map((column) => column.children.length))).toEqual([[1], [1]]);
  expect(told.said.at(-1)).toContain("tree.say.moved");
  act(() => void told.editor?.editing.history.undo());
  expect(rows().map(({ children }) => children.map((column) => column.children.length))).toEqual([[2]]);
});

test("Escape leaves it where it was, and nothing has changed", async () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), book("b")))), CANVAS);
  selectAndRender(told, "a");
  await userEvent.keyboard(" {ArrowDown}{Escape}");

  expect(listTitles()).toEqual(["a", "b"]);
  expect(told.said.at(-1)).toBe("tree.say.givenUp");
  expect(told.editor?.editing.history.canUndo).toBe(false);
});

test("it is deleted, duplicated, moved up, undone and done again by keys", async () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), book("b")))), CANVAS);
  selectAndRender(told, "b");
  await userEvent.keyboard("{Control>}d{/Control}");
  expect(listTitles()).toEqual(["a", "b", "b"]);
  await userEvent.keyboard("{Delete}");
  expect(listTitles()).toEqual(["a", "b"]);
  await userEvent.keyboard("{Control>}{ArrowUp}{/Control}");
  expect(listTitles()).toEqual(["b", "a"]);
  await userEvent.keyboard("{Control>}z{/Control}");
  expect(listTitles()).toEqual(["a", "b"]);
  await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  expect(listTitles()).toEqual(["b", "a"]);
  await userEvent.keyboard("{Control>}s{/Control}");
  expect(told.saves).toBe(1);
});

test("the toolbar lies outside of what is sent, and a click between its buttons selects nothing", async () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), book("b")))), CANVAS);
  selectAndRender(told, "b");
  const toolbar = screen.getByRole("toolbar");
  expect(document.querySelector("[data-surface]")).not.toContainElement(toolbar);

  await userEvent.click(toolbar);

  expect(told.editor?.actor.getSnapshot().context.selected).toBe(findId(told, "b"));
});

test.each([
  { place: "beside the email", room: 1000, orientation: "vertical", next: "{ArrowDown}", previous: "{ArrowUp}" },
  { place: "in the part", room: 0, orientation: "horizontal", next: "{ArrowRight}", previous: "{ArrowLeft}" },
])("the toolbar $place is one stop for Tab, walked by the arrows along it and left by Escape", async (where) => {
  const { room, orientation, next, previous } = where;
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(room);
  const told = renderEditor(createDocument(shelf(board(book("a"), book("b")))), CANVAS);
  selectAndRender(told, "b");
  const bar = screen.getByRole("toolbar");
  const focused = () => document.activeElement?.getAttribute("aria-label")?.replace("tree.commands.", "");
  expect(bar).toHaveAttribute("aria-orientation", orientation);

  await userEvent.tab();
  const walked = [focused()];
  for (const key of [next, next, "{End}", next, previous, "{Home}", next]) {
    await userEvent.keyboard(key);
    walked.push(focused());
  }
  expect(walked).toEqual(["move", "up", "down", "remove", "move", "remove", "move", "up"]);
  await userEvent.tab();
  expect(bar).not.toContainElement(document.activeElement as HTMLElement);
  await userEvent.tab({ shift: true });
  expect(focused()).toBe("up");

  // The shortcuts of the part are heard there as well.
  await userEvent.keyboard("{Control>}{ArrowUp}{/Control}");
  expect(listTitles()).toEqual(["b", "a"]);
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("application")).toHaveFocus();
  expect(told.editor?.actor.getSnapshot().context.selected).toBe(findId(told, "b"));
});

test("while someone writes in a text, no key changes its block, wherever the focus is", async () => {
  const told = renderEditor(createDocument(shelf(board(lamp("bright"), book("b")))), CANVAS);
  const [id = ""] = [...(told.editor?.store.snapshot().nodes.keys() ?? [])].filter(
    (each) => told.editor?.store.node(each)?.kind === "lamp",
  );
  const before = told.editor?.store.snapshot().nodes.size;
  act(() => told.editor?.actor.send({ type: "write", id, field: "words" }));
  screen.getByRole("application").focus();

  await userEvent.keyboard("{Backspace}{Delete} {Control>}d{ArrowDown}{/Control}");
  fireEvent.cut(screen.getByRole("application"), { clipboardData: { setData: vi.fn() } });
  const copied = told.editor && buildSelectionText(told.editor, [findId(told, "b")]);
  expect(copied).toContain("book");
  fireEvent.paste(screen.getByRole("application"), { clipboardData: { getData: () => copied } });

  expect(told.editor?.store.snapshot().nodes.size).toBe(before);
  expect(told.editor?.actor.getSnapshot()).toMatchObject({ value: { pointer: "idle" }, context: { writing: { id } } });
  await userEvent.keyboard("{Escape}");
  expect(told.editor?.actor.getSnapshot().context).toMatchObject({ writing: null, selected: id });
});

test("a click on the name of the part in which someone writes leaves the focus in the text", async () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), lamp("bright")))), CANVAS);
  const [id = ""] = [...(told.editor?.store.snapshot().nodes.keys() ?? [])].filter(
    (each) => told.editor?.store.node(each)?.kind === "lamp",
  );
  act(() => told.editor?.actor.send({ type: "write", id, field: "words" }));
  const writer = screen.getByRole("textbox", { name: "writer" });
  writer.focus();

  await userEvent.click(screen.getByText("tiny.kinds.lamp.name"));

  expect(writer).toHaveFocus();
  expect(told.editor?.actor.getSnapshot().context.writing).toEqual({ id, field: "words" });
  await userEvent.click(screen.getByText("a", { selector: "p" }));
  expect(told.editor?.actor.getSnapshot().context.writing).toBeNull();
});

test("Ctrl+A selects no text of the interface", () => {
  const told = renderEditor(createDocument(shelf(board(book("a")))), CANVAS);
  selectAndRender(told, "a");

  // False where the browser's own way is prevented.
  expect(fireEvent.keyDown(screen.getByRole("application"), { key: "a", ctrlKey: true })).toBe(false);
  expect(told.editor?.actor.getSnapshot().context.selected).toBe(findId(told, "a"));
});

test("what is deleted is said in a toast, whose Undo brings it back selected", async () => {
  const told = renderEditor(
    createDocument(shelf(board(book("a"), book("b")))),
    <>
      {CANVAS}
      <Toaster />
    </>,
  );
  selectAndRender(told, "a");
  await userEvent.keyboard("{Backspace}");
  expect(listTitles()).toEqual(["b"]);
  const toast = (await screen.findByText("terms.nameDeleted tiny.kinds.book.name")).closest("[role=status]");

  await userEvent.click(within(toast as HTMLElement).getByRole("button", { name: "tree.commands.undo" }));

  expect(listTitles()).toEqual(["a", "b"]);
  expect(told.editor?.actor.getSnapshot().context.selected).toBe(findId(told, "a"));
  await waitFor(() => expect(screen.queryByText("terms.nameDeleted tiny.kinds.book.name")).toBeNull());
});

test("each deletion offers its Undo for the whole time of a toast, though its message is the same", async () => {
  const told = renderEditor(
    createDocument(shelf(board(book("a"), book("b"), book("c")))),
    <>
      {CANVAS}
      <Toaster />
    </>,
  );
  await act(loadStack);
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const deleteSelected = () => fireEvent.keyDown(screen.getByRole("application"), { key: "Delete" });
  const undo = () => screen.queryByRole("button", { name: "tree.commands.undo" });
  selectAndRender(told, "a");

  deleteSelected();
  pass(TOAST_DURATION_MS - 500);
  expect(undo()).toBeInTheDocument();
  deleteSelected();
  pass(1000);
  // The toast stays visible for a moment after its timeout.
  pass(1000);
  expect(listTitles()).toEqual(["c"]);
  fireEvent.click(undo() as HTMLElement);

  expect(listTitles()).toEqual(["b", "c"]);
  pass(1000);
  expect(undo()).not.toBeInTheDocument();
});

test("arrows walk through all that is visible, and Escape goes out", async () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), book("b")))), CANVAS);
  selectAndRender(told, "a");
  await userEvent.keyboard("{ArrowDown}");
  expect(told.editor?.actor.getSnapshot().context.selected).toBe(findId(told, "b"));
  await userEvent.keyboard("{Escape}{Escape}{Escape}");
  expect(told.editor?.actor.getSnapshot().context.selected).toBeNull();
});

test("it is cut and pasted through the clipboard, into another place", () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), book("b"))), shelf(board(book("c")))), CANVAS);
  const kept = new Map<string, string>();
  const clipboardData = {
    setData: (type: string, text: string) => kept.set(type, text),
    getData: (type: string) => kept.get(type) ?? "",
  };
  selectAndRender(told, "a");
  fireEvent.cut(screen.getByRole("application"), { clipboardData });
  expect(listTitles()).toEqual(["b", "c"]);
  selectAndRender(told, "c");
  fireEvent.paste(screen.getByRole("application"), { clipboardData });

  expect(listTitles()).toEqual(["b", "c", "a"]);
});

test("it is copied and pasted by the toolbar; what is no part, or not in the plan, is told", async () => {
  const user = userEvent.setup();
  const told = renderEditor(
    createDocument(shelf(board(book("a"), lamp("bright")))),
    <>
      {CANVAS}
      <Toaster />
    </>,
  );
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  selectAndRender(told, "a");
  await press("tree.commands.copy");
  expect(told.said.at(-1)).toBe("tree.say.copied");
  await press("tree.commands.paste");
  await waitFor(() => expect(listTitles().filter((title) => title === "a")).toHaveLength(2));

  await navigator.clipboard.writeText("words of elsewhere");
  await press("tree.commands.paste");
  expect(await screen.findByText("tree.say.nothingCopied")).toBeVisible();

  const { editor } = told;
  const gated = [...(editor?.store.snapshot().nodes.keys() ?? [])].find(
    (id) => editor?.store.node(id)?.kind === "lamp",
  );
  const before = editor?.store.snapshot().nodes.size;
  await navigator.clipboard.writeText((editor && buildSelectionText(editor, [gated ?? ""])) ?? "");
  await press("tree.commands.paste");
  await waitFor(() => expect(told.gated).toEqual(["lamp"]));
  expect(editor?.store.snapshot().nodes.size).toBe(before);
});

test("what the plan lacks is offered, not doubled, in whatever it lies", () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), lamp("bright")))), CANVAS);
  const { editor } = told;
  const nodes = () => [...(editor?.store.snapshot().nodes.keys() ?? [])];
  const before = nodes();

  for (const kind of ["lamp", "shelf", "book"]) {
    const id = before.find((one) => editor?.store.node(one)?.kind === kind);
    if (!editor || id === undefined) throw new Error(kind);
    act(() => duplicateNodes(editor, [id]));
    expect({ kind, gated: told.gated.length, nodes: nodes().length - before.length }).toEqual({
      kind,
      gated: kind === "lamp" ? 1 : 2,
      nodes: kind === "book" ? 1 : 0,
    });
  }
  expect(told.gated).toEqual(["lamp", "lamp"]);
});

test("where the browser lets no page copy or paste, it says by which keys", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  vi.spyOn(navigator.clipboard, "readText").mockRejectedValue(new Error("denied"));
  const told = renderEditor(
    createDocument(shelf(board(book("a")))),
    <>
      {CANVAS}
      <Toaster />
    </>,
  );
  selectAndRender(told, "a");

  await user.click(screen.getByRole("button", { name: "tree.commands.copy" }));
  expect(await screen.findByText("tree.say.notCopied")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "tree.commands.paste" }));
  expect(await screen.findByText("tree.say.notPasted")).toBeVisible();

  expect(listTitles()).toEqual(["a"]);
  expect(told.said).not.toContain("tree.say.copied");
});

test("in move mode every place is a button to tap", async () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), book("b"), book("c")))), CANVAS);
  selectAndRender(told, "a");
  await userEvent.click(screen.getByRole("button", { name: "tree.commands.move" }));
  const places = screen.getAllByRole("button", { name: /tree\.moving\.here/ });
  expect(places).toHaveLength(4);
  await userEvent.click(places[2] as HTMLElement);

  expect(listTitles()).toEqual(["b", "c", "a"]);
});

test("who may look at it alone is offered nothing that changes it, and no key does", async () => {
  const editing = createDocument(shelf(board(book("a"), book("b"))));
  const before = Y.encodeStateAsUpdate(editing.doc);
  const told = renderEditor({ ...editing, isViewed: true }, [CANVAS, <Panel key="panel" />]);
  selectAndRender(told, "a");

  const bar = screen.getByRole("toolbar");
  expect(
    within(bar)
      .getAllByRole("button")
      .map(({ title }) => title),
  ).toEqual(["tree.commands.copy"]);
  expect(screen.getByRole("textbox", { name: "tiny.fields.title" })).toBeDisabled();
  expect(screen.queryByText("tree.panel.locked")).not.toBeInTheDocument();
  screen.getByRole("application").focus();
  await userEvent.keyboard(" {Enter}{Delete}{Backspace}{F2}{Control>}d{ArrowDown}z{/Control}");

  expect(listTitles()).toEqual(["a", "b"]);
  expect(told.editor?.actor.getSnapshot().matches({ pointer: "idle" })).toBe(true);
  expect(Y.encodeStateAsUpdate(editing.doc)).toEqual(before);
});

test("what is locked is neither lifted nor deleted, and says so", async () => {
  const told = renderEditor(createDocument({ ...shelf(board(book("a"))), locked: true }), CANVAS);
  selectAndRender(told, "a");
  expect(told.said.at(-1)).toContain("tree.say.locked");
  await userEvent.keyboard("{Delete} ");

  expect(listTitles()).toEqual(["a"]);
  expect(told.editor?.actor.getSnapshot().value).toMatchObject({ pointer: "idle" });
});

test("the panel is made from the schema, follows the selection, and writes into the document", async () => {
  const told = renderEditor(
    createDocument(shelf(board(book("a")))),
    <>
      {CANVAS}
      <Panel />
    </>,
  );
  expect(screen.getByRole("heading", { name: "tiny.whole" })).toBeVisible();
  selectAndRender(told, "a");
  expect(screen.getByRole("heading", { name: "tiny.kinds.book.name" })).toBeVisible();

  const title = screen.getByRole("textbox", { name: "tiny.fields.title" });
  await userEvent.clear(title);
  await userEvent.type(title, "new");
  expect(listTitles()).toEqual(["new"]);
  const pages = screen.getByRole("spinbutton", { name: "tiny.fields.pages" });
  await userEvent.clear(pages);
  await userEvent.type(pages, "1200");
  expect(told.editor?.store.node(findId(told, "new"))?.settings.pages).toBe(120);
  await userEvent.click(screen.getByRole("tab", { name: "tree.panel.look" }));
  await userEvent.click(screen.getByRole("switch", { name: "tiny.fields.hard" }));
  expect(told.editor?.store.node(findId(told, "new"))?.settings.hard).toBe(true);
  expect(screen.getByText(/inspector\.controls\.contrast/)).toHaveTextContent("5.");
});

test("the panel hides a setting that has no effect, and its value stays stored", async () => {
  const told = renderEditor(createDocument(shelf(board(book("a")))), [CANVAS, <Panel key="panel" />]);
  selectAndRender(told, "a");
  await userEvent.click(screen.getByRole("tab", { name: "tree.panel.look" }));
  const ribbon = () => screen.queryByRole("spinbutton", { name: "tiny.fields.ribbon" });
  expect(ribbon()).not.toBeInTheDocument();
  const hard = screen.getByRole("switch", { name: "tiny.fields.hard" });

  await userEvent.click(hard);
  fireEvent.change(ribbon() as HTMLElement, { target: { value: "5" } });
  await userEvent.click(hard);
  expect(ribbon()).not.toBeInTheDocument();
  expect(told.editor?.store.node(findId(told, "a"))?.settings).toMatchObject({ hard: false, ribbon: 5 });
});

test("a group shows its settings, each with its own default, and a change names only the changed one", async () => {
  const plainBook: Piece = { level: "component", kind: "book", settings: { title: "a", cover: {} }, children: [] };
  const told = renderEditor(createDocument(shelf(board(plainBook))), [CANVAS, <Panel key="panel" />]);
  selectAndRender(told, "a");
  await userEvent.click(screen.getByRole("tab", { name: "tree.panel.look" }));
  const group = within(screen.getByRole("group", { name: "tiny.fields.cover" }));
  expect(group.getByRole("textbox", { name: "tiny.fields.cloth" })).toHaveValue("linen");

  await userEvent.click(group.getByRole("switch", { name: "tiny.fields.gilt" }));
  expect(told.editor?.store.node(findId(told, "a"))?.settings.cover).toEqual({ gilt: true });
});

test("who writes in a text is told its side and the colours of the whole, and sets the side in one step", async () => {
  const told = renderEditor(createDocument(shelf(board(lamp("bright")))), CANVAS);
  const nodes = () => [...(told.editor?.store.snapshot().nodes.keys() ?? [])];
  const id = nodes().find((each) => told.editor?.store.node(each)?.kind === "lamp") ?? "";
  act(() => told.editor?.actor.send({ type: "write", id, field: "words" }));
  const side = () => told.editor?.store.node(id)?.settings.side;

  await userEvent.click(screen.getByRole("button", { name: "center #aa7744" }));

  expect(screen.getByRole("button", { name: "right #aa7744" })).toBeVisible();
  expect(side()).toBe("right");
  act(() => told.editor?.editing.history.undo());
  expect(side()).toBeUndefined();
});

test("who sees a part is set by rules over fields, and taken back", async () => {
  const told = renderEditor(
    createDocument(shelf(board(book("a")))),
    <>
      {CANVAS}
      <Panel />
    </>,
  );
  selectAndRender(told, "a");
  await userEvent.click(screen.getByRole("tab", { name: "tree.panel.who" }));
  await userEvent.click(screen.getByRole("radio", { name: "inspector.who.some" }));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "inspector.who.operator" }), "is");
  await userEvent.type(screen.getByRole("textbox", { name: "terms.value" }), "Ayu");
  expect(told.editor?.store.node(findId(told, "a"))?.condition).toEqual({
    all: true,
    rules: [{ field: "firstname", operator: "is", value: "Ayu" }],
  });

  await userEvent.click(screen.getByRole("radio", { name: "inspector.who.everyone" }));
  expect(told.editor?.store.node(findId(told, "a"))?.condition).toBeUndefined();
});

test("a part is added after what is selected, into a row of its own where none is; one out of the plan is offered", async () => {
  const told = renderEditor(
    createDocument(),
    <>
      <Adder />
      {CANVAS}
    </>,
  );
  const add = screen.getByRole("button", { name: "tree.adder.add tiny.kinds.book.name" });
  await userEvent.click(add);
  await userEvent.click(add);
  expect(listTitles().filter((title) => title === "Untitled")).toHaveLength(2);
  expect(told.editor?.store.snapshot().tree.get("body")).toHaveLength(1);

  await userEvent.click(screen.getByRole("button", { name: "tiny.kinds.lamp.name: terms.notInYourPlan" }));
  expect(told.gated).toEqual(["lamp"]);
});

test("a preset with a kind that the plan lacks is offered with the plan, and not inserted", async () => {
  const [one] = TINY.presets;
  if (!one) throw new Error("no preset");
  const lit = { ...one, name: "lit", piece: shelf(board(lamp("light"))) };
  const told = renderEditor(createDocument(), <PresetAdder />, { ...TINY, presets: [one, lit] });

  await userEvent.click(screen.getByRole("button", { name: "tiny.rows.lit: terms.notInYourPlan" }));
  expect([told.gated, told.editor?.store.snapshot().tree.get("body")]).toEqual([["lamp"], []]);

  await userEvent.click(screen.getByRole("button", { name: "tree.adder.add tiny.rows.one" }));
  expect([told.gated, told.editor?.store.snapshot().tree.get("body")]).toEqual([["lamp"], [expect.anything()]]);
});

test("the outline is a tree that is walked by arrows; an empty one is none", async () => {
  const told = renderEditor(createDocument(shelf(board(book("a"), book("b")))), <Outline root="body" />);
  const tree = screen.getByRole("tree");
  const items = within(tree).getAllByRole("treeitem");
  expect(items.map((item) => item.getAttribute("aria-level"))).toEqual(["1", "2", "3", "3"]);
  expect(items[0]).toHaveAccessibleName("tiny.kinds.shelf.name");
  expect(items[3]).toHaveAccessibleName("tiny.kinds.book.name b");
  items[0]?.focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(told.editor?.actor.getSnapshot().context.selected).toBe(findId(told, "b"));
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(within(tree).getAllByRole("treeitem")).toHaveLength(2);

  renderEditor(createDocument(), <Outline root="body" />);
  expect(screen.getByText("tree.outline.empty")).toBeVisible();
});
