import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { loadFeatureTexts } from "@/app/texts";
import { renderPart } from "../../../../tests/render-part";
import { EditedField } from "./edited-field";

/** The last calls to the composer. */
let focused: string | undefined;
let chosen: string[];

beforeEach(async () => {
  const { unmount } = await renderPart(null);
  unmount();
  await loadFeatureTexts(["campaigns"]);
  focused = undefined;
  chosen = [];
});

function Fields() {
  const [isOpen, setOpen] = useState(true);
  const [hasPart, setPart] = useState(true);
  const decide = (choice: string) => (field: string) => {
    chosen.push(`${choice} ${field}`);
    setOpen(false);
  };
  const composer = {
    conflicts: isOpen ? { event: { by: "Bagus", baseRevision: 1 } } : {},
    focus: (field: string | undefined) => {
      focused = field;
    },
    keepMine: decide("mine"),
    takeTheirs: decide("theirs"),
  };
  return (
    <EditedField composer={composer} field="event">
      <input aria-label="Title" />
      <input aria-label="Place" />
      {hasPart ? (
        <button type="button" onClick={() => setPart(false)}>
          Remove
        </button>
      ) : null}
    </EditedField>
  );
}

test.each([
  ["Keep mine", "mine event"],
  ["Use theirs", "theirs event"],
])("%s returns the focus to the field's first control where it was in none", async (button, choice) => {
  await renderPart(<Fields />);

  await userEvent.click(screen.getByRole("button", { name: button }));

  expect(chosen).toEqual([choice]);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByLabelText("Title")).toHaveFocus();
  expect(focused).toBe("event");
  await userEvent.click(document.body);
  expect(focused).toBeUndefined();
});

test("a choice by the keyboard returns the focus to the control that had it", async () => {
  await renderPart(<Fields />);
  await userEvent.click(screen.getByLabelText("Place"));

  screen.getByRole("button", { name: "Use theirs" }).focus();
  await userEvent.keyboard("{Enter}");

  expect(chosen).toEqual(["theirs event"]);
  expect(screen.getByLabelText("Place")).toHaveFocus();
});

test("a field whose focused control is removed no longer has the focus", async () => {
  await renderPart(<Fields />);

  await userEvent.click(screen.getByRole("button", { name: "Remove" }));

  expect(document.body).toHaveFocus();
  expect(focused).toBeUndefined();
});
