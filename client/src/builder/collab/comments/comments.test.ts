import { describe, expect, test } from "vitest";
import type { Comment } from "./comments-data";
import { findTypedMention, listMentionedIds, splitMentions, suggestUsers } from "./mentions";
import { buildThreads, countCommentsByNode } from "./threads";

function createComment(id: string, minute: number, more: Partial<Comment> = {}): Comment {
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
    createComment("reply", 3, { replyTo: "first" }),
    createComment("first", 1),
    createComment("settled", 2, { resolvedAt: "2026-11-21T04:00:00Z" }),
    createComment("whole", 4, { node: "" }),
    createComment("lost", 5, { replyTo: "gone" }),
  ];

  test("hold their replies, in the order of time", () => {
    expect(buildThreads(comments).map(({ first, replies }) => [first.id, replies.map(({ id }) => id)])).toEqual([
      ["first", ["reply"]],
      ["settled", []],
      ["whole", []],
    ]);
  });

  test("count at their node while they are open", () => {
    expect([...countCommentsByNode(buildThreads(comments))]).toEqual([["n1", 2]]);
  });
});

describe("mentions", () => {
  test.each([
    ["@", 0, ""],
    ["Halo @Ra", 5, "Ra"],
    ["(@Raka Wi", 1, "Raka Wi"],
  ])("%j: from %i on, %j is typed", (before, start, query) => {
    expect(findTypedMention(before)).toEqual({ start, query });
  });

  test.each(["Halo", "sari@kopi", "@Raka Wibowo ok", "@ a b"])("in %j none is", (before) => {
    expect(findTypedMention(before)).toBeUndefined();
  });

  test("those fit whose name, or a word of it, begins so", () => {
    expect(suggestUsers("wi", [SARI, RAKA, RAKA_W])).toEqual([RAKA_W]);
    expect(suggestUsers("ra", [SARI, RAKA, RAKA_W])).toEqual([RAKA, RAKA_W]);
    expect(suggestUsers("sari dewi", [SARI])).toEqual([]);
  });

  test("the longer of two names is meant, and each person once", () => {
    const text = "@Raka Wibowo and @Raka, again @Raka; not @Rakasa or sari";

    expect(listMentionedIds(text, [RAKA, RAKA_W, SARI])).toEqual(["3", "2"]);
    expect(splitMentions("a @Raka!", [RAKA])).toEqual([
      { words: "a ", person: undefined },
      { words: "@Raka", person: RAKA },
      { words: "!", person: undefined },
    ]);
  });
});
