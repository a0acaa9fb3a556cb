import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { loadCommonTexts } from "@/app/texts";
import { startI18n } from "@/lib/i18n/i18n";
import { LeaveDialog } from "./components/leave-dialog";
import { ThemeProvider } from "./theme/theme-provider";
import { useLeaveGuard } from "./use-leave-guard";

beforeAll(async () => {
  await startI18n(() => undefined);
  await loadCommonTexts();
});

function Form({ onHeld }: { readonly onHeld?: () => void }) {
  const [text, setText] = useState("");
  const guard = useLeaveGuard({ isDirty: text !== "", permitted: ["/report"], ...(onHeld ? { onHeld } : {}) });
  return (
    <>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => setText("")}>
        Save
      </button>
      {["/other", "/report", "/login", "/form?tab=2"].map((to) => (
        <Link key={to} to={to}>
          {to}
        </Link>
      ))}
      <LeaveDialog guard={guard} title="Leave?" confirmLabel="Discard and leave">
        One sentence would be lost.
      </LeaveDialog>
    </>
  );
}

function renderForm(onHeld?: () => void) {
  const router = createMemoryRouter(
    [
      { path: "/start", element: <p>start</p> },
      { path: "/form", element: <Form {...(onHeld ? { onHeld } : {})} /> },
      { path: "*", element: <p>elsewhere</p> },
    ],
    { initialEntries: ["/start", "/form"], initialIndex: 1 },
  );
  render(
    <ThemeProvider env="test">
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return router;
}

test("nothing typed: leaving asks nothing", async () => {
  const router = renderForm();

  await userEvent.click(screen.getByRole("link", { name: "/other" }));

  expect(router.state.location.pathname).toBe("/other");
});

test("SHELL-175: leaving what is unsaved asks with the consequence; staying keeps it, leaving loses it", async () => {
  const router = renderForm();
  await userEvent.type(screen.getByLabelText("Text"), "Halo");

  await userEvent.click(screen.getByRole("link", { name: "/other" }));
  expect(await screen.findByRole("dialog", { name: "Leave?" })).toHaveTextContent("One sentence would be lost.");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByLabelText("Text")).toHaveValue("Halo");
  expect(router.state.location.pathname).toBe("/form");

  await userEvent.click(screen.getByRole("link", { name: "/other" }));
  await userEvent.click(await screen.findByRole("button", { name: "Discard and leave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/other"));
});

test("SHELL-175: Back asks too", async () => {
  const router = renderForm();
  await userEvent.type(screen.getByLabelText("Text"), "Halo");

  await router.navigate(-1);

  expect(await screen.findByRole("dialog", { name: "Leave?" })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/form");
});

test.each(["/report", "/login", "/form?tab=2"])("SHELL-175: %s is permitted", async (to) => {
  const router = renderForm();
  await userEvent.type(screen.getByLabelText("Text"), "Halo");

  await userEvent.click(screen.getByRole("link", { name: to }));

  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(to));
});

test("what is saved while the question stands lets the user go on", async () => {
  const onHeld = vi.fn();
  const router = renderForm(onHeld);
  await userEvent.type(screen.getByLabelText("Text"), "Halo");
  await userEvent.click(screen.getByRole("link", { name: "/other" }));
  await screen.findByRole("dialog", { name: "Leave?" });
  expect(onHeld).toHaveBeenCalledTimes(1);

  await userEvent.click(screen.getByText("Save"));

  await waitFor(() => expect(router.state.location.pathname).toBe("/other"));
});

test("a reload asks as well, once something is typed", async () => {
  renderForm();
  const reload = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(reload()).toBe(false);

  await userEvent.type(screen.getByLabelText("Text"), "Halo");

  expect(reload()).toBe(true);
});

function Part({ name }: { readonly name: string }) {
  const [text, setText] = useState("");
  const guard = useLeaveGuard({ isDirty: text !== "" });
  return (
    <>
      <input aria-label={name} value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => setText("")}>
        Save {name}
      </button>
      <LeaveDialog guard={guard} title={`Leave ${name}?`} confirmLabel="Discard and leave">
        It would be lost.
      </LeaveDialog>
    </>
  );
}

function renderParts() {
  const page = (
    <>
      <Part name="note" />
      <Part name="city" />
      <Link to="/other">/other</Link>
    </>
  );
  const router = createMemoryRouter([
    { path: "/", element: page },
    { path: "*", element: <p>elsewhere</p> },
  ]);
  render(
    <ThemeProvider env="test">
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  return router;
}

test.each(["note", "city"])("each guard of a page asks for its own part: %s", async (name) => {
  const router = renderParts();
  await userEvent.type(screen.getByLabelText(name), "Halo");

  await userEvent.click(screen.getByRole("link", { name: "/other" }));

  expect(await screen.findByRole("dialog", { name: `Leave ${name}?` })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/");
});

test("two unsaved parts: one question, whose answer applies to both", async () => {
  const router = renderParts();
  await userEvent.type(screen.getByLabelText("note"), "Halo");
  await userEvent.type(screen.getByLabelText("city"), "Solo");

  await userEvent.click(screen.getByRole("link", { name: "/other" }));
  expect(await screen.findAllByRole("dialog")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Discard and leave" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/other"));
});

test("a part that is saved while it asks leaves the question to the next unsaved part", async () => {
  const router = renderParts();
  await userEvent.type(screen.getByLabelText("note"), "Halo");
  await userEvent.type(screen.getByLabelText("city"), "Solo");
  await userEvent.click(screen.getByRole("link", { name: "/other" }));
  await screen.findByRole("dialog", { name: "Leave note?" });

  await userEvent.click(screen.getByText("Save note"));
  expect(await screen.findByRole("dialog", { name: "Leave city?" })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/");
  await userEvent.click(screen.getByText("Save city"));

  await waitFor(() => expect(router.state.location.pathname).toBe("/other"));
});
