import { afterEach, expect, test } from "vitest";
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from "y-protocols/awareness";
import * as Y from "yjs";
import { groupByUser, listCollaborators } from "./collaborators";
import { getUserColour } from "./colours";

const instances: Awareness[] = [];
afterEach(() => {
  for (const each of instances.splice(0)) each.destroy();
});

function createAwareness(client: number): Awareness {
  const doc = new Y.Doc();
  doc.clientID = client;
  const one = new Awareness(doc);
  instances.push(one);
  return one;
}

function sendState(to: Awareness, client: number, state: Record<string, unknown>): void {
  const from = createAwareness(client);
  from.setLocalState(state);
  applyAwarenessUpdate(to, encodeAwarenessUpdate(from, [client]), "test");
}

const sari = { id: "1", name: "Sari Dewi" };
const raka = { id: "2", name: "Raka Wibowo", avatar: "/media/raka.png" };

test("the others are who they say, each in their colour, and oneself is none of them", () => {
  const own = createAwareness(9);
  own.setLocalState({ user: { id: "0", name: "Ayu" }, mode: "editing", selection: "a" });
  sendState(own, 7, { user: sari, mode: "editing", selection: "node-1" });
  sendState(own, 5, { user: raka, mode: "viewing" });

  expect(listCollaborators(own)).toEqual([
    {
      client: 5,
      userId: "2",
      name: "Raka Wibowo",
      avatar: "/media/raka.png",
      colour: getUserColour("Raka Wibowo"),
      mode: "viewing",
      node: undefined,
    },
    {
      client: 7,
      userId: "1",
      name: "Sari Dewi",
      avatar: undefined,
      colour: getUserColour("Sari Dewi"),
      mode: "editing",
      node: "node-1",
    },
  ]);
});

test("a person with two tabs is one, and edits when one of them does", () => {
  const own = createAwareness(9);
  sendState(own, 1, { user: sari, mode: "viewing" });
  sendState(own, 2, { user: sari, mode: "editing" });
  sendState(own, 3, { user: raka, mode: "viewing" });

  expect(groupByUser(listCollaborators(own)).map(({ name, mode }) => [name, mode])).toEqual([
    ["Sari Dewi", "editing"],
    ["Raka Wibowo", "viewing"],
  ]);
});

test.each([
  ["nobody", {}],
  ["no user", { user: null }],
  ["no name", { user: { id: "1", name: "" } }],
  ["no id", { user: { id: 7, name: "x" } }],
])("what is no person is not shown: %s", (_case, state) => {
  const own = createAwareness(9);
  sendState(own, 1, state);

  expect(listCollaborators(own)).toEqual([]);
});

test("what another client makes up is cut or left out", () => {
  const own = createAwareness(9);
  sendState(own, 1, {
    user: { id: "1", name: "x".repeat(500), avatar: "https://evil.example/p.png" },
    mode: "owner",
    selection: { a: 1 },
  });

  const [other] = listCollaborators(own);
  expect([other?.name.length, other?.avatar, other?.mode, other?.node]).toEqual([120, undefined, "viewing", undefined]);
});
