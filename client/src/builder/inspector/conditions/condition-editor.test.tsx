import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderInspector } from "../tests/render-inspector";
import { ConditionEditor } from "./condition-editor";

const TAGS = [
  { tag: "company_name", label: "Company name", ofEmail: "words" },
  { tag: "view_url", label: "View-in-browser URL", ofEmail: "address" },
  { tag: "city", label: "City" },
  { tag: "firstname", label: "First name" },
] as const;

test("a part is shown by fields of the recipient alone, beginning with the first", async () => {
  const stored: unknown[] = [];
  renderInspector(
    <ConditionEditor
      stored={undefined}
      label="Contacts"
      help="Rules"
      onChange={(condition) => stored.push(condition)}
    />,
    TAGS,
  );

  await userEvent.click(screen.getByRole("radio", { name: "inspector.who.some" }));

  expect(stored).toEqual([{ all: true, rules: [{ field: "city", operator: "isSet", value: "" }] }]);
});

test("a condition offers no tag of the email", () => {
  const stored = { all: true, rules: [{ field: "firstname", operator: "isSet", value: "" }] };
  renderInspector(<ConditionEditor stored={stored} label="Contacts" help="Rules" onChange={() => undefined} />, TAGS);

  const choice = screen.getByRole("combobox", { name: "terms.field" });
  expect(
    within(choice)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["City", "First name"]);
});
