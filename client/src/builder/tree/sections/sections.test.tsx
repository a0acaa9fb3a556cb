/** An editor's sections in the adder, from a source in memory. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toast } from "@/ui/toasts";
import { NO_DECORATIONS } from "../../screen/decorations";
import { PresetAdder } from "../adder/adder";
import { Canvas } from "../canvas/canvas";
import { NODE_COMMANDS } from "../keyboard/commands";
import type { Piece } from "../model/pieces";
import { createRegistry, type EditorRegistry } from "../registry";
import { buildChoice, buildText, createForm, FIELDS } from "../tests/field-editor";
import { TINY_PARTS, TINY_RECORD } from "../tests/tiny-editor";
import { board, book, createDocument, lamp, renderEditor, shelf } from "../tests/tiny-screen";
import type { Section, SectionQuery, SectionSource } from "./section-source";
import { filterUsableParts } from "./usable-parts";

vi.mock("@/ui/toasts", async (original) => ({
  ...(await original<typeof import("@/ui/toasts")>()),
  toast: vi.fn<(mode: string, message: string) => void>(),
}));

const VIEW = { device: "desktop", scheme: "light" } as const;
const PAGE = 2;
const UNKNOWN: Piece = { level: "component", kind: "ghost", settings: {}, children: [] };
const HERO: Section = { id: "1", name: "Hero", pieces: [shelf(board(book("a"), book("b")))] };
const PRICES: Section = {
  id: "2",
  name: "Prices",
  thumbnail: "https://cdn.example/2.png",
  pieces: [book("c"), book("d")],
};
const MIXED: Section = { id: "3", name: "Mixed", pieces: [shelf(board(book("e"), lamp("f"), UNKNOWN))] };

/** A source with these sections, two per page, that records the requests it gets. */
function createSource(sections: readonly Section[], save?: SectionSource["save"]) {
  const asked: Omit<SectionQuery, "signal">[] = [];
  let failures = 0;
  const source: SectionSource = {
    load: ({ search, cursor }) => {
      asked.push({ search, cursor });
      if (failures > 0) {
        failures -= 1;
        return Promise.reject(new Error("down"));
      }
      const found = sections.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
      const start = Number(cursor ?? 0);
      const next = start + PAGE < found.length ? String(start + PAGE) : null;
      return Promise.resolve({ sections: found.slice(start, start + PAGE), next });
    },
    ...(save ? { save } : {}),
  };
  const fail = () => {
    failures = 1;
  };
  return { source, asked, fail };
}

function renderAdder(source: SectionSource) {
  const registry: EditorRegistry = createRegistry(TINY_RECORD, { ...TINY_PARTS, sections: source });
  const editing = createDocument(shelf(board(book("z"))));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const told = renderEditor(
    editing,
    <QueryClientProvider client={client}>
      <PresetAdder />
      <Canvas root="body" view={VIEW} beside={NO_DECORATIONS} />
    </QueryClientProvider>,
    registry,
  );
  return { editing, told, user: userEvent.setup() };
}

const findTile = (name: string) => screen.findByRole("button", { name: `tree.adder.add ${name}` });
const listTiles = () =>
  screen
    .getAllByRole("button", { name: /^tree.adder.add/ })
    .map((each) => each.getAttribute("aria-label")?.replace("tree.adder.add ", ""))
    .filter((name) => name !== "tiny.rows.one");
const listTitles = () => [...screen.getByRole("application").querySelectorAll("p")].map((each) => each.textContent);

beforeEach(() => {
  vi.mocked(toast).mockClear();
});

test("sections are loaded page by page, with a picture or a sketch", async () => {
  const { source, asked } = createSource([HERO, PRICES, MIXED]);
  const { user } = renderAdder(source);
  expect(screen.getByText("words.loading")).toBeVisible();

  expect((await findTile("Prices")).querySelector("img")).toHaveAttribute("src", "https://cdn.example/2.png");
  expect((await findTile("Hero")).querySelectorAll("svg")).toHaveLength(2);
  expect(listTiles()).toEqual(["Hero", "Prices"]);
  await user.click(screen.getByRole("button", { name: "words.loadMore" }));

  await findTile("Mixed");
  expect(listTiles()).toEqual(["Hero", "Prices", "Mixed"]);
  expect(screen.queryByRole("button", { name: "words.loadMore" })).toBeNull();
  expect(asked).toEqual([
    { search: "", cursor: null },
    { search: "", cursor: "2" },
  ]);
});

test("a sketch has the icons of the first six blocks", async () => {
  const books = ["a", "b", "c", "d", "e", "f", "g", "h"].map(book);
  renderAdder(createSource([{ id: "9", name: "Library", pieces: [shelf(board(...books))] }]).source);

  expect((await findTile("Library")).querySelectorAll("svg")).toHaveLength(6);
});

test("sections are searched, and the adder says when none has the name", async () => {
  const { source } = createSource([HERO, PRICES, MIXED]);
  const { user } = renderAdder(source);
  await findTile("Hero");
  const search = screen.getByRole("searchbox", { name: "tree.sections.search" });
  expect(search).toHaveAttribute("maxlength", "100");

  await user.type(search, " mix ");
  await findTile("Mixed");
  await waitFor(() => expect(listTiles()).toEqual(["Mixed"]));
  await user.clear(search);
  await user.type(search, "nothing");

  expect(await screen.findByText("tree.sections.noMatch")).toBeVisible();
});

test("an editor without sections yet says how to save one", async () => {
  renderAdder(createSource([]).source);

  expect(await screen.findByText("tree.sections.empty")).toBeVisible();
});

test("a failed page can be loaded again, and the sections before it stay", async () => {
  const { source, fail, asked } = createSource([HERO, PRICES, MIXED]);
  fail();
  const { user } = renderAdder(source);
  expect(await screen.findByRole("alert")).toHaveTextContent("tree.sections.failed");
  await user.click(screen.getByRole("button", { name: "ui.retry" }));
  await findTile("Hero");

  fail();
  await user.click(screen.getByRole("button", { name: "words.loadMore" }));
  await screen.findByRole("alert");
  expect(listTiles()).toEqual(["Hero", "Prices"]);
  await user.click(screen.getByRole("button", { name: "ui.retry" }));
  await findTile("Mixed");
  expect(asked.at(-1)).toEqual({ search: "", cursor: "2" });
});

test("a section goes in after the selected node, in one undo step", async () => {
  const { editing, user } = renderAdder(createSource([HERO, PRICES]).source);

  await user.click(await findTile("Prices"));
  expect(listTitles()).toEqual(["z", "c", "d"]);
  act(() => editing.history.undo());
  expect(listTitles()).toEqual(["z"]);
  expect(toast).not.toHaveBeenCalled();
});

test("blocks that the editor or the plan lacks are left out and named, and never become nodes", async () => {
  const { told, user } = renderAdder(createSource([MIXED]).source);

  await user.click(await findTile("Mixed"));

  expect(listTitles()).toEqual(["z", "e"]);
  expect(vi.mocked(toast).mock.calls).toEqual([
    ["warning", "tree.sections.excluded 2 tree.sections.gated tiny.kinds.lamp.name"],
  ]);
  const kinds = [...(told.editor?.store.snapshot().nodes.values() ?? [])].map(({ kind }) => kind);
  expect(kinds).not.toContain("ghost");
  expect(kinds).not.toContain("lamp");
});

test("a section of which nothing can be used inserts nothing: the plan is offered, or a warning is shown", async () => {
  const bright: Section = { id: "4", name: "Bright", pieces: [lamp("x")] };
  const { told, user } = renderAdder(createSource([bright, { id: "5", name: "Haunted", pieces: [UNKNOWN] }]).source);

  await user.click(await screen.findByRole("button", { name: "Bright: terms.notInYourPlan" }));
  expect(told.gated).toEqual(["lamp"]);
  await user.click(await findTile("Haunted"));
  expect(vi.mocked(toast).mock.calls).toEqual([["warning", "tree.sections.unusable Haunted"]]);
  expect(listTitles()).toEqual(["z"]);
});

test("blocks are left out that their parent or its slots cannot contain, however deep they are", () => {
  const editor = { registry: FIELDS, allows: () => true };
  const inside = [buildText("kept", "yes"), buildText("lost", "maybe"), buildChoice("deep", [buildText("gone")])];
  const colour = buildChoice("colour", inside);
  const { pieces, excluded } = filterUsableParts(editor, [colour, { ...buildText("wrong"), level: "choice" }]);

  expect(pieces).toEqual([{ ...colour, children: [buildText("kept", "yes")] }]);
  // The nested choice is in no slot, so that its text is not counted.
  expect(excluded).toBe(3);
  let endless: Piece = buildText("end");
  for (let depth = 0; depth < 600; depth += 1) endless = buildChoice(String(depth), [{ ...endless, slot: "yes" }]);
  expect(filterUsableParts(editor, [endless]).excluded).toBe(1);
});

test("selected blocks are handed to the editor to save; without that the command is not offered", async () => {
  const saved: (readonly Piece[])[] = [];
  const { told } = renderAdder(createSource([], (pieces) => saved.push(pieces)).source);
  const command = NODE_COMMANDS.find(({ name }) => name === "saveSection");
  const { editor } = told;
  const [row] = editor?.store.snapshot().tree.get("body") ?? [];

  act(() => {
    if (editor && row) command?.perform(editor, [row.id]);
  });

  expect(saved).toMatchObject([[shelf(board(book("z")))]]);
  const without = renderEditor(createForm(buildText("name")), null, FIELDS);
  expect(without.editor && command?.isOffered?.(without.editor)).toBe(false);
});
