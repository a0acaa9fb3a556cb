import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import * as Y from "yjs";
import { copyRoot } from "@/builder/commands/roots";
import type { UsedDocument } from "@/builder/link/use-document";
import { board, book, documentOf, shelf, show } from "@/builder/tests/tiny-screen";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ORIGIN } from "../../../../tests/answers";
import { server } from "../../../../tests/server";
import { renderPart } from "../../../../tests/ui";
import { VersionsSheet } from "./versions-sheet";

const DOCUMENT = "01a1fc3d-0000-7000-8000-000000000001";
const VERSION = {
  id: "v1",
  name: "",
  revision: 3,
  createdAt: "2026-11-21T03:02:00.000000Z",
  createdBy: null,
  automatic: true,
  frozen: false,
};

beforeEach(async () => {
  const { unmount } = await renderPart(null);
  unmount();
  localStorage.setItem("token", "full");
});

test.each([
  ["body", "first"],
  ["copy", "editor.roots.notThere"],
])("of the variant %s a version shows what it was then: %s", async (which, said) => {
  const editing = documentOf(shelf(board(book("first"))));
  const former = Y.encodeStateAsUpdate(editing.doc);
  const copy = copyRoot(editing, "body") ?? "";
  const path = `${ORIGIN}/api/documents/${DOCUMENT}/versions`;
  server.use(
    http.get(path, () => HttpResponse.json({ items: [VERSION], page: 1, size: 30, total: 1 })),
    http.get(`${path}/:id/update`, () => HttpResponse.arrayBuffer(former.slice().buffer)),
  );

  show(
    editing,
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ThemeProvider env="test">
        <VersionsSheet
          documentId={DOCUMENT}
          root={which === "copy" ? copy : which}
          used={{ state: "ready", saved: "saved" } as UsedDocument}
          onClose={() => undefined}
        />
      </ThemeProvider>
    </QueryClientProvider>,
  );

  expect(await within(await screen.findByRole("region", { name: /10:02/ })).findByText(said)).toBeInTheDocument();
  expect(within(screen.getByRole("region", { name: "Now" })).getByText("first")).toBeInTheDocument();
});
