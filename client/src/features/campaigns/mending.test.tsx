import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { goToSection, mendPath } from "./mending";

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

afterEach(() => {
  document.body.replaceChildren();
});

test("what is mended in the composer leads to its section", () => {
  expect(mendPath("7", "content")).toBe("/campaigns/7/edit#content");
  expect(mendPath("7", "recipients")).toBe("/campaigns/7/edit#recipients");
});

test("what is mended elsewhere leads there, and what is mended nowhere leads nowhere", () => {
  expect(mendPath("7", "domain")).toBe("/senders/domains");
  expect(mendPath("7", "company")).toBe("/team/profile");
  expect(mendPath("7", "health")).toBe("/sending-health");
  expect(mendPath("7", "plan")).toBeUndefined();
});

test("a section takes the focus to its first control", () => {
  document.body.innerHTML =
    '<section id="composer-subject"><input id="head"><div class="x_body_y"><input id="first"><input></div></section>';

  goToSection("subject");

  expect(document.activeElement?.id).toBe("first");
});

test("where there is a text to write, it takes the focus, and what stands around the section counts for nothing", () => {
  document.body.className = "app_body";
  document.body.innerHTML =
    '<section id="composer-content"><header><input></header><div class="x_body_y"><input><textarea id="text"></textarea></div></section>';

  goToSection("content");

  expect(document.activeElement?.id).toBe("text");
});

test("a section that there isn't changes nothing", () => {
  goToSection('nothing"] *');

  expect(document.activeElement).toBe(document.body);
});
