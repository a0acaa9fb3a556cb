import { describe, expect, test } from "vitest";
import type { Comment } from "./comments-data";
import { mentionedIn, partsOf, peopleFor, typedMention } from "./mentions";
import { countsOf, threadsOf } from "./threads";

function comment(id: string, minute: number, more: Partial<Comment> = {}): Comment {
  return {
    id,
    node: "n1",
    replyTo: null,
    text: id,
    mentions: [],
    author: { id: "1", name: "Sari Dewi" },
    createdAt: `2026-11-21T03:0${minute}:00.000000Z`,
    editedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    ...more,
  };
}

const SARI = { id: "1", name: "Sari Dewi" };
const RAKA = { id: "2", name: "Raka" };
const RAKA_W = { id: "3", name: "Raka Wibowo" };

describe("threads", () => {
  const comments = [
    comment("reply", 3, { replyTo: "first" }),
    comment("first", 1),
    comment("settled", 2, { resolvedAt: "2026-11-21T04:00:00Z" }),
    comment("whole", 4, { node: "" }),
    comment("lost", 5, { replyTo: "gone" }),
  ];

  test("hold their replies, in the order of time", () => {
    expect(threadsOf(comments).map(({ first, replies }) => [first.id, replies.map(({ id }) => id)])).toEqual([
      ["first", ["reply"]],
      ["settled", []],
      ["whole", []],
    ]);
  });

  test("count at their node while they are open", () => {
    expect([...countsOf(threadsOf(comments))]).toEqual([["n1", 2]]);
  });
});

describe("mentions", () => {
  test.each([
    ["@", 0, ""],
    ["Halo @Ra", 5, "Ra"],
    ["(@Raka Wi", 1, "Raka Wi"],
  ])("%j: from %i on, %j is typed", (before, start, query) => {
    expect(typedMention(before)).toEqual({ start, query });
  });

  test.each(["Halo", "sari@kopi", "@Raka Wibowo ok", "@ a b"])("in %j none is", (before) => {
    expect(typedMention(before)).toBeUndefined();
  });

  test("those fit whose name, or a word of it, begins so", () => {
    expect(peopleFor("wi", [SARI, RAKA, RAKA_W])).toEqual([RAKA_W]);
    expect(peopleFor("ra", [SARI, RAKA, RAKA_W])).toEqual([RAKA, RAKA_W]);
    expect(peopleFor("sari dewi", [SARI])).toEqual([]);
  });

  test("the longer of two names is meant, and each person once", () => {
    const text = "@Raka Wibowo and @Raka, again @Raka; not @Rakasa or sari";

    expect(mentionedIn(text, [RAKA, RAKA_W, SARI])).toEqual(["3", "2"]);
    expect(partsOf("a @Raka!", [RAKA])).toEqual([
      { words: "a ", person: undefined },
      { words: "@Raka", person: RAKA },
      { words: "!", person: undefined },
    ]);
  });
});
