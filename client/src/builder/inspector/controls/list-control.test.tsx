import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Plain } from "../../collab/values";
import type { Field } from "../schema";
import { renderInspector } from "../tests/render-inspector";
import { FieldControl } from "./field-control";

const NAME: Field = { name: "name", control: "line", tab: "settings", schema: {}, choices: [], inside: [] };
const LIST: Field = {
  name: "options",
  control: "list",
  tab: "settings",
  schema: { items: { properties: { name: { type: "string", default: "" } } } },
  choices: [],
  inside: [NAME],
};

test("a change names only the changed item", async () => {
  const changes: Plain[] = [];
  renderInspector(
    <FieldControl
      field={LIST}
      label="Options"
      value={[
        { id: "yes", order: "a0", name: "Ye" },
        { id: "no", order: "a1", name: "No" },
      ]}
      globals={{}}
      onChange={(value) => changes.push(value)}
    />,
  );

  const [first] = screen.getAllByRole("textbox");
  if (first) await userEvent.type(first, "s");

  expect(changes.at(-1)).toEqual({ yes: { name: "Yes" } });
});
