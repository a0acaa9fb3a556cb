import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { loadCommonTexts } from "@/app/texts";
import { startI18n } from "@/lib/i18n/i18n";
import { FloatingPanel } from "./floating-panel";

beforeAll(async () => {
  await startI18n(() => undefined);
  await loadCommonTexts();
});

const onClose = vi.fn();

function buildPanel(view: string, content: ReactNode) {
  return (
    <FloatingPanel title="Help" note="3 articles" view={view} onClose={onClose}>
      {content}
    </FloatingPanel>
  );
}

test("the focus goes into the panel and stays there when the view that had it is gone", async () => {
  const { rerender } = render(buildPanel("list", <button type="button">First article</button>));
  expect(screen.getByRole("dialog", { name: "Help" })).toHaveFocus();
  screen.getByRole("button", { name: "First article" }).focus();

  rerender(buildPanel("article", <p>Words</p>));

  expect(screen.getByRole("dialog", { name: "Help" })).toHaveFocus();
  onClose.mockClear();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

test("a view that keeps the focus where it is is left alone", () => {
  const field = <input aria-label="Search articles" />;
  const { rerender } = render(buildPanel("list", field));
  screen.getByRole("textbox", { name: "Search articles" }).focus();

  rerender(buildPanel("updates", field));

  expect(screen.getByRole("textbox", { name: "Search articles" })).toHaveFocus();
});
