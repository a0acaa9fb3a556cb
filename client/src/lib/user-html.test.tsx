import { describe, expect, test } from "vitest";
import { buildEmailFragment, renderMarkdownLines, sanitizeHtml } from "./user-html";

const NEW_TAB = 'target="_blank" rel="noopener noreferrer nofollow"';

describe("user-entered HTML", () => {
  test.each([
    ["<b>Bold</b>", "<b>Bold</b>"],
    ["<script>alert(1)</script>Hi", "Hi"],
    ['<img src="x.png" onerror="alert(1)">', '<img src="x.png">'],
    ['<p style="position:fixed" id="root">Hi</p>', "<p>Hi</p>"],
    ["<style>body{display:none}</style>Hi", "Hi"],
    ['<form action="https://evil.example"><input name="password"></form>Hi', "Hi"],
    ['<iframe src="https://evil.example"></iframe>Hi', "Hi"],
    ["<svg><script>alert(1)</script></svg>", "<svg></svg>"],
  ])("%s shows as %s", (html, shown) => {
    expect(sanitizeHtml(html)).toBe(shown);
  });

  test.each(["javascript:alert(1)", "data:text/html,<script>alert(1)</script>", " java\nscript:alert(1)"])(
    "a link to %s leads nowhere",
    (address) => {
      const place = document.createElement("div");
      place.innerHTML = String(sanitizeHtml(`<a href="${address}">Go</a>`));

      expect(place.querySelector("a")?.hasAttribute("href")).toBe(false);
    },
  );
});

describe("markdown lines", () => {
  test("keep their breaks", () => {
    expect(renderMarkdownLines("One\nTwo\n\nThree")).toBe("<p>One<br>Two</p>\n<p>Three</p>\n");
  });

  test("open links in a new tab", () => {
    expect(renderMarkdownLines("[Kopi](https://kopi.example)")).toBe(
      `<p><a href="https://kopi.example" ${NEW_TAB}>Kopi</a></p>\n`,
    );
    expect(renderMarkdownLines("See https://kopi.example")).toContain(NEW_TAB);
  });

  test("open them in the same one where that is flagged", () => {
    expect(renderMarkdownLines("[Kopi](https://kopi.example)", { self: true })).toBe(
      '<p><a href="https://kopi.example" rel="noopener noreferrer nofollow">Kopi</a></p>\n',
    );
  });

  test("cannot bring in what HTML cannot", () => {
    expect(renderMarkdownLines("<script>alert(1)</script>**Hi**")).not.toContain("script");
    expect(renderMarkdownLines("[Go](javascript:alert(1))")).not.toContain("href");
  });
});

describe("HTML of a mail", () => {
  test("what makes a page without a body shows nothing, and what stands before it is shown", () => {
    const frames = "<frameset onload=alert(1)><frame src=javascript:alert(1)></frameset>";

    expect(buildEmailFragment(frames).childNodes).toHaveLength(0);
    expect(buildEmailFragment(`Hi${frames}`).textContent).toBe("Hi");
  });
});
