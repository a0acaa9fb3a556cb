import { expect, test } from "vitest";
import { copyRoot } from "./commands/roots";
import { updateSettings } from "./commands/settings";
import { extractDocumentText } from "./document-text";
import { readSnapshot } from "./model/snapshot";
import { findBranch } from "./model/tree-positions";
import { STRUCTURES } from "./tests/structures";
import { TINY } from "./tests/tiny-editor";
import { board, book, createDocument, lamp, shelf } from "./tests/tiny-screen";

test("is what people wrote in every root, in reading order", () => {
  const editing = createDocument(shelf(board(book("First"), lamp("Second"))), shelf(board(book(""), book("Third"))));
  const copy = copyRoot(editing, "body") ?? "";
  const now = readSnapshot(editing.doc, STRUCTURES.rows);
  const first = findBranch(now, now.tree.get(copy)?.[0]?.id ?? "")?.branch.children[0]?.children[0]?.id ?? "";
  updateSettings(editing, first, { title: "Changed" });

  expect(extractDocumentText(editing.doc, TINY)).toBe("First\n\nSecond\n\nThird\n\nChanged\n\nSecond\n\nThird");
});
