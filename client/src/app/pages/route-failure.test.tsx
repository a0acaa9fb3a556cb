import { render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n/i18n";
import { toast } from "@/ui/toasts";
import { ORIGIN } from "../../../tests/handlers";
import { server } from "../../../tests/server";
import { loadCommonTexts } from "../texts";

const reload = vi.fn();
vi.mock("@/ui/toasts", () => ({ toast: vi.fn() }));
vi.mock("../browser-page", () => ({ reloadInBrowser: () => reload() }));

beforeAll(async () => {
  await startI18n(() => undefined);
  await loadCommonTexts();
});
afterEach(() => vi.restoreAllMocks());
beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
  reload.mockClear();
  server.use(http.post(`${ORIGIN}/api/ping`, () => HttpResponse.json(true)));
  vi.mocked(toast).mockClear();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

/** Opens a screen that fails with `error`, in fresh modules, as after a reload. */
async function openFailing(error: Error) {
  vi.resetModules();
  (await import("../call-patterns")).registerCallPatterns();
  const { RouteFailure } = await import("./route-failure");
  const router = createMemoryRouter(
    [
      {
        ErrorBoundary: RouteFailure,
        children: [
          {
            path: "/contacts",
            loader: () => {
              throw error;
            },
            element: <p>contacts</p>,
          },
          { path: "/err", element: <p>err</p> },
          { path: "/help", element: <p>help</p> },
        ],
      },
    ],
    { initialEntries: ["/contacts?page=2"] },
  );
  const view = render(<RouterProvider router={router} />);
  return { router, view };
}

const MISSING_FILE_ERROR = new Error("Failed to fetch dynamically imported module: /assets/contacts-1.js");

test("SHELL-180, 222: a missing file reloads once, then it says 'Routing error occurred'", async () => {
  const first = await openFailing(MISSING_FILE_ERROR);
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("alert")).toBeNull();
  first.view.unmount();

  await openFailing(MISSING_FILE_ERROR);

  expect(await screen.findByRole("heading", { name: "Routing error occurred" })).toBeInTheDocument();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("SHELL-180: another missing file reloads again: it is of another release", async () => {
  const first = await openFailing(MISSING_FILE_ERROR);
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  first.view.unmount();

  await openFailing(new Error("Failed to fetch dynamically imported module: /assets/home-2.js"));

  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
});

test("SHELL-180: a file that is missing because no server is there does not reload into nothing: it goes to /err", async () => {
  server.use(http.post(`${ORIGIN}/api/ping`, () => HttpResponse.error()));

  const { router } = await openFailing(MISSING_FILE_ERROR);

  await screen.findByText("err");
  expect(router.state.location.search).toBe("?redirect=%2Fcontacts%3Fpage%3D2");
  expect(reload).not.toHaveBeenCalled();
  expect(vi.mocked(toast)).not.toHaveBeenCalled();
});

test("SHELL-181: a page that fails is told as 'Page Loading Fail' and goes to /err; failing again it is shown", async () => {
  const { router } = await openFailing(new Error("boom"));
  await screen.findByText("err");
  expect(vi.mocked(toast).mock.calls).toEqual([["error", "Page Loading Fail"]]);
  expect(router.state.location.search).toBe("?redirect=%2Fcontacts%3Fpage%3D2");

  await router.navigate("/contacts?page=2");

  expect(await screen.findByRole("heading", { name: "Page Loading Fail" })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/contacts");
  expect(reload).not.toHaveBeenCalled();
});

test("SHELL-227: that a screen has an issue is said in its place alone, and the next screen has none", async () => {
  const { router } = await openFailing(new Error("boom"));
  await screen.findByText("err");
  expect(screen.queryByRole("alert")).toBeNull();
  await router.navigate("/contacts?page=2");
  expect(await screen.findByRole("alert")).toHaveTextContent("Page Loading Fail");

  await router.navigate("/help");

  await screen.findByText("help");
  expect(screen.queryByRole("alert")).toBeNull();
});
