import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderPart } from "../../../tests/render-part";
import { ActionMenu } from "./action-menu";

test("its first item has the focus, and Escape gives the focus back to the button, at the first opening too", async () => {
  await renderPart(<ActionMenu trigger={<button type="button">More</button>} items={[{ id: "a", label: "Copy" }]} />);
  for (const _ of [1, 2]) {
    screen.getByRole("button", { name: "More" }).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("menuitem", { name: "Copy" })).toHaveFocus());

    await userEvent.keyboard("{Escape}");

    await waitFor(() => expect(screen.getByRole("button", { name: "More" })).toHaveFocus());
  }
});
