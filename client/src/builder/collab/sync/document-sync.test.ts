import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { DocumentServer, type TestTransport } from "../../../../tests/builder/document-server";
import { getNodes } from "../maps";
import { Composition, END_DELAY_MS, IDLE_TIMEOUT_MS } from "./composition";
import { COMPARE_INTERVAL_MS, DocumentSync } from "./document-sync";
import { MAX_UPDATE_BYTES } from "./outbox";
import { MIN_GAP_MS } from "./update-sender";
import { deleteStoredUpdates, type Owner, UpdateStorage } from "./update-storage";

const DOCUMENT = "01a1fc3d-0000-7000-8000-000000000001";
const ROOM = `document:${DOCUMENT}`;
const AYU: Owner = { prefix: "em_", teamId: "kopi", userId: "ayu" };

let storage: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  storage = new Map();
  vi.stubGlobal("localStorage", {
    get length() {
      return storage.size;
    },
    key: (index: number) => [...storage.keys()][index] ?? null,
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openDocument(server: DocumentServer, owner: Owner = AYU, composition = new Composition()) {
  const line = server.line();
  const link = new DocumentSync(line, ROOM, new UpdateStorage(DOCUMENT, owner), composition);
  link.open();
  const write = (words: string) =>
    link.current().doc.getText("text").insert(link.current().doc.getText("text").length, words);
  const text = () => link.current().doc.getText("text").toString();
  return { line, link, write, text };
}

/** Lets responses arrive and short timers run. */
async function advanceTime(ms = MIN_GAP_MS): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

const readServerText = (server: DocumentServer) => server.doc.getText("text").toString();

describe("a document that two write", () => {
  test("is loaded, then what one writes is stored and read by the other", async () => {
    const server = new DocumentServer();
    const [one, two] = [openDocument(server), openDocument(server)];
    expect(one.link.current().state).toBe("loading");
    await advanceTime();
    expect(one.link.current().state).toBe("ready");

    one.write("Kopi");
    expect(one.link.current().saved).toBe("saving");
    await advanceTime();

    expect([two.text(), readServerText(server)]).toEqual(["Kopi", "Kopi"]);
    const { saved, savedAt, revision } = one.link.current();
    expect({ saved, savedAt, revision }).toEqual({ saved: "saved", savedAt: Date.now() - MIN_GAP_MS, revision: 1 });
    expect(two.link.current().revision).toBe(1);
  });

  test("keystrokes while one update is on its way go out as one, in order", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    one.line.isSlow = true;

    for (const letter of "Kopi tubruk") one.write(letter);
    await advanceTime();
    expect(server.stored).toHaveLength(1);
    one.line.answer();
    await advanceTime();

    expect(server.stored).toHaveLength(2);
    expect([readServerText(server), one.link.current().saved]).toEqual(["Kopi tubruk", "saved"]);
  });

  test("a slider doesn't use up what a socket may say", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime(1000);
    for (let step = 0; step < 100; step += 1) {
      one.write("-");
      await advanceTime(10);
    }
    await advanceTime(100);

    expect(server.stored.length).toBeLessThanOrEqual(1000 / MIN_GAP_MS + 2);
    expect(readServerText(server)).toHaveLength(100);
  });

  test("what was written without a line goes out after the next connect, and what others wrote comes in", async () => {
    const server = new DocumentServer();
    const [one, two] = [openDocument(server), openDocument(server)];
    await advanceTime();

    one.line.drop();
    one.write("one ");
    two.write("two ");
    await advanceTime(1000);
    expect([one.link.current().state, one.link.current().saved, one.text()]).toEqual(["offline", "failed", "one "]);
    one.line.comeBack();
    await advanceTime();

    expect(one.link.current().state).toBe("ready");
    expect(one.text()).toBe(two.text());
    expect(one.text()).toBe(readServerText(server));
    expect([...readServerText(server).trim().split(" ")].sort()).toEqual(["one", "two"]);
  });

  test("an update whose answer was lost is sent again and changes nothing twice", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    one.line.lost = 1;

    one.write("Kopi");
    await advanceTime();
    expect(one.link.current().saved).toBe("failed");
    await advanceTime(1000);

    expect([readServerText(server), server.stored.length, one.link.current().saved]).toEqual(["Kopi", 2, "saved"]);
  });

  test("a line that breaks while an update is on its way loses nothing of it and of what follows", async () => {
    const server = new DocumentServer();
    const [one, two] = [openDocument(server), openDocument(server)];
    await advanceTime();
    one.line.isSlow = true;
    one.write("a");
    await advanceTime();
    one.write("b");
    one.line.drop();
    one.write("c");
    one.line.isSlow = false;
    one.line.comeBack();
    await advanceTime(200);

    expect([readServerText(server), two.text(), one.link.current().saved]).toEqual(["abc", "abc", "saved"]);
  });

  test("a delta that never came is found by what follows it, and asked for", async () => {
    const server = new DocumentServer();
    const [one, two] = [openDocument(server), openDocument(server)];
    await advanceTime();
    two.line.isOpen = false;
    one.write("a");
    await advanceTime();
    two.line.isOpen = true;
    one.write("b");
    await advanceTime();

    expect(two.text()).toBe("ab");
  });

  test("a delta that never came is found by comparing, should nothing follow", async () => {
    const server = new DocumentServer();
    const [one, two] = [openDocument(server), openDocument(server)];
    await advanceTime();
    two.line.isOpen = false;
    one.write("a");
    await advanceTime();
    expect(two.text()).toBe("");
    await advanceTime(COMPARE_INTERVAL_MS);

    expect(two.text()).toBe("a");
  });

  test("what others write waits while text is composed here, and comes in the order it was written", async () => {
    const server = new DocumentServer();
    const [window, composition] = [new EventTarget(), new Composition()];
    composition.follow(window);
    const [one, two] = [openDocument(server, AYU, composition), openDocument(server)];
    await advanceTime();
    window.dispatchEvent(new Event("compositionstart"));

    two.write("Kopi");
    await advanceTime();
    two.write(" tubruk");
    await advanceTime();
    expect([one.text(), readServerText(server)]).toEqual(["", "Kopi tubruk"]);

    window.dispatchEvent(new Event("compositionend"));
    window.dispatchEvent(new Event("compositionstart"));
    await advanceTime(END_DELAY_MS);
    expect(one.text()).toBe("");
    window.dispatchEvent(new Event("compositionend"));
    await advanceTime(END_DELAY_MS);
    expect([one.text(), one.link.current().revision]).toEqual(["Kopi tubruk", 2]);
  });

  test.each([
    ["the focus leaves", () => new Event("focusout")],
    ["nothing is typed for a while", () => undefined],
  ])("a composition without an end delays nobody once %s", async (_case, event) => {
    const server = new DocumentServer();
    const [window, composition] = [new EventTarget(), new Composition()];
    composition.follow(window);
    const [one, two] = [openDocument(server, AYU, composition), openDocument(server)];
    await advanceTime();
    window.dispatchEvent(new Event("compositionstart"));
    await advanceTime(IDLE_TIMEOUT_MS - 1000);
    window.dispatchEvent(new Event("compositionupdate"));
    two.write("Kopi");
    await advanceTime(IDLE_TIMEOUT_MS - 1000);
    expect(one.text()).toBe("");

    const ending = event();
    if (ending) window.dispatchEvent(ending);
    await advanceTime(ending ? END_DELAY_MS : 1000 + END_DELAY_MS);

    expect(one.text()).toBe("Kopi");
  });

  test("what a join brings waits while text is composed here", async () => {
    const server = new DocumentServer();
    const [window, composition] = [new EventTarget(), new Composition()];
    composition.follow(window);
    const [one, two] = [openDocument(server, AYU, composition), openDocument(server)];
    await advanceTime();
    one.line.drop();
    two.write("Kopi");
    await advanceTime();
    window.dispatchEvent(new Event("compositionstart"));

    one.line.comeBack();
    await advanceTime();
    expect(one.text()).toBe("");
    window.dispatchEvent(new Event("compositionend"));
    await advanceTime(END_DELAY_MS);

    expect([one.text(), one.link.current().state]).toEqual(["Kopi", "ready"]);
  });

  test("what the server has forgotten is given back to it", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    one.write("kept");
    await advanceTime();
    const emptied = new DocumentServer();
    Object.assign(server, { doc: emptied.doc });
    one.line.tell("doc:rejoin", { room: ROOM });
    await advanceTime();

    expect(readServerText(server)).toBe("kept");
  });

  test("a document that may not be read is refused until rights were looked at again", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    one.line.tell("room:left", { room: ROOM, code: "notAuthorized" });
    expect(one.link.current().state).toBe("refused");

    one.line.tell("room:reviewed", {});
    await advanceTime();

    expect(one.link.current().state).toBe("ready");
  });

  test("another document's words are not heard", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    const other = new Y.Doc();
    other.getText("text").insert(0, "strange");
    one.line.tell("doc:update", { room: "document:other", number: 9 }, Y.encodeStateAsUpdate(other));
    one.line.tell("doc:update", { room: ROOM, number: 1 }, new Uint8Array([255, 255]));
    await advanceTime();

    expect([one.text(), one.link.current().state]).toEqual(["", "ready"]);
  });
});

test("a step of undo or redo that a limit rejects reaches the server only together with its reversal", async () => {
  const server = new DocumentServer();
  const [one, two] = [openDocument(server), openDocument(server)];
  await advanceTime();
  const { doc, history } = one.link.current();
  const nodes = getNodes(doc);
  const onRejected = vi.fn();
  history.limit({ excess: () => Math.max(0, nodes.size - 2), onRejected });
  const counts: number[] = [];
  server.doc.on("update", () => counts.push(getNodes(server.doc).size));
  const add = (id: string) => history.act(() => nodes.set(id, new Y.Map()));
  add("a");
  add("b");
  history.act(() => nodes.delete("a"));
  await advanceTime(500);
  getNodes(two.link.current().doc).set("c", new Y.Map());
  await advanceTime(500);

  expect(history.undo()).toBe(false);
  await advanceTime(500);
  expect(onRejected).toHaveBeenCalledTimes(1);
  expect(Math.max(...counts)).toBe(2);
  const known = [nodes, getNodes(two.link.current().doc), getNodes(server.doc)];
  expect(known.map((each) => [...each.keys()].sort())).toEqual([
    ["b", "c"],
    ["b", "c"],
    ["b", "c"],
  ]);

  getNodes(two.link.current().doc).delete("c");
  await advanceTime(500);
  expect(history.undo()).toBe(true);
  await advanceTime(500);
  expect(known.map((each) => [...each.keys()].sort())).toEqual([
    ["a", "b"],
    ["a", "b"],
    ["a", "b"],
  ]);
  expect(one.link.current()).toMatchObject({ saved: "saved", refusal: undefined });
});

describe("an update that is rejected", () => {
  test.each(["documentFull", "documentLocked", "notAuthorized"])(
    "%s: it is taken back and told, and writing goes on",
    async (code) => {
      const server = new DocumentServer();
      const one = openDocument(server);
      await advanceTime();
      one.write("stored ");
      await advanceTime();
      const former = one.link.current().doc;
      server.refusals.push(code);

      one.write("refused ");
      one.write("and what stands on it");
      await advanceTime();

      const { refusal, saved, state, doc } = one.link.current();
      expect(refusal).toEqual({ code, number: 1, doc: former });
      expect([saved, state]).toEqual(["saved", code === "documentLocked" ? "locked" : "ready"]);
      expect(doc).not.toBe(former);
      expect([one.text(), readServerText(server), storage.size]).toEqual(["stored ", "stored ", 0]);
      one.link.putAway();
      one.write("next");
      await advanceTime();
      expect(readServerText(server)).toBe("stored next");
      expect(one.link.current().refusal).toBeUndefined();
    },
  );

  test.each([
    ["the connection drops", (line: TestTransport) => line.drop(), (line: TestTransport) => line.comeBack()],
    [
      "the join is answered late",
      (line: TestTransport) => {
        line.isSlow = true;
      },
      (line: TestTransport) => line.answer(),
    ],
  ])("is restored before anything can be written, though %s", async (_, disturb, recover) => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    one.write("stored ");
    await advanceTime();
    const stop = one.link.subscribe(() => {
      if (one.link.current().state !== "restoring") return;
      stop();
      disturb(one.line);
    });
    server.refusals.push("documentFull");
    one.write("rejected");
    await advanceTime(10_000);

    expect(one.link.current()).toMatchObject({ state: "restoring", saved: "saved", refusal: { code: "documentFull" } });
    expect(one.link.current().refusal?.doc.getText("text").toString()).toBe("stored rejected");
    recover(one.line);
    await advanceTime();

    expect([one.link.current().state, one.text(), storage.size]).toEqual(["ready", "stored ", 0]);
    one.write("next");
    await advanceTime();
    expect([readServerText(server), one.link.current().saved]).toEqual(["stored next", "saved"]);
  });

  test("is not lost by a reload before the saved version has arrived, but by leaving", async () => {
    const server = new DocumentServer();
    const [one, two] = [openDocument(server), openDocument(server, { prefix: "em_", teamId: "kopi", userId: "budi" })];
    await advanceTime();
    for (const { link, line, write } of [one, two]) {
      link.subscribe(() => {
        if (link.current().state === "restoring" && line.isUp) line.drop();
      });
      server.refusals.push("documentFull");
      write("rejected");
      await advanceTime();
      link.keepNow();
    }
    expect(storage.size).toBe(2);
    two.link.close();
    expect(storage.size).toBe(1);

    server.refusals.push("documentFull");
    const again = openDocument(server);
    await advanceTime(200);

    expect(again.link.current().refusal?.doc.getText("text").toString()).toBe("rejected");
    expect([again.text(), storage.size]).toEqual(["", 0]);
  });

  test.each(["locked", "refused"])("leaves a document that is %s closed when the connection drops", async (state) => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    if (state === "locked") {
      server.refusals.push("documentLocked");
      one.write("rejected");
      await advanceTime();
    } else {
      one.line.tell("room:left", { room: ROOM, code: "notAuthorized" });
    }
    one.line.drop();

    expect(one.link.current().state).toBe(state);
  });

  test("for what it stands on is missing: all that the server lacks is sent, once", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    one.write("stored ");
    await advanceTime();
    server.refusals.push("updateMalformed");
    one.write("mended ");
    await advanceTime(200);
    expect([readServerText(server), one.link.current().saved, one.link.current().refusal]).toEqual([
      "stored mended ",
      "saved",
      undefined,
    ]);

    server.refusals.push("updateMalformed", "updateMalformed");
    one.write("refused");
    await advanceTime(200);

    expect(one.link.current().refusal?.code).toBe("updateMalformed");
    expect([one.text(), readServerText(server)]).toEqual(["stored mended ", "stored mended "]);
  });

  test("for what it stands on is missing: what replaces it counts as saved once it is acknowledged itself", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    server.refusals.push("updateMalformed");
    one.write("first ");
    await advanceTime();
    one.write("second");

    expect(one.link.current().saved).toBe("saving");
    await advanceTime(200);

    expect([readServerText(server), one.link.current().saved, storage.size]).toEqual(["first second", "saved", 0]);
  });

  test("one that the line would not take is not even sent", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();

    one.write("x".repeat(MAX_UPDATE_BYTES));
    await advanceTime();

    expect(one.link.current().refusal?.code).toBe("documentFull");
    expect([one.text(), server.stored]).toEqual(["", []]);
  });

  test.each(["tooManyRequests", "serverException"])("for now by %s: it is tried again", async (code) => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    server.refusals.push(code, code);

    one.write("Kopi");
    await advanceTime();
    expect(one.link.current().saved).toBe("failed");
    await advanceTime(5000);

    expect([readServerText(server), one.link.current().saved, one.link.current().refusal]).toEqual([
      "Kopi",
      "saved",
      undefined,
    ]);
  });
});

describe("the copy in this browser", () => {
  test("outlives the page, for its user and team, and goes when it is acknowledged", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    one.line.drop();
    one.write("written in a tunnel");
    one.link.keepNow();

    const mallory = openDocument(server, { prefix: "em_", teamId: "kopi", userId: "mallory" });
    const elsewhere = openDocument(server, { prefix: "em_", teamId: "teh", userId: "ayu" });
    await advanceTime();
    expect([mallory.text(), elsewhere.text(), storage.size]).toEqual(["", "", 1]);
    const again = openDocument(server);
    await advanceTime(200);

    expect([again.text(), readServerText(server), storage.size]).toEqual([
      "written in a tunnel",
      "written in a tunnel",
      0,
    ]);
  });

  test("is written while somebody types, and again after each acknowledgement", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    one.line.isSlow = true;
    one.write("a");
    await advanceTime(200);
    const [key = "", kept = ""] = [...storage][0] ?? [];
    expect(key.startsWith(`em_${DOCUMENT}:kopi:ayu:`)).toBe(true);
    expect(kept).toMatch(/^\["[A-Za-z0-9+/=]+"\]$/);
    one.line.answer();
    await advanceTime();

    expect(storage.size).toBe(0);
  });

  test("goes with its email, and no other's", () => {
    storage.set(`em_${DOCUMENT}:kopi:ayu:1`, "[]");
    storage.set(`em_${DOCUMENT}:kopi:budi:2`, "[]");
    storage.set(`fl_${DOCUMENT}:kopi:ayu:1`, "[]");
    storage.set("em_other:kopi:ayu:1", "[]");

    deleteStoredUpdates(DOCUMENT);

    expect([...storage.keys()]).toEqual(["em_other:kopi:ayu:1"]);
  });

  test("with nonsense in it is passed over", async () => {
    storage.set(`em_${DOCUMENT}:kopi:ayu:1`, '["////"]');
    storage.set(`em_${DOCUMENT}:kopi:ayu:2`, "{");
    const one = openDocument(new DocumentServer());
    await advanceTime();

    expect([one.link.current().state, one.text()]).toEqual(["ready", ""]);
  });
});

describe("a document that is left", () => {
  test("has sent what waited, and is closed on the server", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    one.write("a");
    one.write("b");
    one.link.close();
    await advanceTime();

    expect([readServerText(server), storage.size, one.line.isOpen]).toEqual(["ab", 0, false]);
  });

  test("opened again at once, what it had left is kept until it has arrived", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    await advanceTime();
    one.line.drop();
    one.write("unsent");
    await advanceTime();
    one.link.close();
    one.link.open();
    expect(storage.size).toBe(1);

    one.line.comeBack();
    await advanceTime(200);

    expect([readServerText(server), one.text(), one.link.current().saved, storage.size]).toEqual([
      "unsent",
      "unsent",
      "saved",
      0,
    ]);
  });

  test("opened again at once, it stays open and begins anew", async () => {
    const server = new DocumentServer();
    const one = openDocument(server);
    one.link.close();
    one.link.open();
    await advanceTime();
    one.write("a");
    await advanceTime();

    expect([readServerText(server), one.line.isOpen, one.link.current().state]).toEqual(["a", true, "ready"]);
  });
});

describe("cursors", () => {
  const seen = (one: ReturnType<typeof openDocument>) =>
    [...one.link.current().awareness.getStates().values()]
      .map((state) => state.name)
      .filter(Boolean)
      .sort();

  test("are seen by all, by who comes later too, and gone with their line", async () => {
    const server = new DocumentServer();
    const [one, two] = [openDocument(server), openDocument(server)];
    await advanceTime();
    one.link.current().awareness.setLocalStateField("name", "ayu");
    two.link.current().awareness.setLocalStateField("name", "budi");
    await advanceTime(200);
    const late = openDocument(server);
    late.link.current().awareness.setLocalStateField("name", "citra");
    await advanceTime(400);
    expect([one, two, late].map(seen)).toEqual(Array(3).fill(["ayu", "budi", "citra"]));

    two.line.drop();

    expect([seen(one), seen(late)]).toEqual(Array(2).fill(["ayu", "citra"]));
    expect(seen(two)).toEqual(["budi"]);
    two.line.comeBack();
    await advanceTime(400);
    expect([one, two, late].map(seen)).toEqual(Array(3).fill(["ayu", "budi", "citra"]));
  });

  test("of many moves the newest is told, ten a second at most", async () => {
    const server = new DocumentServer();
    const [one, two] = [openDocument(server), openDocument(server)];
    await advanceTime(500);
    one.line.asked.length = 0;
    for (let move = 0; move <= 100; move += 1) {
      one.link.current().awareness.setLocalStateField("name", `at ${move}`);
      await advanceTime(10);
    }
    await advanceTime(200);

    expect(one.line.asked.filter((name) => name === "doc:awareness").length).toBeLessThanOrEqual(12);
    expect(seen(two)).toEqual(["at 100"]);
  });
});
