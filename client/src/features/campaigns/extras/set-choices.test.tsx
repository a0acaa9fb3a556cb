import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPart } from "../../../../tests/render-part";
import { SetChoices } from "./set-choices";

const ROWS = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, name: `City ${index + 1}` }));

function Choices({ total, at = [] }: { readonly total: number; readonly at?: readonly number[] }) {
  const [chosen, setChosen] = useState(at);
  const toggle = (id: number) =>
    setChosen((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));
  return <SetChoices title="Segments" rows={ROWS.slice(0, total)} chosen={chosen} onToggle={toggle} />;
}

const listNames = () => screen.getAllByRole("checkbox").map((box) => box.closest("label")?.textContent);

test("a dozen are shown at once, without a search", async () => {
  await renderPart(<Choices total={12} />, ["campaigns"]);

  expect(listNames()).toHaveLength(12);
  expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("of more than a dozen the chosen ones come first, and the rest on demand", async () => {
  await renderPart(<Choices total={30} at={[30, 20]} />, ["campaigns"]);

  expect(listNames()).toEqual(["City 20", "City 30", ...ROWS.slice(0, 10).map(({ name }) => name)]);

  await userEvent.click(screen.getByRole("button", { name: "Show all 30" }));
  expect(listNames()).toHaveLength(30);
  expect(screen.getAllByRole("checkbox")[12]).toHaveFocus();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("one is found by its name in any case, and stays where it is when it is chosen", async () => {
  await renderPart(<Choices total={30} />, ["campaigns"]);

  await userEvent.type(screen.getByRole("searchbox", { name: "Find by name: Segments" }), "cITY 2");
  expect(listNames()).toEqual(["City 2", ...ROWS.slice(19, 29).map(({ name }) => name)]);
  await userEvent.click(screen.getByRole("checkbox", { name: "City 25" }));
  expect(listNames()).toEqual(["City 2", ...ROWS.slice(19, 29).map(({ name }) => name)]);

  await userEvent.clear(screen.getByRole("searchbox"));
  expect(listNames()).toEqual([...ROWS.slice(0, 12).map(({ name }) => name), "City 25"]);
});

test("a search that finds none says so", async () => {
  await renderPart(<Choices total={30} at={[3]} />, ["campaigns"]);

  await userEvent.type(screen.getByRole("searchbox"), "Depok");

  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  expect(screen.getByRole("status")).toHaveTextContent("No name contains “Depok”.");
});
