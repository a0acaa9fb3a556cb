import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Editor } from "@tiptap/core";
import type { ComponentProps } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { renderPart } from "../../../../tests/render-part";
import { History } from "../../collab/history";
import { getNodes } from "../../collab/maps";
import { type Plain, toPlain, toShared } from "../../collab/values";
import { RichText } from "./rich-text";

beforeAll(() => {
  // jsdom has no layout.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  document.elementFromPoint = () => null;
});

const TAGS = [
  { tag: "firstname", label: "First name" },
  { tag: "city", label: "City" },
  { tag: "company_name", label: "Company name", ofEmail: "words" },
  { tag: "company_address", label: "Postal address", ofEmail: "words" },
  { tag: "view_url", label: "View-in-browser URL", ofEmail: "address" },
] as const;

async function openEditor(
  start = "Kopi",
  isLine = false,
  heard: () => void = () => undefined,
  align?: ComponentProps<typeof RichText>["align"],
) {
  const doc = new Y.Doc();
  const body = toShared({ $rich: [{ name: "paragraph", attributes: {}, inside: [{ text: [{ insert: start }] }] }] });
  getNodes(doc).set("a", new Y.Map([["settings", new Y.Map([["body", body]])]]) as never);
  const fragment = (getNodes(doc).get("a")?.get("settings") as Y.Map<Y.XmlFragment> | undefined)?.get("body");
  if (!fragment) throw new Error("no fragment");
  const onDone = vi.fn();
  const onChange = vi.fn();
  const history = new History(doc);
  await renderPart(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the canvas
    <div data-canvas tabIndex={-1} onClick={heard} onPointerDown={heard} onKeyDown={heard}>
      <RichText
        editing={{ doc, history }}
        fragment={fragment}
        label="Content"
        isLine={isLine}
        align={align}
        colours={["#aa3300", "#123456"]}
        tags={TAGS}
        onDone={onDone}
        onChange={onChange}
      />
    </div>,
  );
  const text = await screen.findByRole("textbox", { name: "Content" });
  const { editor } = text as HTMLElement & { editor: Editor };
  const inside = (): Plain => (toPlain(fragment) as { $rich: { inside: Plain }[] }).$rich[0]?.inside ?? null;
  const attributes = (): Plain =>
    (toPlain(fragment) as { $rich: { attributes: Plain }[] }).$rich[0]?.attributes ?? null;
  return { text, editor, inside, attributes, onDone, onChange, history, user: userEvent.setup() };
}

test("the tools act on what is chosen, and say what it is", async () => {
  const { editor, inside, user } = await openEditor();
  editor.commands.selectAll();
  const bold = screen.getByRole("button", { name: "Bold (Ctrl+B)" });
  expect(bold).toHaveAttribute("aria-pressed", "false");

  await user.click(bold);

  expect(bold).toHaveAttribute("aria-pressed", "true");
  expect(inside()).toEqual([{ text: [{ insert: "Kopi", attributes: { bold: {} } }] }]);
  await user.click(screen.getByRole("button", { name: "Clear formatting" }));
  expect(inside()).toEqual([{ text: [{ insert: "Kopi" }] }]);
});

test("a paragraph is set to a side, by itself or as the whole text", async () => {
  const align = { side: "right", set: vi.fn() } as const;
  const { attributes, inside, user } = await openEditor("Kopi", false, undefined, align);
  const centre = screen.getByRole("button", { name: "Align centre" });
  const right = screen.getByRole("button", { name: "Align right" });
  expect([centre, right].map((each) => each.getAttribute("aria-pressed"))).toEqual(["false", "true"]);

  await user.click(centre);

  expect(attributes()).toEqual({ textAlign: "center" });
  expect([centre, right].map((each) => each.getAttribute("aria-pressed"))).toEqual(["true", "false"]);
  await user.click(right);
  expect(attributes()).toEqual({});
  expect(inside()).toEqual([{ text: [{ insert: "Kopi" }] }]);
  expect(align.set).not.toHaveBeenCalled();
});

test("a line is set to a side whole, where there is a setting for it", async () => {
  const align = { side: "left", set: vi.fn() } as const;
  const { attributes, user } = await openEditor("Kopi", true, undefined, align);
  expect(screen.getByRole("button", { name: "Align left" })).toHaveAttribute("aria-pressed", "true");

  await user.click(screen.getByRole("button", { name: "Align centre" }));

  expect(align.set).toHaveBeenCalledExactlyOnceWith("center");
  expect(attributes()).toEqual({});
});

test("a line without a setting for it is offered no side", async () => {
  await openEditor("Kopi", true);

  expect(screen.queryByRole("button", { name: /^Align/ })).toBeNull();
});

test("what is chosen takes a colour that is typed or that the document has, and loses it", async () => {
  const { editor, inside, user } = await openEditor();
  const painted = (color: string) => [{ text: [{ insert: "Kopi", attributes: { textStyle: { color } } }] }];
  editor.commands.selectAll();
  await user.click(screen.getByRole("button", { name: "Text colour" }));
  const box = screen.getByRole("textbox", { name: "Text colour" });

  await user.type(box, "red");
  expect(inside()).toEqual([{ text: [{ insert: "Kopi" }] }]);
  await user.clear(box);
  await user.type(box, "#C0FFEE");
  expect(inside()).toEqual(painted("#c0ffee"));
  await user.click(screen.getByRole("button", { name: "Text colour: #AA3300" }));
  expect(inside()).toEqual(painted("#aa3300"));
  expect(screen.getByRole("button", { name: "Text colour: #AA3300" })).toHaveAttribute("aria-pressed", "true");
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("form", { name: "Text colour" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Text colour" }));
  await user.click(screen.getByRole("button", { name: "Remove colour" }));

  expect(inside()).toEqual([{ text: [{ insert: "Kopi" }] }]);
});

test("what happens in the tools is none of what the text lies in", async () => {
  const heard = vi.fn();
  const { user } = await openEditor("Kopi", false, heard);
  await user.click(screen.getByRole("button", { name: "Link" }));
  await user.type(screen.getByRole("textbox", { name: "URL" }), "x{Escape}");

  expect(heard).not.toHaveBeenCalled();
});

test("a link needs an address that leads somewhere", async () => {
  const { editor, inside, user } = await openEditor();
  editor.commands.selectAll();
  await user.click(screen.getByRole("button", { name: "Link" }));
  const box = screen.getByRole("textbox", { name: "URL" });

  await user.type(box, "javascript:alert(1){Enter}");
  expect(box).toHaveAccessibleDescription(/^Enter a URL/);
  await user.click(screen.getByRole("button", { name: "Apply" }));
  expect(box).toHaveFocus();
  await user.clear(box);
  await user.type(box, "kopi.example{Enter}");

  expect(inside()).toEqual([{ text: [{ insert: "Kopi", attributes: { link: { href: "https://kopi.example" } } }] }]);
  await user.click(screen.getByRole("button", { name: "Link" }));
  await user.click(screen.getByRole("button", { name: "Remove link" }));
  expect(inside()).toEqual([{ text: [{ insert: "Kopi" }] }]);
});

test("a field is put in with what stands where there is none, changed and removed", async () => {
  const { inside, user, text } = await openEditor("Halo ");
  await user.click(screen.getByRole("button", { name: "Insert merge tag" }));
  const form = screen.getByRole("form", { name: "Insert merge tag" });
  await user.type(within(form).getByRole("textbox", { name: "Fallback text" }), "kawan{Enter}");
  expect(inside()).toEqual([
    { text: [{ insert: "Halo " }] },
    { name: "mergeTag", attributes: { source: 'firstname | fallback: "kawan"' }, inside: [] },
  ]);
  expect(text).toHaveTextContent("Halo First name, or “kawan”");
});

test("the chip that is chosen is changed and removed", async () => {
  const { editor, inside, user } = await openEditor("");
  editor.commands.insertContent({ type: "mergeTag", attrs: { source: "firstname | upper" } });
  editor.commands.setNodeSelection(1);
  await user.click(screen.getByRole("button", { name: "Insert merge tag" }));
  const form = screen.getByRole("form", { name: "Edit merge tag First name" });
  await user.selectOptions(within(form).getByRole("combobox", { name: "Field" }), "City");
  await user.click(within(form).getByRole("button", { name: "Apply" }));
  expect(inside()).toEqual([{ name: "mergeTag", attributes: { source: "city | upper" }, inside: [] }]);

  editor.commands.setNodeSelection(1);
  await user.click(screen.getByRole("button", { name: "Insert merge tag" }));
  await user.click(screen.getByRole("button", { name: "Remove merge tag" }));
  expect(inside()).toEqual([]);
});

test("what the mail says of its sender has a name: as a chip, where that is changed, and among what is offered", async () => {
  const { editor, inside, text, user } = await openEditor("");
  editor.commands.insertContent({ type: "mergeTag", attrs: { source: "company_name" } });
  expect(text).toHaveTextContent("Company name");
  editor.commands.setNodeSelection(1);
  await user.click(screen.getByRole("button", { name: "Insert merge tag" }));
  const form = screen.getByRole("form", { name: "Edit merge tag Company name" });
  expect(within(form).getByRole("combobox", { name: "Field" })).toHaveDisplayValue("Company name");
  await user.click(within(form).getByRole("button", { name: "Remove merge tag" }));

  editor.commands.insertContent("{{ company_a");
  const list = await screen.findByRole("listbox", { name: "Merge tags" });
  expect(within(list).getByRole("option")).toHaveTextContent("company_addressPostal address");
  await user.keyboard("{Enter}");
  expect(inside()).toEqual([{ name: "mergeTag", attributes: { source: "company_address" }, inside: [] }]);

  editor.commands.insertContent(" {{ view_");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
});

test("fields are offered while one is typed, and Enter puts it in", async () => {
  const { editor, inside, text, user } = await openEditor("Halo ");
  text.focus();
  editor.commands.insertContent("{{ ci");
  const list = await screen.findByRole("listbox", { name: "Merge tags" });
  expect(
    within(list)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["cityCity"]);

  await user.keyboard("{Enter}");

  expect(inside()).toEqual([
    { text: [{ insert: "Halo " }] },
    { name: "mergeTag", attributes: { source: "city" }, inside: [] },
  ]);
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("Escape ends it, changes are told, and the bar is reached by keyboard", async () => {
  const { editor, onDone, onChange, text, user } = await openEditor();
  text.focus();
  editor.commands.insertContent("x");
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  await user.keyboard("{Alt>}{F10}{/Alt}");
  expect(screen.getByRole("button", { name: "Bold (Ctrl+B)" })).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("button", { name: "Italic (Ctrl+I)" })).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(onDone).not.toHaveBeenCalled();
  text.focus();
  await user.keyboard("{Escape}");

  expect(onDone).toHaveBeenCalledTimes(1);
});

test("it is over once the focus leaves the text and its tools, not before", async () => {
  const { editor, onDone, text, user } = await openEditor();
  const outside = document.createElement("button");
  document.body.append(outside);
  text.focus();
  const frames = () => new Promise((resolve) => setTimeout(resolve, 100));

  await user.click(screen.getByRole("toolbar"));
  expect(text).toHaveFocus();
  await user.click(screen.getByRole("toolbar").parentElement as HTMLElement);
  expect(text).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Link" }));
  expect(screen.getByRole("textbox", { name: "URL" })).toHaveFocus();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(editor.isFocused).toBe(true));
  await frames();
  expect(onDone).not.toHaveBeenCalled();

  outside.focus();

  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  outside.remove();
});

test("Escape gives the focus back to the canvas", async () => {
  const { text, user } = await openEditor();
  const canvas = text.closest<HTMLElement>("[data-canvas]");
  text.focus();

  await user.keyboard("{Escape}");

  expect(canvas).toHaveFocus();
});

test("a line has no blocks, and Enter breaks it", async () => {
  const { inside, text, user } = await openEditor("Kopi", true);
  expect(screen.queryByRole("button", { name: "Quote" })).toBeNull();
  text.focus();
  await user.keyboard("{Enter}");

  expect(inside()).toEqual([{ text: [{ insert: "Kopi" }] }, { name: "hardBreak", attributes: {}, inside: [] }]);
});
