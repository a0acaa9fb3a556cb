/** A second, tiny editor: the builder must know kinds only through a registry. */

import { createRegistry, type EditorParts, type EditorRecord } from "../registry";
import { STRUCTURES } from "./structures";

export const TINY_RECORD: EditorRecord = {
  structure: STRUCTURES.rows,
  globals: {
    type: "object",
    properties: {
      wood: { type: "string", default: "#aa7744", pattern: "^#[0-9a-f]{6}$", control: "colour", tab: "look" },
    },
  },
  roots: [
    {
      name: "popup",
      schema: {
        type: "object",
        properties: {
          trigger: { enum: ["load", "leave"], default: "load", control: "choice", tab: "settings" },
          delay: {
            type: "integer",
            default: 5,
            minimum: 0,
            maximum: 60,
            control: "pixels",
            tab: "settings",
            visibleWhen: { trigger: ["load"] },
          },
          first: { default: null, control: "node", tab: "settings", targets: { kinds: ["book"], roots: [] } },
          width: { type: "integer", default: 200, minimum: 100, maximum: 400, control: "pixels", tab: "look" },
        },
      },
    },
  ],
  kinds: [
    { name: "shelf", level: "row", group: "furniture", schema: { type: "object", properties: {} } },
    { name: "board", level: "column", group: "furniture", schema: { type: "object", properties: {} } },
    {
      name: "book",
      level: "component",
      group: "things",
      schema: {
        type: "object",
        properties: {
          title: { type: "string", default: "Untitled", control: "line", tab: "settings", tags: true },
          pages: { type: "integer", default: 100, minimum: 1, maximum: 999, control: "pixels", tab: "settings" },
          hard: { type: "boolean", default: false, control: "switch", tab: "look" },
          next: {
            default: null,
            control: "node",
            tab: "settings",
            targets: { kinds: ["book"], roots: ["popup"] },
          },
          ink: { type: "string", default: "", control: "colour", tab: "look", inherits: "wood" },
          cover: {
            type: "object",
            control: "group",
            tab: "look",
            default: { cloth: "linen", gilt: false },
            properties: {
              cloth: { type: "string", default: "linen", control: "line", tab: "look" },
              gilt: { type: "boolean", default: false, control: "switch", tab: "look" },
            },
          },
          ribbon: {
            type: "integer",
            default: 3,
            minimum: 0,
            maximum: 9,
            control: "pixels",
            tab: "look",
            visibleWhen: { hard: [true] },
          },
        },
      },
    },
    {
      name: "lamp",
      level: "component",
      group: "things",
      feature: "light",
      schema: {
        type: "object",
        properties: {
          words: {
            default: { $rich: [{ name: "paragraph", attributes: {}, inside: [] }] },
            control: "rich",
            tab: "settings",
            holds: "line",
          },
          side: { enum: ["left", "center", "right"], default: "center", control: "align", tab: "look" },
        },
      },
    },
  ],
};

const Icon = () => <svg aria-hidden="true" />;

export const TINY_PARTS: EditorParts = {
  name: "tiny",
  texts: "tiny",
  storagePrefix: "ti_",
  surface: (_globals, _view, { settings }) => ({ width: 300, inner: Number(settings.width ?? 300) }),
  Whole: ({ root, children }) => <div data-root-kind={root.kind}>{children}</div>,
  views: {
    devices: [{ name: "desktop", textKey: "terms.desktop", icon: Icon }],
    schemes: [{ name: "light", textKey: "tree.views.light", icon: Icon }],
  },
  presets: [
    {
      name: "one",
      parts: [1],
      piece: {
        level: "row",
        kind: "shelf",
        settings: {},
        children: [{ level: "column", kind: "board", settings: {}, children: [] }],
      },
    },
  ],
  offers: ["component"],
  kinds: [
    { name: "shelf", icon: Icon, Preview: ({ children }) => <div>{children}</div> },
    { name: "board", icon: Icon, Preview: ({ children }) => <div>{children}</div> },
    {
      name: "book",
      icon: Icon,
      Preview: ({ settings }) => <p>{String(settings.title)}</p>,
      summary: ({ title }) => String(title),
      contrast: ({ ink }, { wood }) => ({ words: String(ink || "#000000"), ground: String(wood) }),
    },
    { name: "lamp", icon: Icon, Preview: ({ Rich }) => <Rich field="words" /> },
  ],
};

export const TINY = createRegistry(TINY_RECORD, TINY_PARTS);
