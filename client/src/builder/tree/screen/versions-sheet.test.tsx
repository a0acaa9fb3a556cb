import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import * as Y from "yjs";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ORIGIN } from "../../../../tests/handlers";
import { renderPart } from "../../../../tests/render-part";
import { server } from "../../../../tests/server";
import type { SyncedDocument } from "../../collab/sync/use-document";
import { copyRoot, removeRoot, renameRoot } from "../commands/roots";
import { updateSettings } from "../commands/settings";
import type { TreeEditing } from "../editing";
import { readSnapshot } from "../model/snapshot";
import { findBranch } from "../model/tree-positions";
import { STRUCTURES } from "../tests/structures";
import { board, book, createDocument, renderEditor, shelf } from "../tests/tiny-screen";
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

function showSheet(editing: TreeEditing, former: Uint8Array, root: string): void {
  const path = `${ORIGIN}/api/documents/${DOCUMENT}/versions`;
  server.use(
    http.get(path, () => HttpResponse.json({ items: [VERSION], page: 1, size: 30, total: 1 })),
    http.get(`${path}/:id/update`, () => HttpResponse.arrayBuffer(former.slice().buffer)),
  );

  renderEditor(
    editing,
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ThemeProvider env="test">
        <VersionsSheet
          documentId={DOCUMENT}
          root={root}
          signOf={(index) => "ABC".charAt(index)}
          used={{ state: "ready", saved: "saved" } as SyncedDocument}
          onClose={() => undefined}
        />
      </ThemeProvider>
    </QueryClientProvider>,
  );
}

test.each([
  ["body", "first"],
  ["copy", "tiny.roots.notThere"],
])("of the variant %s a version shows what it was then: %s", async (which, said) => {
  const editing = createDocument(shelf(board(book("first"))));
  const former = Y.encodeStateAsUpdate(editing.doc);
  const copy = copyRoot(editing, "body") ?? "";
  showSheet(editing, former, which === "copy" ? copy : which);

  expect(await within(await screen.findByRole("region", { name: /10:02/ })).findByText(said)).toBeInTheDocument();
  expect(within(screen.getByRole("region", { name: "Current version" })).getByText("first")).toBeInTheDocument();
});

test("a variant that was taken out since is chosen among those that a version had, and looked at", async () => {
  const editing = createDocument(shelf(board(book("first"))));
  const copy = copyRoot(editing, "body") ?? "";
  renameRoot(editing, copy, "Short");
  for (const { id } of readSnapshot(editing.doc, STRUCTURES.rows).tree.get(copy) ?? []) {
    const inside =
      findBranch(readSnapshot(editing.doc, STRUCTURES.rows), id)?.branch.children[0]?.children[0]?.id ?? "";
    updateSettings(editing, inside, { title: "second" });
  }
  const former = Y.encodeStateAsUpdate(editing.doc);
  removeRoot(editing, copy);
  showSheet(editing, former, "body");

  const then = await screen.findByRole("region", { name: /10:02/ });
  expect(await within(then).findByText("first")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("radio", { name: "B Short (deleted)" }));

  expect(within(then).getByText("second")).toBeInTheDocument();
  expect(
    within(screen.getByRole("region", { name: "Current version" })).getByText("tiny.roots.notThere"),
  ).toBeInTheDocument();
});
