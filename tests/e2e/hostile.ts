/** Creates hostile documents directly over the socket, with a payload in every setting. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { io } from "socket.io-client";
import * as Y from "yjs";

type Wrapping = {
  readonly form?: "plain" | "upper" | "numbers" | "percent";
  readonly replace?: Readonly<Record<string, string>>;
  readonly around?: string;
};
type Written = {
  readonly elements: readonly string[];
  readonly addresses: readonly string[];
  readonly styles: readonly string[];
  readonly wrappings: readonly Wrapping[];
  readonly made: { readonly count: number; readonly sha256: string };
};
type Kind = {
  readonly name: string;
  readonly level: string;
  readonly schema: { readonly properties: Readonly<Record<string, { readonly control: string }>> };
};

const ROOT = join(import.meta.dirname, "../..");
const WRITTEN = read<Written>("tests/fixtures/documents/hostile.json");
const { email: EMAIL } = read<{ email: { globals: Kind["schema"]; kinds: readonly Kind[] } }>(
  "client/src/generated/documents.json",
);
const KINDS = EMAIL.kinds.filter(({ level }) => level === "component");
const CODE = KINDS.filter(({ name }) => name === "html");
const OTHERS = KINDS.filter(({ name }) => name !== "html");

/** Payloads per row of the document. Each row is one update, and the server limits the size of an update. */
const PAYLOADS_PER_ROW = 24;
/** The server's maximum length of a mark name. */
const MAX_MARK_LENGTH = 200;
const RESPONSE_TIMEOUT_MS = 30_000;

function read<Value>(path: string): Value {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Value;
}

/** Each attack in each wrapping, without duplicates; the same set as in tests/server/documents/hostile.py. */
export function listPayloads(): readonly string[] {
  const ways = [...WRITTEN.elements, ...WRITTEN.addresses, ...WRITTEN.styles];
  return [...new Set(ways.flatMap((way) => WRITTEN.wrappings.map((wrapping) => wrap(way, wrapping))))];
}

/** Count and hash of the payloads, as the shared file states them and as computed here. */
export function fingerprints(made: readonly string[]): readonly [said: Written["made"], is: Written["made"]] {
  return [WRITTEN.made, { count: made.length, sha256: createHash("sha256").update(made.join("\n")).digest("hex") }];
}

function wrap(way: string, { form, replace = {}, around }: Wrapping): string {
  if (around !== undefined) return around.split("{}").join(way);
  const replaced = Object.entries(replace).reduce((text, [found, by]) => text.split(found).join(by), way);
  switch (form) {
    case "upper":
      return replaced.toUpperCase();
    case "numbers":
      return [...replaced].map((character) => `&#${character.codePointAt(0)};`).join("");
    case "percent":
      return encodeURIComponent(replaced)
        .replaceAll("%2F", "/")
        .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
    default:
      return replaced;
  }
}

/** Number of components for these payloads: each is once custom HTML and once every setting of another kind. */
export function countComponents(some: readonly string[]): number {
  return 2 * some.length;
}

/** Writes the payloads into the document. Any server response other than a number fails the journey. */
export async function writeHostile(
  some: readonly string[],
  { app, token, documentId }: { readonly app: string; readonly token: string; readonly documentId: string },
): Promise<void> {
  const room = `document:${documentId}`;
  const socket = io(app, {
    path: "/socket.io/",
    transports: ["websocket"],
    auth: { token },
    extraHeaders: { origin: app },
  });
  const call = (name: string, ...values: readonly unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      socket.timeout(RESPONSE_TIMEOUT_MS).emit(name, ...values, (failed: Error | null, body: unknown) => {
        if (failed) reject(failed);
        else if (typeof (body as { number?: unknown }).number === "number") resolve(body);
        else reject(new Error(`${name}: ${JSON.stringify(body)}`));
      });
    });
  try {
    const doc = new Y.Doc();
    await call("doc:join", { room, client: doc.clientID }, Y.encodeStateVector(doc));
    for (const update of listUpdates(doc, some)) await call("doc:update", room, update);
  } finally {
    socket.close();
  }
}

/** The updates, one per row. */
function* listUpdates(doc: Y.Doc, some: readonly string[]): Generator<Uint8Array> {
  for (let begin = 0; begin < some.length; begin += PAYLOADS_PER_ROW) {
    const before = Y.encodeStateVector(doc);
    const inside = some.slice(begin, begin + PAYLOADS_PER_ROW);
    const number = begin / PAYLOADS_PER_ROW;
    doc.transact(() => {
      const [first = ""] = inside;
      const outer = addNode(doc, { level: "row", kind: "row", parent: "body", at: number, everything: first });
      doc
        .getMap<Y.Map<unknown>>("nodes")
        .get(outer)
        ?.set("condition", {
          all: false,
          rules: [
            { field: "firstname", operator: "isNot", value: first },
            { field: "firstname", operator: "isNotSet" },
          ],
        });
      const column = addNode(doc, { level: "column", kind: "column", parent: outer, at: 0, everything: first });
      for (const [at, payload] of inside.entries()) {
        for (const [kinds, place] of [
          [CODE, 2 * at],
          [OTHERS, 2 * at + 1],
        ] as const) {
          const kind = kinds[(begin + at) % kinds.length];
          if (kind) addComponent(doc, kind, payload, column, place);
        }
      }
      const globals = doc.getMap("settings");
      for (const [name, { control }] of Object.entries(EMAIL.globals.properties)) {
        if (control !== "switch" && control !== "pixels") globals.set(name, first);
      }
    });
    yield Y.encodeStateAsUpdate(doc, before);
  }
}

type NodeOptions = {
  readonly level: string;
  readonly kind: string;
  readonly parent: string;
  readonly at: number;
  /** Value of its background and padding. */
  readonly everything?: string;
};

function addNode(doc: Y.Doc, { level, kind, parent, at, everything }: NodeOptions): string {
  const id = crypto.randomUUID();
  const settings = new Y.Map<unknown>();
  const order = `b${String.fromCharCode(48 + Math.floor(at / 10))}${at % 10}`;
  const node = new Y.Map<unknown>([
    ["level", level],
    ["kind", kind],
    ["at", [parent, order, "body"]],
    ["settings", settings],
  ]);
  doc.getMap<Y.Map<unknown>>("nodes").set(id, node);
  if (everything !== undefined) {
    settings.set("background", everything);
    settings.set("padding", everything);
  }
  return id;
}

/** A component of this kind with the payload in all its text settings. */
function addComponent(doc: Y.Doc, { name, schema }: Kind, payload: string, column: string, at: number): void {
  const id = addNode(doc, { level: "component", kind: name, parent: column, at });
  const settings = doc.getMap<Y.Map<unknown>>("nodes").get(id)?.get("settings") as Y.Map<unknown>;
  for (const [field, { control }] of Object.entries(schema.properties)) {
    if (control === "rich") settings.set(field, createRichText(payload));
    else if (control === "list") {
      settings.set(field, [
        { network: "x", address: payload },
        { network: payload, address: payload },
      ]);
    } else if (!["switch", "pixels", "slider", "sides"].includes(control)) settings.set(field, payload);
  }
  // A button without a label is not rendered, so its address would be untested.
  if (name === "button") settings.set("words", `x${payload}`);
}

function createRichText(payload: string): Y.XmlFragment {
  const fragment = new Y.XmlFragment();
  const line = new Y.XmlElement("paragraph");
  const odd = new Y.XmlElement(payload.slice(0, MAX_MARK_LENGTH));
  const text = new Y.XmlText();
  text.insert(0, payload, {
    bold: {},
    link: { href: payload, class: payload },
    textStyle: { color: payload },
    [payload.slice(0, MAX_MARK_LENGTH)]: payload,
  });
  odd.setAttribute("style", payload);
  odd.insert(0, [new Y.XmlText(payload)]);
  line.setAttribute("class", payload);
  line.insert(0, [text, new Y.XmlText(payload), odd]);
  fragment.insert(0, [line]);
  return fragment;
}
