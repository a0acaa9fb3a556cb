/** A canvas in a document of its own: the parts of the screen around it stay in the first one. */
import { act, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { expect, test } from "vitest";
import { Canvas } from "../canvas/canvas";
import { NOBODY } from "../canvas/draw-context";
import { Panel } from "../panel/panel";
import { board, book, documentOf, shelf, show } from "./tiny-screen";

const VIEW = { device: "desktop", scheme: "light" } as const;

function Framed() {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const body = frame?.contentDocument?.body;
  return (
    <>
      <iframe ref={setFrame} title="Canvas" />
      {body ? createPortal(<Canvas root="body" view={VIEW} beside={NOBODY} />, body) : null}
      <Panel />
    </>
  );
}

function opened() {
  const editing = documentOf(shelf(board(book("a"), book("b"), book("c"))));
  const told = show(editing, <Framed />);
  const frame = screen.getByTitle<HTMLIFrameElement>("Canvas");
  const inside = frame.contentDocument?.body;
  if (!inside) throw new Error("no document");
  const canvas = within(inside);
  const press = (key: string, held: { ctrlKey?: boolean; shiftKey?: boolean } = {}) =>
    fireEvent.keyDown(canvas.getByRole("application"), { key, ...held });
  const titles = () => [...inside.querySelectorAll("p")].map((each) => each.textContent);
  return { editing, told, canvas, press, titles, inside };
}

test("a click in it selects a node, whose settings the panel beside it shows", () => {
  const { canvas, press, told } = opened();

  fireEvent.click(canvas.getByText("b"));
  expect(screen.getByRole("textbox", { name: "tiny.fields.title" })).toHaveValue("b");
  fireEvent.click(canvas.getByText("c"), { ctrlKey: true });
  expect(told.editor?.actor.getSnapshot().context.selection.size).toBe(2);
  press("Escape");
  expect(told.editor?.actor.getSnapshot().context.selection.size).toBe(1);
});

test("its keys and clipboard work, each once", () => {
  const { canvas, press, titles, inside, editing } = opened();

  fireEvent.click(canvas.getByText("a"));
  press("d", { ctrlKey: true });
  expect(titles()).toEqual(["a", "a", "b", "c"]);
  press("Delete");
  expect(titles()).toEqual(["a", "b", "c"]);
  press("z", { ctrlKey: true });
  expect(titles()).toEqual(["a", "a", "b", "c"]);
  act(() => editing.history.undo());

  fireEvent.click(canvas.getByText("c"));
  const copied = new Map<string, string>();
  const event = Object.assign(new Event("cut", { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (type: string, value: string) => copied.set(type, value) },
  });
  act(() => void inside.querySelector("[data-canvas]")?.dispatchEvent(event));
  expect(titles()).toEqual(["a", "b"]);
  expect(copied.get("text/plain")).toContain('"title":"c"');
});

test("the toolbar in it is walked by its own focus, and left for the canvas", () => {
  const { canvas, inside } = opened();
  fireEvent.click(canvas.getByText("a"));
  const [first, second] = canvas.getAllByRole<HTMLElement>("button");
  const bar = canvas.getByRole("toolbar");
  if (!first || !second) throw new Error("no buttons");

  act(() => first.focus());
  fireEvent.keyDown(first, { key: bar.getAttribute("aria-orientation") === "vertical" ? "ArrowDown" : "ArrowRight" });
  expect(inside.ownerDocument.activeElement).toBe(second);
  fireEvent.keyDown(second, { key: "Escape" });
  expect(inside.ownerDocument.activeElement).toBe(canvas.getByRole("application"));
});
