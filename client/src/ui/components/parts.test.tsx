import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { loadCommonTexts } from "@/app/texts";
import { startI18n } from "@/lib/i18n/i18n";
import { ThemeProvider } from "../theme/theme-provider";
import { ConfirmDialog } from "./confirm-dialog";
import { EmptyState } from "./empty-state";
import { FieldError } from "./field-error";
import { UserText } from "./user-text";

beforeAll(async () => {
  await startI18n(() => undefined);
  await loadCommonTexts();
});

function renderThemed(part: ReactNode): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThemeProvider env="test">{part}</ThemeProvider>
    </QueryClientProvider>,
  );
}

test("SHELL-136: a confirmation says what will happen, begins on the way out, and acts only when it is confirmed", async () => {
  const user = userEvent.setup();
  const [onConfirm, onCancel] = [vi.fn(), vi.fn()];
  renderThemed(
    <ConfirmDialog
      title="Delete contacts?"
      confirmLabel="Delete 13 contacts?"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      13 contacts are deleted for good.
    </ConfirmDialog>,
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Delete contacts?" }));
  expect(dialog.getByText("13 contacts are deleted for good.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Cancel" })).toHaveAttribute("data-autofocus");

  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 1]);
  await user.click(dialog.getByRole("button", { name: "Delete 13 contacts?" }));
  expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1]);
});

test("SHELL-138: where nothing is yet stands what this is, and the one thing to do", () => {
  renderThemed(
    <EmptyState
      drawing={<svg data-testid="drawing" />}
      title="No contacts yet"
      text="Bring them from a file."
      action={<button type="button">Import contacts</button>}
    />,
  );

  expect(screen.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
  expect(screen.getByText("Bring them from a file.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Import contacts" })).toBeVisible();
  expect(screen.getByTestId("drawing")).toBeVisible();
});

test("SHELL-139: the lines of a user's Markdown are rendered, and nothing in them can act", async () => {
  renderThemed(
    <UserText kind="markdown" text={"**Hello**\nsee [us](https://kopi.example) <img src=x onerror=alert(1)>"} />,
  );

  expect((await screen.findByText("Hello")).tagName).toBe("STRONG");
  const link = screen.getByRole("link", { name: "us" });
  expect(link).toHaveAttribute("href", "https://kopi.example");
  expect(link.parentElement?.querySelectorAll("br")).toHaveLength(1);
  expect(document.querySelector("[onerror]")).toBeNull();
});

test("SHELL-140: of a field's errors the first is shown, with the field's name; none shows nothing", () => {
  renderThemed(<FieldError label="Subject" messages={["is too long", "is missing"]} />);
  expect(screen.getByRole("alert")).toHaveTextContent(/^Field Subject is too long$/);

  renderThemed(<FieldError label="Preview text" messages={[]} />);
  expect(screen.getAllByRole("alert")).toHaveLength(1);
});
