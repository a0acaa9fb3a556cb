import { ActionIcon, Button } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ComponentType, SubmitEvent } from "react";
import { expect, test, vi } from "vitest";
import { ThemeProvider } from "./theme-provider";

type SaveButton = ComponentType<{
  readonly type: "submit";
  readonly loading: boolean;
  readonly onClick: () => void;
  readonly "aria-label": string;
}>;

const BUTTONS: readonly [string, SaveButton][] = [
  ["Button", Button],
  ["ActionIcon", ActionIcon],
];

/** A form with one field and the button; `show` changes whether the button loads. */
function renderSaveForm(Save: SaveButton) {
  const [onClick, onSubmit] = [vi.fn(), vi.fn((event: SubmitEvent) => event.preventDefault())];
  const form = (isBusy: boolean) => (
    <ThemeProvider env="test">
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <Save type="submit" loading={isBusy} onClick={onClick} aria-label="Save" />
      </form>
    </ThemeProvider>
  );
  const { rerender } = render(form(false));
  return { show: (isBusy: boolean) => rerender(form(isBusy)), onClick, onSubmit };
}

test.each(BUTTONS)("a loading %s keeps the focus, and is busy and unavailable until it is done", async (_, Save) => {
  const { show } = renderSaveForm(Save);
  const button = screen.getByRole("button", { name: "Save" });
  await userEvent.click(button);

  show(true);

  expect(button).toHaveFocus();
  expect(button).toBeEnabled();
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(button).toHaveAttribute("aria-disabled", "true");

  show(false);

  expect(button).toHaveFocus();
  expect(button).not.toHaveAttribute("aria-busy");
  expect(button).not.toHaveAttribute("aria-disabled");
});

test.each(BUTTONS)("a loading %s ignores clicks and keys, and its form is not submitted", async (_, Save) => {
  const user = userEvent.setup();
  const { show, onClick, onSubmit } = renderSaveForm(Save);
  const button = screen.getByRole("button", { name: "Save" });
  show(true);

  await user.click(button);
  await user.keyboard("{Enter} ");
  await user.type(screen.getByLabelText("Name"), "Alice{Enter}");
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([0, 0]);

  show(false);
  await user.click(button);
  await user.type(screen.getByLabelText("Name"), "{Enter}");
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([2, 2]);
});

test.each(BUTTONS)("a %s without a type submits no form", async (_, Save) => {
  const onSubmit = vi.fn();
  const Plain = Save as ComponentType<{ readonly "aria-label": string }>;
  render(
    <ThemeProvider env="test">
      <form onSubmit={onSubmit}>
        <Plain aria-label="Cancel" />
      </form>
    </ThemeProvider>,
  );

  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));

  expect(onSubmit).not.toHaveBeenCalled();
});
