import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fixPath, goToSection } from "./composer-paths";

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

afterEach(() => {
  document.body.replaceChildren();
});

const CAMPAIGN = { id: "7", kind: "email" } as const;
const TEST = { id: "7", kind: "abTest" } as const;

test("what is mended in the composer leads to its section", () => {
  expect(fixPath(TEST, "recipients")).toBe("/ab-tests/7/edit#recipients");
  expect(fixPath(TEST, "content", 1)).toBe("/ab-tests/7/edit?variant=B#content");
  expect(fixPath(CAMPAIGN, "content")).toBe("/campaigns/7/edit#content");
  expect(fixPath(CAMPAIGN, "recipients")).toBe("/campaigns/7/edit#recipients");
});

test("what is mended in a part of a document leads into the editor, to that part", () => {
  expect(fixPath(CAMPAIGN, "content", null, "a b")).toBe("/email-marketing/compose/7?node=a+b");
  expect(fixPath(TEST, "content", 1, "image1")).toBe("/ab-tests/7/compose?node=image1");
});

test("what is mended elsewhere leads there, and what is mended nowhere leads nowhere", () => {
  expect(fixPath(CAMPAIGN, "domain")).toBe("/senders/domains");
  expect(fixPath(CAMPAIGN, "company")).toBe("/team/profile");
  expect(fixPath(CAMPAIGN, "health")).toBe("/sending-health");
  expect(fixPath(CAMPAIGN, "plan")).toBeUndefined();
});

test("a section takes the focus to its first control", () => {
  document.body.innerHTML =
    '<section id="composer-subject"><input id="head"><div data-section-body="true"><input id="first"><input></div></section>';

  goToSection("subject");

  expect(document.activeElement?.id).toBe("first");
});

test("where there is a text to write, it takes the focus, and what stands around the section counts for nothing", () => {
  document.body.className = "app_body";
  document.body.innerHTML =
    '<section id="composer-content"><header><input></header><div data-section-body="true"><input><textarea id="text"></textarea></div></section>';

  goToSection("content");

  expect(document.activeElement?.id).toBe("text");
});

test("a section that there isn't changes nothing", () => {
  goToSection('nothing"] *');

  expect(document.activeElement).toBe(document.body);
});
