import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { History } from "@/builder/collab/history";
import { nodesIn, rootsIn, settingsOf } from "@/builder/collab/maps";
import { VersionHistory } from "@/builder/collab/versions/version-history";
import type { Version } from "@/builder/collab/versions/versions-data";
import { insert } from "@/builder/tree/commands/insert";
import { remove } from "@/builder/tree/commands/remove";
import { updateSettings } from "@/builder/tree/commands/settings";
import type { TreeEditing } from "@/builder/tree/editing";
import { walk } from "@/builder/tree/model/places";
import { snapshot } from "@/builder/tree/model/snapshot";
import { STRUCTURES } from "@/builder/tree/tests/structures";
import { treeVersions } from "@/builder/tree/versions/tree-versions";
import { server } from "../server";
import { renderPart } from "../ui";

const DOCUMENT = "01a1fc3d-0000-7000-8000-000000000001";
const AT = `http://localhost/api/documents/${DOCUMENT}/versions`;

function version(id: string, more: Partial<Version> = {}): Version {
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
let stored: Version[];
let ids: Record<"first" | "second", string>;

beforeEach(() => {
  localStorage.setItem("token", "raka");
  localStorage.setItem("tokenMode", "app");
  const doc = new Y.Doc();
  editing = { doc, history: new History(doc), structure: STRUCTURES.rows };
  rootsIn(doc).set("body", new Y.Map([["order", "a0"]]));
  const put = (words: string) =>
    insert(editing, { level: "row", kind: "row", settings: { words }, children: [] }, { parent: "body", index: 9 }) ??
    "";
  ids = { first: put("first"), second: put("second") };
  const before = Y.encodeStateAsUpdate(doc);
  updateSettings(editing, ids.first, { words: "first, changed" });
  remove(editing, ids.second);
  put("third");
  stored = [
    version("v2", {
      createdAt: "2026-11-21T05:00:00.000000Z",
      name: "Before the meeting",
      createdBy: { id: "1", name: "Sari Dewi" },
      automatic: false,
    }),
    version("v1", { createdAt: "2026-11-20T05:00:00.000000Z" }),
  ];
  server.use(
    http.get(AT, () => HttpResponse.json({ items: stored, page: 1, size: 30, total: stored.length })),
    http.get(`${AT}/:id/update`, () => HttpResponse.arrayBuffer(before.slice().buffer)),
    http.post(AT, async ({ request }) => {
      const { name } = (await request.json()) as { name: string };
      const made = version("v3", {
        name,
        createdAt: "2026-11-21T06:00:00.000000Z",
        automatic: false,
        createdBy: { id: "2", name: "Raka" },
      });
      stored = [made, ...stored];
      return HttpResponse.json(made);
    }),
    http.patch(`${AT}/:id`, async ({ request, params }) => {
      const { name } = (await request.json()) as { name: string };
      stored = stored.map((one) => (one.id === params.id ? { ...one, name } : one));
      return HttpResponse.json(stored.find(({ id }) => id === params.id));
    }),
    http.delete(`${AT}/:id`, ({ params }) => {
      stored = stored.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

function draw(doc: Y.Doc) {
  return [...walk(snapshot(doc, STRUCTURES.rows))].map(({ branch }) => {
    const node = nodesIn(doc).get(branch.id);
    return (
      <p key={branch.id} data-node={branch.id}>
        {node ? String(settingsOf(node).get("words")) : ""}
      </p>
    );
  });
}

async function history(props: Partial<Parameters<typeof VersionHistory>[0]> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const onClose = vi.fn();
  await renderPart(
    <QueryClientProvider client={client}>
      <VersionHistory
        documentId={DOCUMENT}
        editing={editing}
        model={treeVersions(STRUCTURES.rows)}
        draw={draw}
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

const marks = (side: HTMLElement) =>
  [...side.querySelectorAll<HTMLElement>("[data-node]")].map(({ textContent, dataset }) => [
    textContent,
    dataset.change,
  ]);

test("versions stand by days, and one of them beside the state of now, with what differs marked", async () => {
  await history();
  const former = await screen.findByRole("region", { name: /12:00/ });

  const days = ["21 Nov 2026", "20 Nov 2026"];
  for (const day of days) expect(screen.getByRole("region", { name: day })).toBeInTheDocument();
  expect(screen.getByText("Since this version: 1 block added, 1 block changed, 1 block deleted")).toBeInTheDocument();
  expect(marks(former)).toEqual([
    ["first", "changed"],
    ["second", "removed"],
  ]);
  expect(marks(screen.getByRole("region", { name: "Current version" }))).toEqual([
    ["first, changed", "changed"],
    ["third", "added"],
  ]);
});

test("a version comes back as one act, which is undone", async () => {
  const { user, onClose } = await history();
  const words = () => draw(editing.doc).map(({ props }) => (props as { children: string }).children);
  await user.click(await screen.findByRole("button", { name: "Restore this version" }));

  expect(words()).toEqual(["first", "second"]);
  expect(onClose).toHaveBeenCalledOnce();
  editing.history.undo();
  expect(words()).toEqual(["first, changed", "third"]);
});

test("the state of now is kept under a name, renamed, and deleted", async () => {
  const { user } = await history();
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

test("who may not write compares, and changes nothing", async () => {
  await history({ mayWrite: false });
  await screen.findByRole("region", { name: "Current version" });

  for (const name of ["Restore this version", "Name version", "Rename", "Save version"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

test("what is not on the server yet would not be in a version: none is kept until it is", async () => {
  const { user } = await history({ isSaved: false });
  await user.type(await screen.findByRole("textbox", { name: "Name this version" }), "x");

  expect(screen.getByRole("button", { name: "Save version" })).toBeDisabled();
});

test("without a version it says when there will be one", async () => {
  stored = [];
  await history();

  expect(await screen.findByText(/^No versions yet/)).toBeInTheDocument();
});
