import { expect, test } from "vitest";
import { renderPart } from "../../../../tests/render-part";
import type { Plain } from "../../collab/values";
import { type RichStyle, renderRichText } from "./rich-text-renderer";

const buildRun = (insert: string, attributes?: Plain): Plain => ({
  text: [attributes ? { insert, attributes } : { insert }],
});
const buildBlock = (name: string, inside: readonly Plain[], attributes: Plain = {}): Plain => ({
  name,
  attributes,
  inside,
});
const buildParagraph = (...inside: readonly Plain[]) => buildBlock("paragraph", inside);

async function renderHtml(blocks: readonly Plain[], look?: RichStyle): Promise<string> {
  const { container } = await renderPart(<div data-testid="rendered">{renderRichText({ $rich: blocks }, look)}</div>);
  return container.querySelector('[data-testid="rendered"]')?.innerHTML ?? "";
}

test("paragraphs stand apart by their size, the last by nothing", async () => {
  expect(await renderHtml([buildParagraph(buildRun("One")), buildParagraph(), buildParagraph(buildRun("Two"))])).toBe(
    '<p style="margin: 0px 0px 1em;">One</p><p style="margin: 0px 0px 1em;">&nbsp;</p><p style="margin: 0px;">Two</p>',
  );
});

test("a line holds all words, with breaks between the blocks", async () => {
  expect(await renderHtml([buildParagraph(buildRun("One")), buildParagraph(buildRun("Two"))], { isLine: true })).toBe(
    "One<br>Two",
  );
});

test("marks are rendered, and a colour that is one", async () => {
  const marked = buildRun("x", { bold: {}, "italic--a1b2": {}, textStyle: { color: "#AA0000" } });

  expect(await renderHtml([buildParagraph(marked)], { isLine: true })).toBe(
    '<span style="color: rgb(170, 0, 0);"><em><strong>x</strong></em></span>',
  );
  expect(
    await renderHtml([buildParagraph(buildRun("x", { textStyle: { color: "red;background:url(x)" } }))], {
      isLine: true,
    }),
  ).toBe("x");
});

test("a link shows where it leads, and leads there in no click", async () => {
  const rendered = await renderHtml([buildParagraph(buildRun("x", { link: { href: "kopi.example" } }))], {
    isLine: true,
    linkColour: "#123456",
  });

  expect(rendered).toBe(
    '<span title="https://kopi.example" data-link="" style="text-decoration: underline; color: rgb(18, 52, 86);">x</span>',
  );
  expect(
    await renderHtml([buildParagraph(buildRun("x", { link: { href: "javascript:alert(1)" } }))], { isLine: true }),
  ).toBe("x");
});

test("headings, lists and quotes are rendered", async () => {
  const rendered = await renderHtml([
    buildBlock("heading", [buildRun("Panen")], { level: 1 }),
    buildBlock(
      "orderedList",
      [buildBlock("listItem", [buildParagraph(buildRun("a")), buildParagraph(buildRun("b"))])],
      { start: 3 },
    ),
    buildBlock("bulletList", [
      buildBlock("listItem", [
        buildParagraph(buildRun("c")),
        buildBlock("bulletList", [buildBlock("listItem", [buildParagraph(buildRun("d"))])]),
      ]),
    ]),
    buildBlock("blockquote", [buildParagraph(buildRun("e"))]),
    buildBlock("unknown", [buildParagraph(buildRun("f"))]),
  ]);

  expect(rendered.replaceAll(/ style="[^"]*"/g, "")).toBe(
    '<h2>Panen</h2><ol start="3"><li>a<br>b</li></ol><ul><li>c<ul><li>d</li></ul></li></ul><blockquote><p>e</p></blockquote><p>f</p>',
  );
  expect(rendered).toContain("font-size: 1.5em; line-height: 1.3; font-weight: 700;");
});

test("paragraphs, headings and entries are set to their side, where it is one", async () => {
  const rendered = await renderHtml([
    buildBlock("heading", [buildRun("Panen")], { level: 3, textAlign: "center" }),
    buildBlock("paragraph", [buildRun("a")], { textAlign: "right" }),
    buildBlock("bulletList", [
      buildBlock("listItem", [buildBlock("paragraph", [buildRun("b")], { textAlign: "center" })]),
    ]),
    buildBlock("paragraph", [buildRun("c")], { textAlign: "justify;color:red" }),
  ]);

  expect(rendered).toContain('font-weight: 700; text-align: center;">Panen</h3>');
  expect(rendered).toContain('<p style="margin: 0px 0px 1em; text-align: right;">a</p>');
  expect(rendered).toContain('text-align: center;">b</li>');
  expect(rendered).toContain('<p style="margin: 0px;">c</p>');
});

test("a merge tag says its field, and what stands where there is none", async () => {
  const tag = (source: string) => buildBlock("mergeTag", [], { source });

  expect(
    (await renderHtml([buildParagraph(tag("firstname"), tag("city | default: 'kota'"))])).replaceAll(
      /<\/?p[^>]*>/g,
      "",
    ),
  ).toBe(
    '<span class="tag" data-merge-tag="">firstname</span><span class="tag" data-merge-tag="">city, or “kota”</span>',
  );
});

test("words are words, and what is empty is nothing", async () => {
  expect(await renderHtml([buildParagraph(buildRun("<img src=x onerror=alert(1)>"))], { isLine: true })).toBe(
    "&lt;img src=x onerror=alert(1)&gt;",
  );
  for (const empty of [
    [],
    [buildParagraph()],
    [buildParagraph(buildRun("  "))],
    [buildParagraph(null, 7, "x")],
  ] satisfies readonly Plain[][]) {
    expect(await renderHtml(empty)).toBe("");
  }
});

test("what is nested beyond reason is cut", () => {
  let deep: Plain = buildParagraph(buildRun("x"));
  for (let level = 0; level < 2000; level += 1) deep = buildBlock("blockquote", [deep]);

  expect(renderRichText({ $rich: [deep] })).toBeNull();
});
