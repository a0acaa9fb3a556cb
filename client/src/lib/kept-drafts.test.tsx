import { afterEach, beforeEach, expect, test } from "vitest";
import { dropAllDrafts, dropDraft, holdDrafts, keepDraft, ownDrafts, readDraft } from "./kept-drafts";

beforeEach(() => ownDrafts("alice"));
afterEach(() => dropAllDrafts());

test("a draft is there again for the user who typed it, and for no other", () => {
  keepDraft("contact:7", '"Dewi"');
  holdDrafts();
  ownDrafts("bob");
  expect(readDraft("contact:7")).toBeUndefined();

  holdDrafts();
  ownDrafts("alice");

  expect(readDraft("contact:7")).toBe("Dewi");
});

test("while nobody is signed in nothing is read, written or dropped", () => {
  keepDraft("contact:7", '"Dewi"');
  holdDrafts();

  keepDraft("contact:7", '"overwritten"');
  dropDraft("contact:7");
  expect(readDraft("contact:7")).toBeUndefined();
  ownDrafts("alice");

  expect(readDraft("contact:7")).toBe("Dewi");
});

test("a choice to go drops every draft and nothing else", () => {
  keepDraft("contact:7", '"Dewi"');
  keepDraft("label:new", '"VIP"');
  sessionStorage.setItem("other", "stays");

  dropAllDrafts();
  ownDrafts("alice");

  expect([readDraft("contact:7"), readDraft("label:new")]).toEqual([undefined, undefined]);
  expect({ ...sessionStorage }).toEqual({ other: "stays" });
});

test("what is not ours is not taken for a draft", () => {
  sessionStorage.setItem("draft:alice:contact:7", "{broken");

  expect(readDraft("contact:7")).toBeUndefined();
});
