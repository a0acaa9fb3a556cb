import { notifications } from "@mantine/notifications";
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderPart } from "../../tests/ui";
import { Toaster } from "./components/toaster";
import { TOAST_MS, toast } from "./toasts";

afterEach(() => {
  act(() => {
    notifications.clean();
  });
  vi.useRealTimers();
});

test("the same message shows once", async () => {
  await renderPart(<Toaster />);

  act(() => {
    toast("warning", "Could not connect");
    toast("warning", "Could not connect");
  });

  expect(await screen.findAllByText("Could not connect")).toHaveLength(1);
});

test("three show at once, a fourth waits until one has had its five seconds", async () => {
  await renderPart(<Toaster />);
  vi.useFakeTimers();

  act(() => {
    for (const message of ["One", "Two", "Three", "Four"]) toast("info", message);
  });
  expect(screen.queryByText("Three")).toBeInTheDocument();
  expect(screen.queryByText("Four")).not.toBeInTheDocument();

  act(() => {
    vi.advanceTimersByTime(TOAST_MS + 500);
  });
  act(() => {
    vi.advanceTimersByTime(500);
  });
  expect(screen.queryByText("Four")).toBeInTheDocument();
  expect(screen.queryByText("One")).not.toBeInTheDocument();
});
