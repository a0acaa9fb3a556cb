/** Converts settings to plain values and back, to copy and compare parts of a document. */
import * as Y from "yjs";

/** JSON, with rich text as `{ $rich: [...] }`. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };

export type Settings = Readonly<Record<string, Plain>>;

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, Plain>>;
  readonly inside: readonly Plain[];
}

/** A value of a document as a plain value; null if it cannot be converted. */
export function toPlain(value: unknown): Plain {
  if (value instanceof Y.XmlElement) {
    const element: Element = {
      name: value.nodeName,
      attributes: getAttributes(value),
      inside: value.toArray().map(toPlain),
    };
    return { ...element };
  }
  if (value instanceof Y.XmlText) return { text: value.toDelta() as Plain };
  if (value instanceof Y.XmlFragment) return { $rich: value.toArray().map(toPlain) };
  if (value instanceof Y.Map)
    return Object.fromEntries([...value.entries()].map(([name, each]) => [name, toPlain(each)]));
  if (value instanceof Y.Array) return value.toArray().map(toPlain);
  return value instanceof Y.AbstractType || value === undefined ? null : (value as Plain);
}

/** Whether two values are equal, in any order of their keys. */
export function isEqual(one: Plain | undefined, other: Plain | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, index) => isEqual(each, other[index]));
  }
  if (one === undefined || other === undefined || !isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isEqual(one[name], other[name]));
}

/** A value to store in a document. Rich text becomes a fragment and a group a map, for concurrent changes. */
export function toShared(value: Plain): unknown {
  if (!isRich(value)) return isGroup(value) ? toSharedMap(value) : value;
  const fragment = new Y.XmlFragment();
  fragment.insert(0, value.$rich.map(toXmlNode));
  return fragment;
}

/** Replaces the content of a rich text in a document. Users who write in it keep the same fragment. */
export function replaceRichText(fragment: Y.XmlFragment, value: Plain): void {
  fragment.delete(0, fragment.length);
  if (isRich(value)) fragment.insert(0, value.$rich.map(toXmlNode));
}

/** Settings as a map to store in a document. */
export function toSharedMap(settings: Settings): Y.Map<unknown> {
  return new Y.Map(Object.entries(settings).map(([name, value]) => [name, toShared(value)]));
}

function toXmlNode(value: Plain): Y.XmlElement | Y.XmlText {
  if (isElement(value)) {
    const { name, attributes, inside } = value;
    const element = new Y.XmlElement(name);
    for (const [attribute, each] of Object.entries(attributes)) element.setAttribute(attribute, each as string);
    element.insert(0, inside.map(toXmlNode));
    return element;
  }
  const text = new Y.XmlText();
  if (isText(value)) text.applyDelta([...value.text]);
  return text;
}

function getAttributes(element: Y.XmlElement): Readonly<Record<string, Plain>> {
  return element.getAttributes() as unknown as Readonly<Record<string, Plain>>;
}

function isObject(value: Plain): value is { readonly [name: string]: Plain } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a group of settings. */
export function isGroup(value: Plain): value is Settings {
  return isObject(value) && !isRich(value) && !isReference(value);
}

/** A stored reference to a node or root. It is a single value. */
export interface Reference {
  readonly $node: string;
}

export function isReference(value: Plain): value is Reference & { readonly [name: string]: Plain } {
  return isObject(value) && typeof value.$node === "string";
}

/** Replaces the ids of references, also in groups and lists. Ids that the map lacks stay. */
export function replaceReferences(settings: Settings, ids: ReadonlyMap<string, string>): Settings {
  if (ids.size === 0) return settings;
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]): [string, Plain] => {
      if (isReference(value)) return [name, { $node: ids.get(value.$node) ?? value.$node }];
      return [name, isGroup(value) ? replaceReferences(value, ids) : value];
    }),
  );
}

export function isRich(value: Plain): value is { readonly $rich: readonly Plain[] } {
  return isObject(value) && "$rich" in value && Array.isArray(value.$rich);
}

function isElement(value: Plain): value is Element & { readonly [name: string]: Plain } {
  return isObject(value) && "name" in value && "inside" in value && Array.isArray(value.inside);
}

function isText(value: Plain): value is { readonly text: readonly Plain[] } {
  return isObject(value) && "text" in value && Array.isArray(value.text);
}
