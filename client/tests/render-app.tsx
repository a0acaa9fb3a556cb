import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ComponentProps } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { vi } from "vitest";
import { queryClient } from "@/app/query";
import { createRoutes, discoverRoutes } from "@/app/router";
import { followSession } from "@/app/session-navigation";
import { loadCommonTexts } from "@/app/texts";
// Nearly every screen loads these lazily; imported here so that no test waits for them.
import "@/app/feature-events";
import "@/app/guard/steps";
import "@/app/shell-layout";
import "@/app/signed-in";
import "@/app/signed-in-routes";
import { session } from "@/features/session/public";
import { startI18n } from "@/lib/i18n/i18n";

const frame = vi.hoisted(() => ({ isShown: true }));

vi.mock("@/features/shell/components/sidebar", async (load) => {
  const { Sidebar } = await load<typeof import("@/features/shell/components/sidebar")>();
  return { Sidebar: (props: ComponentProps<typeof Sidebar>) => (frame.isShown ? <Sidebar {...props} /> : null) };
});
vi.mock("@/features/shell/components/header", async (load) => {
  const { Header } = await load<typeof import("@/features/shell/components/header")>();
  return { Header: (props: ComponentProps<typeof Header>) => (frame.isShown ? <Header {...props} /> : null) };
});
vi.mock("@/features/session/proof-of-work", () => ({ solveChallenge: async () => "solved" }));
vi.mock("socket.io-client", () => {
  const silent = { on: vi.fn(), onAny: vi.fn(), connect: vi.fn(), disconnect: vi.fn(), removeAllListeners: vi.fn() };
  return { io: () => silent };
});

let isStarted = false;

interface Options {
  readonly token?: string;
}

/** Renders the whole application at `path`, with the test's request handlers. */
export async function renderApp(path: string, options: Options = {}) {
  frame.isShown = true;
  return renderRoutes(path, options);
}

/** Renders the application at `path` without its sidebar and header, which take half of the CPU time of most tests. */
export async function renderScreen(path: string, options: Options = {}) {
  frame.isShown = false;
  return renderRoutes(path, options);
}

async function renderRoutes(path: string, options: Options) {
  if (!isStarted) {
    await startI18n((key) => {
      throw new Error(`No text for ${key}`);
    });
    session.start();
    isStarted = true;
  }
  await loadCommonTexts();
  queryClient.clear();
  if (options.token) {
    localStorage.setItem("token", options.token);
    session.send({ type: "adopted", token: options.token });
  } else {
    session.send({ type: "endedElsewhere", ending: "signedOut" });
    localStorage.removeItem("logout");
  }
  const router = createMemoryRouter(createRoutes(queryClient), {
    initialEntries: [path],
    patchRoutesOnNavigation: discoverRoutes(queryClient),
  });
  const stop = followSession(router, queryClient);
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, ...view, stop };
}
