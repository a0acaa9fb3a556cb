import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Field } from "../schema";
import { renderInspector } from "../tests/render-inspector";
import { FieldControl } from "./field-control";

function showSlider(value: number, schema: Field["schema"], typed: unknown[] = []) {
  const field: Field = { name: "size", control: "slider", tab: "look", schema, choices: [], inside: [] };
  renderInspector(
    <FieldControl field={field} label="Size" value={value} globals={{}} onChange={(to) => typed.push(to)} />,
  );
}

const PART = { default: 0, minimum: 0, maximum: 100, unit: "percent" } as const;

test("a part of nought percent is read as automatic, and is emptied to that", async () => {
  const typed: unknown[] = [];
  showSlider(0, PART, typed);
  const box = screen.getByRole("spinbutton", { name: "Size" });

  expect(box).toHaveAttribute("placeholder", "terms.automatic");
  expect(box).toHaveValue(null);
  expect(screen.getByRole("slider", { name: "Size" })).toHaveAttribute("aria-valuetext", "terms.automatic");
  expect(screen.queryByText("inspector.controls.units.percent")).not.toBeInTheDocument();
  await userEvent.type(box, "40");
  await userEvent.clear(box);
  expect(typed).toEqual([4, 40, 0]);
});

test.each([
  [25, PART, "percent"],
  [0, { default: 0, minimum: 0, maximum: 60, unit: "px" }, "px"],
  [5, { default: 100, minimum: 5, maximum: 100, unit: "percent" }, "percent"],
] as const)("%s of %o is a size", (value, schema, unit) => {
  showSlider(value, schema);

  expect(screen.getByRole("spinbutton", { name: "Size" })).toHaveValue(value);
  expect(screen.getByRole("slider", { name: "Size" })).not.toHaveAttribute("aria-valuetext");
  expect(screen.getByText(`inspector.controls.units.${unit}`)).toBeInTheDocument();
});
