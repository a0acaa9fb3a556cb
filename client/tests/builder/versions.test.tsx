import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { History } from "@/builder/collab/history";
import { getNodeSettings, getNodes, getRoots } from "@/builder/collab/maps";
import { VersionHistory } from "@/builder/collab/versions/version-history";
import type { Version } from "@/builder/collab/versions/versions-data";
import { insert } from "@/builder/tree/commands/insert";
import { remove } from "@/builder/tree/commands/remove";
import { updateSettings } from "@/builder/tree/commands/settings";
import type { TreeEditing } from "@/builder/tree/editing";
import { readSnapshot } from "@/builder/tree/model/snapshot";
import { iterateBranches } from "@/builder/tree/model/tree-positions";
import { STRUCTURES } from "@/builder/tree/tests/structures";
import { createTreeVersionModel } from "@/builder/tree/versions/tree-versions";
import { loadCatalogue } from "@/lib/catalogue/load";
import { buildErrorResponse } from "../handlers";
import { renderPart } from "../render-part";
import { server } from "../server";

const DOCUMENT = "01a1fc3d-0000-7000-8000-000000000001";
const VERSIONS_URL = `http://localhost/api/documents/${DOCUMENT}/versions`;

function createVersion(id: string, more: Partial<Version> = {}): Version {
  return {
    id,
    name: "",
    revision: 3,
    createdAt: "2026-11-21T03:02:00.000000Z",
    createdBy: null,
    automatic: true,
    frozen: false,
    ...more,
  };
}

let editing: TreeEditing;
let storedVersions: Version[];
let ids: Record<"first" | "second", string>;

beforeEach(() => {
  localStorage.setItem("token", "raka");
  localStorage.setItem("tokenMode", "app");
  const doc = new Y.Doc();
  editing = { doc, history: new History(doc), structure: STRUCTURES.rows };
  getRoots(doc).set("body", new Y.Map([["order", "a0"]]));
  const put = (words: string) =>
    insert(editing, { level: "row", kind: "row", settings: { words }, children: [] }, { parent: "body", index: 9 }) ??
    "";
  ids = { first: put("first"), second: put("second") };
  const before = Y.encodeStateAsUpdate(doc);
  updateSettings(editing, ids.first, { words: "first, changed" });
  remove(editing, ids.second);
  put("third");
  storedVersions = [
    createVersion("v2", {
      createdAt: "2026-11-21T05:00:00.000000Z",
      name: "Before the meeting",
      createdBy: { id: "1", name: "Sari Dewi" },
      automatic: false,
    }),
    createVersion("v1", { createdAt: "2026-11-20T05:00:00.000000Z" }),
  ];
  server.use(
    http.get(VERSIONS_URL, () =>
      HttpResponse.json({ items: storedVersions, page: 1, size: 30, total: storedVersions.length }),
    ),
    http.get(`${VERSIONS_URL}/:id/update`, () => HttpResponse.arrayBuffer(before.slice().buffer)),
    http.post(VERSIONS_URL, async ({ request }) => {
      const { name } = (await request.json()) as { name: string };
      const made = createVersion("v3", {
        name,
        createdAt: "2026-11-21T06:00:00.000000Z",
        automatic: false,
        createdBy: { id: "2", name: "Raka" },
      });
      storedVersions = [made, ...storedVersions];
      return HttpResponse.json(made);
    }),
    http.patch(`${VERSIONS_URL}/:id`, async ({ request, params }) => {
      const { name } = (await request.json()) as { name: string };
      storedVersions = storedVersions.map((one) => (one.id === params.id ? { ...one, name } : one));
      return HttpResponse.json(storedVersions.find(({ id }) => id === params.id));
    }),
    http.delete(`${VERSIONS_URL}/:id`, ({ params }) => {
      storedVersions = storedVersions.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

function renderRoot(doc: Y.Doc) {
  return [...iterateBranches(readSnapshot(doc, STRUCTURES.rows))].map(({ branch }) => {
    const node = getNodes(doc).get(branch.id);
    return (
      <p key={branch.id} data-node={branch.id}>
        {node ? String(getNodeSettings(node).get("words")) : ""}
      </p>
    );
  });
}

async function renderHistory(props: Partial<Parameters<typeof VersionHistory>[0]> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const onClose = vi.fn();
  await renderPart(
    <QueryClientProvider client={client}>
      <VersionHistory
        documentId={DOCUMENT}
        editing={editing}
        model={createTreeVersionModel(STRUCTURES.rows)}
        render={renderRoot}
        root="body"
        signOf={String}
        mayWrite
        isSaved
        onClose={onClose}
        {...props}
      />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onClose };
}

const listMarks = (side: HTMLElement) =>
  [...side.querySelectorAll<HTMLElement>("[data-node]")].map(({ textContent, dataset }) => [
    textContent,
    dataset.change,
  ]);

test("versions stand by days, and one of them beside the state of now, with what differs marked", async () => {
  await renderHistory();
  const former = await screen.findByRole("region", { name: /12:00/ });

  const days = ["21 Nov 2026", "20 Nov 2026"];
  for (const day of days) expect(screen.getByRole("region", { name: day })).toBeInTheDocument();
  expect(screen.getByText("Since this version: 1 block added, 1 block changed, 1 block deleted")).toBeInTheDocument();
  expect(listMarks(former)).toEqual([
    ["first", "changed"],
    ["second", "removed"],
  ]);
  expect(listMarks(screen.getByRole("region", { name: "Current version" }))).toEqual([
    ["first, changed", "changed"],
    ["third", "added"],
  ]);
});

test("a version comes back as one act, which is undone", async () => {
  const { user, onClose } = await renderHistory();
  const words = () => renderRoot(editing.doc).map(({ props }) => (props as { children: string }).children);
  await user.click(await screen.findByRole("button", { name: "Restore this version" }));

  expect(words()).toEqual(["first", "second"]);
  expect(onClose).toHaveBeenCalledOnce();
  editing.history.undo();
  expect(words()).toEqual(["first, changed", "third"]);
});

test("the state of now is kept under a name, renamed, and deleted", async () => {
  const { user } = await renderHistory();
  await user.type(await screen.findByRole("textbox", { name: "Name this version" }), "With the beds{Enter}");
  const kept = await screen.findByRole("button", { name: /^With the beds/ });
  await vi.waitFor(() => expect(kept).toHaveAttribute("aria-pressed", "true"));

  await user.click(screen.getByRole("button", { name: "Rename" }));
  const boxes = screen.getAllByRole("textbox", { name: "Name this version" });
  await user.type(boxes.at(-1) as HTMLElement, ", last{Enter}");
  expect(await screen.findByRole("button", { name: /^With the beds, last/ })).toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Delete version" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete this version?" });
  await user.click(within(dialog).getByRole("button", { name: "Delete version" }));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: /^With the beds/ })).toBeNull());
});

test("a name that is missing or rejected is an error at its field, which gets the focus", async () => {
  const reject = () => buildErrorResponse(422, "invalidField", { field: "name", cause: "Too long." });
  await loadCatalogue();
  server.use(http.post(VERSIONS_URL, reject), http.patch(`${VERSIONS_URL}/:id`, reject));
  const { user } = await renderHistory();
  const name = await screen.findByRole("textbox", { name: "Name this version" });

  await user.click(screen.getByRole("button", { name: "Save version" }));
  expect(name).toHaveAccessibleDescription("Enter a name");
  expect(name).toHaveFocus();
  await user.type(name, "With the beds{Enter}");
  await vi.waitFor(() => expect(name).toHaveAccessibleDescription("Too long."));
  expect(name).toHaveValue("With the beds");
  expect(name).toHaveFocus();

  await user.click(await screen.findByRole("button", { name: "Rename" }));
  const renamed = screen.getAllByRole("textbox", { name: "Name this version" }).at(-1) as HTMLElement;
  await user.clear(renamed);
  await user.click(screen.getByRole("button", { name: "Save name" }));
  expect(renamed).toHaveAccessibleDescription("Enter a name");
  expect(renamed).toHaveFocus();
  await user.type(renamed, "Before lunch{Enter}");
  await vi.waitFor(() => expect(renamed).toHaveAccessibleDescription("Too long."));
  expect(renamed).toHaveValue("Before lunch");
});

test("who may not write compares, and changes nothing", async () => {
  await renderHistory({ mayWrite: false });
  await screen.findByRole("region", { name: "Current version" });

  for (const name of ["Restore this version", "Name version", "Rename", "Save version"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

test("what is not on the server yet would not be in a version: none is kept until it is", async () => {
  const { user } = await renderHistory({ isSaved: false });
  await user.type(await screen.findByRole("textbox", { name: "Name this version" }), "x");

  expect(screen.getByRole("button", { name: "Save version" })).toBeDisabled();
});

test("without a version it says when there will be one", async () => {
  storedVersions = [];
  await renderHistory();

  expect(await screen.findByText(/^No versions yet/)).toBeInTheDocument();
});
