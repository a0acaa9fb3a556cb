import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Field } from "../schema";
import { renderInspector } from "../tests/render-inspector";
import { FieldControl } from "./field-control";

function showControl(control: string, value: string) {
  const field: Field = { name: "where", control, tab: "settings", schema: {}, choices: [], inside: [] };
  renderInspector(
    <FieldControl field={field} label="Platform" value={value} globals={{}} onChange={() => undefined} />,
  );
}

test.each([
  ["address", "mailto:a@b.example", "address", false],
  ["address", "{{ view_url }}", "address", false],
  ["address", "javascript:alert(1)", "address", true],
  ["image", "https://kopi.example/a.png", "picture", false],
  ["image", "mailto:a@b.example", "picture", true],
] as const)("of an %s %s is told what it may begin with", (control, value, which, isWrong) => {
  showControl(control, value);

  expect(screen.getByText(`inspector.controls.${which}${isWrong ? "Wrong" : "Help"}`)).toBeVisible();
  const box = screen.getByRole("textbox", { name: "Platform" });
  expect(box.hasAttribute("aria-invalid")).toBe(isWrong);
  expect(box).toHaveAccessibleDescription(`inspector.controls.${which}${isWrong ? "Wrong" : "Help"}`);
});

test("a site that is typed without its scheme is meant to be one of the web", async () => {
  const typed: unknown[] = [];
  const field: Field = { name: "where", control: "image", tab: "settings", schema: {}, choices: [], inside: [] };
  renderInspector(
    <FieldControl
      field={field}
      label="Platform"
      value="kopi.example/a.png"
      globals={{}}
      onChange={(to) => typed.push(to)}
    />,
  );

  await userEvent.click(screen.getByRole("textbox", { name: "Platform" }));
  await userEvent.tab();

  expect(typed).toEqual(["https://kopi.example/a.png"]);
});
