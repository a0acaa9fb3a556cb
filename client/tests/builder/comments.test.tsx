import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from "y-protocols/awareness";
import * as Y from "yjs";
import type { Comment } from "@/builder/collab/comments/comments-data";
import { CommentsPanel } from "@/builder/collab/comments/comments-panel";
import { documentsEvents } from "@/builder/collab/comments/events";
import { setDraftOwner } from "@/lib/draft-storage";
import { renderPart } from "../render-part";
import { server } from "../server";

const DOCUMENT = "01a1fc3d-0000-7000-8000-000000000001";
const COMMENTS_URL = `http://localhost/api/documents/${DOCUMENT}/comments`;
const SARI = { id: "sari", name: "Sari Dewi" };
const RAKA = { id: "raka", name: "Raka Wibowo" };

function createComment(id: string, more: Partial<Comment> = {}): Comment {
  return {
    id,
    node: "n1",
    replyTo: null,
    text: "Could we show the drying beds here?",
    mentions: [],
    author: SARI,
    createdAt: "2026-11-21T03:02:00.000000Z",
    editedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    ...more,
  };
}

let storedComments: Comment[];
let sentRequests: unknown[];

beforeEach(() => {
  localStorage.setItem("token", "raka");
  localStorage.setItem("tokenMode", "app");
  setDraftOwner("raka");
  storedComments = [createComment("c1")];
  sentRequests = [];
  server.use(
    http.get(COMMENTS_URL, () => HttpResponse.json(storedComments)),
    http.get("http://localhost/api/companies/members", () =>
      HttpResponse.json({
        items: [
          { userId: "sari", fullname: "Sari Dewi", active: true },
          { userId: "raka", fullname: "Raka Wibowo", active: true },
          { userId: "gone", fullname: "Rara Gone", active: false },
        ],
        total: 3,
        page: 1,
        size: 100,
      }),
    ),
    http.post(COMMENTS_URL, async ({ request }) => {
      const body = (await request.json()) as Partial<Comment>;
      sentRequests.push(body);
      const made = createComment(`c${storedComments.length + 1}`, {
        ...body,
        author: RAKA,
        createdAt: "2026-11-21T03:05:00.000000Z",
      });
      storedComments = [...storedComments, made];
      return HttpResponse.json(made);
    }),
    http.post(`${COMMENTS_URL}/:id/:act`, ({ params }) => {
      sentRequests.push([params.id, params.act]);
      const isResolved = params.act === "resolve";
      return HttpResponse.json(
        createComment("c1", isResolved ? { resolvedAt: "2026-11-21T04:00:00.000000Z", resolvedBy: RAKA } : {}),
      );
    }),
    http.delete(`${COMMENTS_URL}/:id`, ({ params }) => {
      sentRequests.push(["remove", params.id]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

async function renderPanel(props: Partial<Parameters<typeof CommentsPanel>[0]> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const onSelect = vi.fn();
  const part = await renderPart(
    <QueryClientProvider client={client}>
      <CommentsPanel
        documentId={DOCUMENT}
        me={{ ...RAKA, isAdmin: false }}
        node={undefined}
        nameOf={(node) => (node === "n1" ? "Image" : undefined)}
        wholeName="Flow"
        onSelect={onSelect}
        onClose={() => undefined}
        {...props}
      />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), client, onSelect, unmount: part.unmount };
}

const findThread = () => screen.findByRole("article", { name: "Comment by Sari Dewi" });

test("a comment without a node is about what the editor calls the whole document", async () => {
  storedComments = [createComment("c1", { node: "" })];
  await renderPanel();

  expect(within(await findThread()).getByText("Flow")).toBeVisible();
  expect(screen.getByText("About: Flow. To comment on a block, select it first.")).toBeVisible();
});

test("a thread leads to what it is about, and is answered in its place", async () => {
  const { user, onSelect } = await renderPanel();
  const card = await findThread();
  await user.click(within(card).getByRole("button", { name: "Image" }));
  expect(onSelect).toHaveBeenCalledWith("n1");

  await user.type(within(card).getByRole("textbox", { name: "Reply" }), "Good point");
  await user.click(within(card).getByRole("button", { name: "Reply" }));

  expect(await within(card).findByText("Good point")).toBeInTheDocument();
  expect(sentRequests).toEqual([{ node: "n1", replyTo: "c1", text: "Good point", mentions: [] }]);
  expect(within(card).getByRole("textbox", { name: "Reply" })).toHaveValue("");
});

test("an @ offers people, and whom it names is told", async () => {
  const { user } = await renderPanel({ node: "n1" });
  await findThread();
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Write a comment" });
  await user.type(box, "Ask @sa");
  const list = await screen.findByRole("listbox", { name: "Team members" });
  expect(
    within(list)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["SDSari Dewi"]);
  await user.keyboard("{Enter}");
  expect(box).toHaveValue("Ask @Sari Dewi ");
  expect([box.selectionStart, box.selectionEnd]).toEqual([15, 15]);

  await user.type(box, "first{Control>}{Enter}{/Control}");

  await vi.waitFor(() =>
    expect(sentRequests).toEqual([{ node: "n1", replyTo: null, text: "Ask @Sari Dewi first", mentions: ["sari"] }]),
  );
  expect(await screen.findByText("@Sari Dewi")).toBeInTheDocument();
});

test("the caret goes into the box each time a comment is asked for, not when another part is selected", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  function Screen() {
    const [node, setNode] = useState("n1");
    const [requests, setRequests] = useState(1);
    return (
      <QueryClientProvider client={client}>
        <button type="button" onClick={() => setRequests(requests + 1)}>
          Ask
        </button>
        <button type="button" onClick={() => setNode("n2")}>
          Select another
        </button>
        <CommentsPanel
          documentId={DOCUMENT}
          me={{ ...RAKA, isAdmin: false }}
          node={node}
          requests={requests}
          nameOf={() => "Image"}
          wholeName="Email"
          onSelect={() => undefined}
          onClose={() => undefined}
        />
      </QueryClientProvider>
    );
  }
  await renderPart(<Screen />);
  const user = userEvent.setup();
  const box = () => screen.getByRole("textbox", { name: "Write a comment" });
  expect(box()).toHaveFocus();

  await user.click(screen.getByRole("button", { name: "Select another" }));
  expect(box()).not.toHaveFocus();
  await user.click(screen.getByRole("radio", { name: "Resolved" }));
  await user.click(screen.getByRole("button", { name: "Ask" }));

  expect(box()).toHaveFocus();
});

test("what is typed is kept while another part is selected, and when the panel is closed", async () => {
  const { user, unmount } = await renderPanel({ node: "n1" });
  await findThread();
  await user.type(screen.getByRole("textbox", { name: "Write a comment" }), "half a thou");
  unmount();

  await renderPanel({ node: "n2" });
  expect(screen.getByRole("textbox", { name: "Write a comment" })).toHaveValue("");
  await renderPanel({ node: "n1" });
  expect(screen.getAllByRole("textbox", { name: "Write a comment" })[1]).toHaveValue("half a thou");
});

test("a thread is resolved, found among the resolved, and opened again", async () => {
  const { user } = await renderPanel();
  await user.click(within(await findThread()).getByRole("button", { name: "Resolve" }));
  expect(await screen.findByText(/^No open comments/)).toBeInTheDocument();
  await user.click(screen.getByRole("radio", { name: "Resolved" }));
  const card = await findThread();
  expect(within(card).getByText("Resolved by Raka Wibowo")).toBeInTheDocument();

  await user.click(within(card).getByRole("button", { name: "Reopen" }));

  expect(await screen.findByText("No resolved comments yet.")).toBeInTheDocument();
  expect(sentRequests).toEqual([
    ["c1", "resolve"],
    ["c1", "reopen"],
  ]);
});

test("what others say comes in as it is said", async () => {
  const { client } = await renderPanel();
  await findThread();
  documentsEvents["documents.comment.posted"]?.(client, {
    documentId: DOCUMENT,
    comment: createComment("c9", { text: "From afar", replyTo: "c1" }),
  });
  expect(await screen.findByText("From afar")).toBeInTheDocument();
});

test("one's own comment is taken away after a question; that of another by an admin alone", async () => {
  storedComments = [
    createComment("c1", { author: RAKA }),
    createComment("c2", { replyTo: "c1", createdAt: "2026-11-21T03:09:00Z" }),
  ];
  const { user } = await renderPanel();
  const card = await screen.findByRole("article", { name: "Comment by Raka Wibowo" });
  expect(within(card).queryByRole("button", { name: "More actions for the comment by Sari Dewi" })).toBeNull();
  await user.click(within(card).getByRole("button", { name: "More actions for the comment by Raka Wibowo" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete comment" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete this comment?" });
  expect(dialog).toHaveTextContent("This deletes the comment and its 1 reply for everyone. It cannot be undone.");

  await user.click(within(dialog).getByRole("button", { name: "Delete comment" }));

  expect(await screen.findByText(/^No open comments/)).toBeInTheDocument();
  expect(sentRequests).toEqual([["remove", "c1"]]);
});

test("who types in a thread is seen there by the others, until the comment is said", async () => {
  const ours = new Awareness(new Y.Doc());
  const theirs = new Awareness(new Y.Doc());
  theirs.setLocalState({ user: SARI, mode: "viewing", writing: { thread: "c1", at: 1 } });
  applyAwarenessUpdate(ours, encodeAwarenessUpdate(theirs, [theirs.clientID]), "test");
  const { user, unmount } = await renderPanel({ awareness: ours });
  const card = await findThread();
  expect(within(card).getByText("Sari Dewi is writing…")).toBeInTheDocument();

  await user.type(within(card).getByRole("textbox", { name: "Reply" }), "Good");
  expect(ours.getLocalState()?.writing).toMatchObject({ thread: "c1" });
  await user.click(within(card).getByRole("button", { name: "Reply" }));
  await vi.waitFor(() => expect(ours.getLocalState()?.writing).toBeNull());

  await user.type(screen.getByRole("textbox", { name: "Write a comment" }), "And");
  expect(ours.getLocalState()?.writing).toMatchObject({ thread: "new" });
  unmount();
  expect(ours.getLocalState()?.writing).toBeNull();

  removeAwarenessStates(ours, [theirs.clientID], "test");
  for (const each of [ours, theirs]) each.destroy();
});

test("one's own writing in another tab is no sign, and several writers are told in one", async () => {
  const ours = new Awareness(new Y.Doc());
  const others = [RAKA, SARI, { id: "ayu", name: "Ayu" }, { id: "budi", name: "Budi" }].map((user) => {
    const one = new Awareness(new Y.Doc());
    one.setLocalState({ user, mode: "viewing", writing: { thread: "new", at: 1 } });
    return one;
  });
  const hear = (one: Awareness | undefined): void => {
    if (one) act(() => applyAwarenessUpdate(ours, encodeAwarenessUpdate(one, [one.clientID]), "test"));
  };
  await renderPanel({ awareness: ours });
  await findThread();

  hear(others[0]);
  expect(screen.queryByText(/writing…/)).toBeNull();
  hear(others[1]);
  expect(screen.getByText("Sari Dewi is writing…")).toBeInTheDocument();
  hear(others[2]);
  expect(screen.getByText("Sari Dewi and Ayu are writing…")).toBeInTheDocument();
  hear(others[3]);
  expect(screen.getByText("3 people are writing…")).toBeInTheDocument();
  for (const each of [ours, ...others]) each.destroy();
});

test("comments that can't be fetched say so, and are asked for again", async () => {
  server.use(
    http.get(
      COMMENTS_URL,
      () => HttpResponse.json({ code: "serverException", message: "", payload: null }, { status: 500 }),
      {
        once: true,
      },
    ),
  );
  const { user } = await renderPanel();
  await user.click(await screen.findByRole("button", { name: "Try again" }));

  expect(await findThread()).toBeInTheDocument();
});
