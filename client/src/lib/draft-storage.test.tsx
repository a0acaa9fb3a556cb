import { afterEach, beforeEach, expect, test } from "vitest";
import { clearDraftOwner, deleteAllDrafts, deleteDraft, readDraft, setDraftOwner, storeDraft } from "./draft-storage";

beforeEach(() => setDraftOwner("alice"));
afterEach(() => deleteAllDrafts());

test("a draft is there again for the user who typed it, and for no other", () => {
  storeDraft("contact:7", '"Dewi"');
  clearDraftOwner();
  setDraftOwner("bob");
  expect(readDraft("contact:7")).toBeUndefined();

  clearDraftOwner();
  setDraftOwner("alice");

  expect(readDraft("contact:7")).toBe("Dewi");
});

test("while nobody is signed in nothing is read, written or dropped", () => {
  storeDraft("contact:7", '"Dewi"');
  clearDraftOwner();

  storeDraft("contact:7", '"overwritten"');
  deleteDraft("contact:7");
  expect(readDraft("contact:7")).toBeUndefined();
  setDraftOwner("alice");

  expect(readDraft("contact:7")).toBe("Dewi");
});

test("a choice to go drops every draft and nothing else", () => {
  storeDraft("contact:7", '"Dewi"');
  storeDraft("label:new", '"VIP"');
  sessionStorage.setItem("other", "stays");

  deleteAllDrafts();
  setDraftOwner("alice");

  expect([readDraft("contact:7"), readDraft("label:new")]).toEqual([undefined, undefined]);
  expect({ ...sessionStorage }).toEqual({ other: "stays" });
});

test("what is not ours is not taken for a draft", () => {
  sessionStorage.setItem("draft:alice:contact:7", "{broken");

  expect(readDraft("contact:7")).toBeUndefined();
});
