import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, Suspense } from "react";
import { createMemoryRouter, Link, Outlet, RouterProvider } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { failWhenMissing, loadUntilAvailable, MissingFileError, retryWaiting } from "@/lib/files/waiting-files";
import { startI18n } from "@/lib/i18n/i18n";
import { FileNotice } from "./file-notice";
import { shouldRevalidateScreen } from "./stay-on-screen";
import { loadCommonTexts } from "./texts";

const reload = vi.fn();
vi.mock("./browser-page", () => ({ reloadInBrowser: () => reload() }));

beforeAll(async () => {
  await startI18n(() => undefined);
  await loadCommonTexts();
});

/** How the server responds to requests for files. */
let fileStatus: "there" | "unreachable" | "missing";
const loaded = vi.fn(() => null);
beforeEach(() => {
  fileStatus = "there";
  loaded.mockClear();
});

async function load(): Promise<void> {
  await loadUntilAvailable(async () => {
    if (fileStatus === "unreachable") throw new TypeError("Failed to fetch");
    if (fileStatus === "missing") throw new MissingFileError("/assets/a-1.js");
  });
}

function renderScreen() {
  const Part = lazy(async () => {
    await load();
    return { default: () => <p>part</p> };
  });
  const router = createMemoryRouter(
    [
      {
        element: <Outlet />,
        HydrateFallback: () => null,
        children: [
          {
            path: "/",
            loader: () => failWhenMissing(async () => loaded()),
            shouldRevalidate: shouldRevalidateScreen,
            element: (
              <>
                <textarea aria-label="written" />
                <Link to="/next">next</Link>
                <Suspense fallback={<p>as it was</p>}>
                  <Part />
                </Suspense>
              </>
            ),
          },
          {
            path: "/next",
            lazy: async () => {
              await failWhenMissing(load);
              return { Component: () => <p>next screen</p> };
            },
          },
        ],
      },
    ],
    { initialEntries: ["/"] },
  );
  render(
    <>
      <RouterProvider router={router} />
      <FileNotice router={router} />
    </>,
  );
  return router;
}

test("a part that can't be loaded leaves the screen as it is, and comes by Try again", async () => {
  fileStatus = "unreachable";
  renderScreen();
  await userEvent.type(await screen.findByRole("textbox", { name: "written" }), "kept");
  expect(await screen.findByText(/^We cannot reach the server. The part of the page you opened/)).toBeVisible();
  expect(screen.getByText("as it was")).toBeVisible();

  fileStatus = "there";
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("part")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "written" })).toHaveValue("kept");
  await waitFor(() => expect(screen.getByRole("status")).toBeEmptyDOMElement());
});

test("a screen that can't be loaded yet leaves the one that is open, which one may stay on", async () => {
  const router = renderScreen();
  await screen.findByText("part");
  fileStatus = "unreachable";
  await userEvent.click(screen.getByRole("link", { name: "next" }));
  expect(await screen.findByText(/^We cannot reach the server. The page you chose/)).toBeVisible();
  await userEvent.type(await screen.findByRole("textbox", { name: "written" }), "kept");

  await userEvent.click(screen.getByRole("button", { name: "Stay on this page" }));
  expect(screen.queryByRole("button", { name: "Stay on this page" })).toBeNull();
  fileStatus = "there";
  retryWaiting();

  await waitFor(() => expect(screen.getByRole("status")).toBeEmptyDOMElement());
  expect(router.state.location.pathname).toBe("/");
  expect(loaded).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("textbox", { name: "written" })).toHaveValue("kept");
});

test("a screen that waited opens once its files are there", async () => {
  renderScreen();
  await screen.findByText("part");
  fileStatus = "unreachable";
  await userEvent.click(screen.getByRole("link", { name: "next" }));
  await screen.findByText(/^We cannot reach the server/);

  fileStatus = "there";
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("next screen")).toBeVisible();
});

test("a part that another release took away is offered by a reload, which is the reader's to do", async () => {
  fileStatus = "missing";
  renderScreen();
  await userEvent.type(await screen.findByRole("textbox", { name: "written" }), "kept");
  await userEvent.click(await screen.findByRole("button", { name: "Reload page" }));

  expect(reload).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("textbox", { name: "written" })).toHaveValue("kept");
  fileStatus = "there";
  retryWaiting();
  await screen.findByText("part");
});

test("while a part is missing the screen is loaded again with what is written, and others are gone to", async () => {
  fileStatus = "missing";
  const router = renderScreen();
  await userEvent.type(await screen.findByRole("textbox", { name: "written" }), "kept");
  await screen.findByRole("button", { name: "Reload page" });

  await act(() => router.revalidate());

  expect(loaded).toHaveBeenCalledTimes(2);
  expect(router.state.errors).toBeNull();
  expect(screen.getByRole("textbox", { name: "written" })).toHaveValue("kept");
  fileStatus = "there";
  await userEvent.click(screen.getByRole("link", { name: "next" }));
  expect(await screen.findByText("next screen")).toBeVisible();
  retryWaiting();
  await waitFor(() => expect(screen.getByRole("status")).toBeEmptyDOMElement());
});
