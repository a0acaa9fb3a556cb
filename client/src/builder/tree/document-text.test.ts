import { expect, test } from "vitest";
import { copyRoot } from "./commands/roots";
import { updateSettings } from "./commands/settings";
import { textOfDocument } from "./document-text";
import { find } from "./model/places";
import { snapshot } from "./model/snapshot";
import { STRUCTURES } from "./tests/structures";
import { TINY } from "./tests/tiny-editor";
import { board, book, documentOf, lamp, shelf } from "./tests/tiny-screen";

test("is what people wrote in every root, in reading order", () => {
  const editing = documentOf(shelf(board(book("First"), lamp("Second"))), shelf(board(book(""), book("Third"))));
  const copy = copyRoot(editing, "body") ?? "";
  const now = snapshot(editing.doc, STRUCTURES.rows);
  const first = find(now, now.tree.get(copy)?.[0]?.id ?? "")?.branch.children[0]?.children[0]?.id ?? "";
  updateSettings(editing, first, { title: "Changed" });

  expect(textOfDocument(editing.doc, TINY)).toBe("First\n\nSecond\n\nThird\n\nChanged\n\nSecond\n\nThird");
});
