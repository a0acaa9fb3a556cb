import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { renderPart } from "../../tests/render-part";
import { clearToasts } from "./components/toast-stack";
import { Toaster } from "./components/toaster";
import { buildToast, MAX_TOASTS, TOAST_DURATION_MS, type Toast } from "./toast";
import { dismissToast, loadStack, toast } from "./toasts";

beforeAll(async () => {
  await loadStack();
});
afterEach(() => {
  act(() => clearToasts());
  vi.useRealTimers();
});

test("the same message shows once", async () => {
  await renderPart(<Toaster />);

  // The first toast also loads the component that renders toasts.
  await act(async () => {
    toast("warning", "Could not connect");
    toast("warning", "Could not connect");
  });

  expect(await screen.findAllByText("Could not connect")).toHaveLength(1);
});

test("toasts stand at the top, away from fields and from the menu's foot", async () => {
  await renderPart(<Toaster />);
  act(() => toast("info", "Copied"));

  const shown = await screen.findByText("Copied");

  expect(shown.closest("[data-position]")).toHaveAttribute("data-position", "top-center");
});

test("what a toast offers is done once, and the toast goes", async () => {
  await renderPart(<Toaster />);
  const run = vi.fn();
  act(() => toast("warning", "Not verified", { action: { label: "Send it again", run } }));

  await userEvent.click(await screen.findByRole("button", { name: "Send it again" }));

  expect(run).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText("Not verified")).not.toBeInTheDocument());
});

test("a toast may offer a place to go to", async () => {
  await renderPart(<Toaster />);
  act(() => toast("warning", "Expired", { action: { label: "Upgrade plan", to: "/update-plan" } }));

  expect(await screen.findByRole("link", { name: "Upgrade plan" })).toHaveAttribute("href", "/update-plan");
});

test("a toast is taken away, whether it shows or waits", async () => {
  await renderPart(<Toaster />);
  act(() => {
    for (const message of ["One", "Two", "Three", "Four"]) toast("info", message);
  });
  await screen.findByText("One");

  act(() => {
    dismissToast("Four");
    dismissToast("One");
  });

  await waitFor(() => expect(screen.queryByText("One")).not.toBeInTheDocument());
  expect(screen.queryByText("Two")).toBeInTheDocument();
  expect(screen.queryByText("Four")).not.toBeInTheDocument();
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
    vi.advanceTimersByTime(TOAST_DURATION_MS + 500);
  });
  act(() => {
    vi.advanceTimersByTime(500);
  });
  expect(screen.queryByText("Four")).toBeInTheDocument();
  expect(screen.queryByText("One")).not.toBeInTheDocument();
});

const MODES: readonly (Pick<Toast, "mode" | "icon"> & { readonly role: "alert" | "status" })[] = [
  { mode: "warning", icon: "triangle", role: "alert" },
  { mode: "success", icon: "tick", role: "status" },
  { mode: "info", icon: "info", role: "status" },
  { mode: "error", icon: "exclamation", role: "alert" },
];

test.each(MODES)("$mode carries id, icon, mode, message and iconPosition", ({ mode, icon }) => {
  expect(buildToast(mode, "Saved")).toEqual({ id: "Saved", icon, mode, message: "Saved", iconPosition: "left" });
});

test.each(MODES)("$mode shows its message and its icon at the left, and is read out as $role", async (about) => {
  const { mode, role } = about;
  await renderPart(<Toaster />);

  act(() => toast(mode, `A ${mode}`));

  const box = (await screen.findByText(`A ${mode}`)).closest(`[role=${role}]`);
  expect(box).toHaveAttribute("data-mode", mode);
  expect(box).toHaveAttribute("data-icon", "left");
  expect(box?.querySelector("svg")).toBeInTheDocument();
});

test("the icon and its side can be chosen", async () => {
  await renderPart(<Toaster />);

  act(() => toast("info", "On the other side", { icon: "tick", iconPosition: "right" }));

  const box = (await screen.findByText("On the other side")).closest("[role=status]");
  expect(box).toHaveAttribute("data-icon", "right");
  expect(box?.querySelector("svg")).toHaveClass("tabler-icon-circle-check");
});

test("a message may come again when its toast has left, and not before", async () => {
  await renderPart(<Toaster />);
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

  act(() => toast("info", "Saved"));
  pass(TOAST_DURATION_MS - 100);
  act(() => toast("info", "Saved"));
  expect(screen.getAllByText("Saved")).toHaveLength(1);
  pass(200);
  pass(500);
  expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  act(() => toast("info", "Saved"));
  pass(100);
  expect(screen.getAllByText("Saved")).toHaveLength(1);
});

test("whatever comes, no more than three show, in their order", async () => {
  await renderPart(<Toaster />);
  vi.useFakeTimers();
  const shown = () => screen.queryAllByRole("status").flatMap((box) => box.querySelector("span")?.textContent ?? []);

  act(() => {
    for (let number = 1; number <= 8; number += 1) toast("success", String(number));
  });
  const seen: string[][] = [shown()];
  for (let round = 0; round < 2; round += 1) {
    act(() => void vi.advanceTimersByTime(TOAST_DURATION_MS + 500));
    act(() => void vi.advanceTimersByTime(500));
    seen.push(shown());
  }

  expect(seen).toEqual([
    ["1", "2", "3"],
    ["4", "5", "6"],
    ["7", "8"],
  ]);
  expect(Math.max(...seen.map(({ length }) => length))).toBe(MAX_TOASTS);
});
