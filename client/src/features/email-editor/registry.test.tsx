import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import type { Plain, Settings } from "@/builder/collab/values";
import { renderRichText } from "@/builder/inspector/rich/rich-text-renderer";
import { buildDefaults, type Field } from "@/builder/inspector/schema";
import type { View } from "@/builder/tree/registry";
import { buildPiece, resolveSettings } from "@/builder/tree/registry";
import { EMAIL } from "./registry";
import english from "./texts/en.json";
import indonesian from "./texts/id.json";

const GLOBALS = buildDefaults(EMAIL.globals);
const LIGHT: View = { device: "desktop", scheme: "light" };
const DARK: View = { device: "phone", scheme: "dark" };

function renderKind(name: string, set: Settings = {}, view = LIGHT, globals = GLOBALS, children: ReactNode = null) {
  const kind = EMAIL.kinds.get(name);
  if (!kind) throw new Error(`no ${name}`);
  const settings = resolveSettings(kind, { ...buildPiece(kind).settings, ...set });
  const Rich = ({ field, placeholder }: { field: string; placeholder?: string }) =>
    renderRichText(settings[field] ?? null) ?? placeholder;
  return render(
    <kind.Preview settings={settings} globals={globals} view={view} width={600} Rich={Rich}>
      {children}
    </kind.Preview>,
  ).container;
}

const buildRich = (insert: string): Plain => ({
  $rich: [{ name: "paragraph", attributes: {}, inside: [{ text: [{ insert }] }] }],
});

test.for([["en", english] as const, ["id", indonesian] as const])(
  "every kind, setting and choice has its word in %s",
  ([, { editor }]) => {
    const missing: string[] = [];
    const has = (words: object, name: string) => name in words || missing.push(name);
    const look = (fields: readonly Field[]): void => {
      for (const field of fields) {
        has(editor.fields, field.name);
        if (field.control === "choice") for (const each of field.choices) has(editor.choices, each);
        if (field.schema.part !== undefined) has(editor.parts, field.schema.part);
        look(field.inside);
      }
    };
    look(EMAIL.globalFields);
    for (const kind of EMAIL.kinds.values()) {
      has(editor.kinds, kind.name);
      has(editor.groups, kind.group);
      look(kind.fields);
    }
    for (const { name } of EMAIL.presets) has(editor.rows, name);

    expect(missing).toEqual([]);
  },
);

test.for([...EMAIL.kinds.keys()])("%s is drawn as it begins, light and dark", (name) => {
  expect(renderKind(name).firstElementChild).not.toBeNull();
  expect(renderKind(name, {}, DARK).firstElementChild).not.toBeNull();
});

test("a button has words that are read on its colour, and the space that was set", () => {
  renderKind("button", { words: "Reserve", buttonColour: "#fff2cc", inside: [1, 2, 3, 4], corner: 9 });
  const button = screen.getByText("Reserve");
  expect(button).toHaveStyle({ background: "#fff2cc", color: "#111111", padding: "1px 2px 3px 4px" });
  expect(button).toHaveStyle({ borderRadius: "9px" });
});

test("inherited colours turn in dark mail, own ones stay, and none where the mail keeps them", () => {
  renderKind("text", { text: buildRich("inherits") }, DARK);
  expect(screen.getByText("inherits").closest("[data-rich]")).toHaveStyle({ color: "#ececee" });
  renderKind("text", { text: buildRich("own"), colour: "#aa0000" }, DARK);
  expect(screen.getByText("own").closest("[data-rich]")).toHaveStyle({ color: "#aa0000" });
  renderKind("text", { text: buildRich("on own ground"), background: "#ffffff" }, DARK);
  expect(screen.getByText("on own ground").closest("[data-rich]")).toHaveStyle({ color: "#232326" });
  renderKind("text", { text: buildRich("kept") }, DARK, { ...GLOBALS, dark: "keeps" });
  expect(screen.getByText("kept").closest("[data-rich]")).toHaveStyle({ color: "#232326" });
});

test("a row gives its columns their pixels, and under each other on a phone all of them", () => {
  const row = EMAIL.kinds.get("row");
  const settings = buildDefaults(row?.schema ?? {});
  const columns = [{ width: 33 }, { width: 0 }];
  expect(row?.inner?.({ ...settings, padding: [0, 50, 0, 50] }, 600, LIGHT, columns)).toEqual([165, 335]);
  expect(row?.inner?.(settings, 390, DARK, columns)).toEqual([390, 390]);
});

test("signs without an address are not sent: they show faintly until one has", () => {
  const faint = renderKind("socialMedia").querySelectorAll("img");
  expect(faint).toHaveLength(3);
  const links = {
    a: { order: "a0", network: "x", address: "https://x.example" },
    b: { order: "a1", network: "youtube", address: "" },
  };
  const sent = renderKind("socialMedia", { links }).querySelectorAll("img");
  expect([...sent].map((sign) => sign.getAttribute("src"))).toEqual(["/art/social/x-colour.png"]);
});

test("code runs nothing, leads nowhere, and keeps its styles in its box", async () => {
  const code =
    '<p style="color: rgb(1, 2, 3)" onclick="alert(1)">Hi <a href="javascript:alert(1)">there</a></p><script>alert(1)</script><iframe src="https://x.example"></iframe>';
  renderKind("html", { code });
  const line = await screen.findByText("Hi", { exact: false });

  expect(line).toHaveStyle({ color: "rgb(1, 2, 3)" });
  expect(line).not.toHaveAttribute("onclick");
  expect(screen.getByText("there")).not.toHaveAttribute("href");
  expect(document.querySelector("script, iframe")).toBeNull();
});

test("a picture is drawn from an address of the web alone", () => {
  expect(renderKind("image", { image: "javascript:alert(1)" }).querySelector("img")).toBeNull();
  expect(renderKind("image", { image: "https://x.example/a.png", alt: "A" }).querySelector("img")).toHaveAttribute(
    "alt",
    "A",
  );
});
