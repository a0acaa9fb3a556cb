import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toast } from "@/ui/toasts";
import { PresetAdder } from "../adder/adder";
import { addRoot } from "../commands/roots";
import type { TreeEditing } from "../editing";
import { readSnapshot } from "../model/snapshot";
import type { EditorRegistry } from "../registry";
import { buildText, createForm, FIELDS } from "../tests/field-editor";
import { TINY } from "../tests/tiny-editor";
import { board, book, createDocument, lamp, renderEditor, shelf } from "../tests/tiny-screen";
import { RootBar } from "./root-bar";

vi.mock("@/ui/toasts", () => ({ toast: vi.fn(), dismissToast: vi.fn() }));

beforeEach(() => {
  vi.mocked(toast).mockClear();
});

const readNow = ({ doc, structure }: TreeEditing) => readSnapshot(doc, structure);
const listNotices = () => vi.mocked(toast).mock.calls.map(([, message]) => message);
const BAR = <RootBar least={1} most={3} signOf={(index) => "ABC"[index] ?? ""} />;

function renderBar(editing: TreeEditing, registry: EditorRegistry = TINY) {
  const user = userEvent.setup();
  const told = renderEditor(editing, BAR, registry);
  const press = async (name: string | RegExp) => {
    const button = screen.getByRole("button", { name });
    act(() => button.focus());
    await user.keyboard("{Enter}");
  };
  return { told, user, press };
}

const ADD = "tree.roots.add tiny.rootKinds.popup";
const COPY = "tree.roots.copy tiny.rootKinds.popup";
const PASTE = "tree.roots.paste";

test("a root of a kind is added with the settings of its schema, shown and announced, by keys", async () => {
  const editing = createDocument(shelf(board(book("first"))));
  const { told, press } = renderBar(editing);
  expect(screen.queryByRole("button", { name: /^tree.roots.copy/ })).toBeNull();

  await press(ADD);

  const [, added = ""] = readNow(editing).roots;
  expect(readNow(editing).rootSettings.get(added)).toEqual({
    kind: "popup",
    settings: { trigger: "load", delay: 5, width: 200, first: null },
  });
  expect(told.editor?.actor.getSnapshot().context.root).toBe(added);
  expect(told.said).toEqual(["tree.roots.added tiny.rootKinds.popup"]);
  editing.history.undo();
  expect(readNow(editing).roots).toEqual(["body"]);
});

test("a root of a kind is copied and pasted by keys, and none can be added above the maximum", async () => {
  const editing = createDocument(shelf());
  const popup = addRoot(editing, { kind: "popup", settings: { delay: 9 }, children: [shelf(board(book("offer")))] });
  const { told, press } = renderBar(editing);
  act(() => told.editor?.actor.send({ type: "show", root: popup ?? "" }));

  await press(COPY);
  await waitFor(() => expect(told.said).toEqual(["tree.say.copied"]));
  await press(PASTE);

  await waitFor(() => expect(readNow(editing).roots).toHaveLength(3));
  const { roots, rootSettings, tree } = readNow(editing);
  const pasted = roots.find((id) => id !== popup && rootSettings.has(id)) ?? "";
  expect(rootSettings.get(pasted)).toEqual({ kind: "popup", settings: { delay: 9 } });
  expect(tree.get(pasted)).toHaveLength(1);
  expect(told.said).toEqual(["tree.say.copied", "tree.roots.added tiny.rootKinds.popup"]);
  expect(roots).toHaveLength(3);
  expect(screen.queryByRole("button", { name: ADD })).toBeNull();
  expect(screen.queryByRole("button", { name: PASTE })).toBeNull();
  expect(screen.getByRole("button", { name: COPY })).toBeVisible();
});

const buildCopiedText = (editor: string) =>
  `application/vnd.dashboard.part+json;{"editor":"${editor}","root":{"children":[]}}`;

test.each(["words", buildCopiedText("fields"), buildCopiedText("tiny")])(
  "a clipboard without a root of a kind adds nothing: %s",
  async (words) => {
    const editing = createDocument(shelf());
    const { press } = renderBar(editing);
    await navigator.clipboard.writeText(words);

    await press(PASTE);

    await waitFor(() => expect(listNotices()).toEqual(["tree.roots.nothingCopied"]));
    expect(readNow(editing).roots).toEqual(["body"]);
  },
);

test("a root with a kind that the plan lacks is neither duplicated nor pasted: an upgrade is offered", async () => {
  const editing = createDocument(shelf());
  const children = [shelf(board(book("dark"), lamp("bright")))];
  const popup = addRoot(editing, { kind: "popup", settings: {}, children }) ?? "";
  const { told, press } = renderBar(editing);
  act(() => told.editor?.actor.send({ type: "show", root: popup }));

  await press(/^tiny\.roots\.add/);
  await press(COPY);
  await press(PASTE);

  await waitFor(() => expect(told.gated).toEqual(["lamp", "lamp"]));
  expect(readNow(editing).roots).toHaveLength(2);
});

test("a root is not added to a full document, and a notice says so", async () => {
  const plain = createDocument(shelf(board(book("first"))));
  const editing = { ...plain, structure: { ...plain.structure, limits: { ...plain.structure.limits, nodes: 3 } } };
  const { press } = renderBar(editing);

  await press(/^tiny\.roots\.add/);

  expect(listNotices()).toEqual(["tree.say.full"]);
  expect(readNow(editing).roots).toEqual(["body"]);
});

test("viewers get no button, and an editor without kinds of roots none for them", () => {
  const { told } = renderBar({ ...createDocument(shelf()), isViewed: true });
  expect(told.editor).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();

  renderBar(createForm(buildText("name")), { ...FIELDS, roots: new Map() });
  expect(screen.queryByRole("button", { name: /^tree\.roots/ })).toBeNull();
});

test("a preset with a kind that the plan lacks offers an upgrade, and is not inserted", async () => {
  const [preset] = TINY.presets;
  if (!preset) throw new Error("no preset");
  const bright = { name: "bright", parts: [1], piece: shelf(board(lamp("bright"))) };
  const editing = createDocument(shelf());
  const told = renderEditor(editing, <PresetAdder />, { ...TINY, presets: [preset, bright] });

  await userEvent.click(screen.getByRole("button", { name: "tiny.rows.bright: terms.notInYourPlan" }));
  expect(told.gated).toEqual(["lamp"]);
  expect(readNow(editing).nodes.size).toBe(1);
  await userEvent.click(screen.getByRole("button", { name: "tree.adder.add tiny.rows.one" }));
  expect(readNow(editing).nodes.size).toBe(3);
});
