/** A second editor of another shape: a list of questions, whose options hold questions. */
import * as Y from "yjs";
import { History } from "../../collab/history";
import { buildStoredItems } from "../../collab/items";
import { getRoots } from "../../collab/maps";
import { insert } from "../commands/insert";
import type { TreeEditing } from "../editing";
import type { Piece } from "../model/pieces";
import { createRegistry, type EditorParts, type EditorRecord } from "../registry";
import { STRUCTURES } from "./structures";

const LABEL = { type: "string", default: "Question", control: "line", tab: "settings" } as const;

const RECORD: EditorRecord = {
  structure: STRUCTURES.fields,
  globals: { type: "object", properties: {} },
  roots: [{ name: "page", schema: { type: "object", properties: { label: LABEL } } }],
  kinds: [
    {
      name: "choice",
      level: "choice",
      group: "questions",
      schema: {
        type: "object",
        properties: {
          label: LABEL,
          options: {
            type: "array",
            default: {},
            control: "list",
            tab: "settings",
            items: {
              type: "object",
              properties: {
                label: LABEL,
                goTo: {
                  default: null,
                  control: "node",
                  tab: "settings",
                  targets: { kinds: ["choice", "text"], roots: [] },
                },
              },
            },
          },
        },
      },
    },
    { name: "text", level: "field", group: "questions", schema: { type: "object", properties: { label: LABEL } } },
  ],
};

interface Option {
  readonly id: string;
}

const Icon = () => <svg aria-hidden="true" />;

const PARTS: EditorParts = {
  name: "fields",
  texts: "fields",
  storagePrefix: "fi_",
  surface: (_globals, { device }) => (device === "watch" ? { width: 100, inner: 100 } : { width: 300, inner: 300 }),
  Whole: ({ children }) => <div>{children}</div>,
  views: {
    devices: [
      { name: "desktop", textKey: "terms.desktop", icon: Icon },
      { name: "watch", textKey: "fields.watch", icon: Icon },
    ],
    schemes: [{ name: "light", textKey: "tree.views.light", icon: Icon }],
  },
  presets: [],
  offers: ["field", "choice"],
  kinds: [
    {
      name: "choice",
      icon: Icon,
      Preview: ({ settings, slots }) => (
        <fieldset>
          <p>{String(settings.label)}</p>
          {(settings.options as unknown as readonly Option[]).map(({ id }) => (
            <div key={id} data-option={id}>
              {slots?.get(id)}
            </div>
          ))}
        </fieldset>
      ),
      summary: ({ label }) => String(label),
    },
    { name: "text", icon: Icon, Preview: ({ settings }) => <p>{String(settings.label)}</p> },
  ],
};

export const FIELDS = createRegistry(RECORD, PARTS);

export const buildText = (label: string, slot?: string): Piece => ({
  level: "field",
  kind: "text",
  settings: { label },
  ...(slot === undefined ? {} : { slot }),
  children: [],
});

/** A question with the options yes and no, unless there are others. */
export const buildChoice = (label: string, children: readonly Piece[] = [], options = ["yes", "no"]): Piece => ({
  level: "choice",
  kind: "choice",
  settings: { label, options: buildStoredItems(options.map((id) => ({ id }))) },
  children,
});

/** Questions nested to this depth, each in the option yes of the one before. */
export function buildNested(depth: number): Piece {
  let piece: Piece = buildChoice(String(depth - 1));
  for (let at = depth - 2; at >= 0; at -= 1) piece = buildChoice(String(at), [{ ...piece, slot: "yes" }]);
  return piece;
}

export function createEmptyForm(): TreeEditing {
  const doc = new Y.Doc();
  getRoots(doc).set("form", new Y.Map([["order", "a0"]]));
  return { doc, history: new History(doc), structure: FIELDS.structure };
}

export function createForm(...pieces: readonly Piece[]): TreeEditing {
  const editing = createEmptyForm();
  for (const piece of pieces) insert(editing, piece, { parent: "form", index: 999 });
  // The initial content cannot be undone.
  return { ...editing, history: new History(editing.doc) };
}
