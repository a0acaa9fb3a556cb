import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../../../tests/render-part";
import { PageHead } from "./page-head";

test("a group and a page of one name both stand in the way that led here", async () => {
  const complaints = vi.spyOn(console, "error");

  await renderPart(<PageHead title="Campaign" crumbs={[{ label: "Campaign" }, { label: "Campaign" }]} />);

  const way = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
  expect(way.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Campaign", "Campaign"]);
  expect(complaints).not.toHaveBeenCalled();
});
