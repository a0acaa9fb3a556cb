/** The context that setting controls and rich text need from their editor. */
import { type ComponentType, createContext, useContext } from "react";
import type { Translate } from "@/lib/i18n/translation";
import type { ControlProps } from "./controls/control-props";
import type { Field } from "./schema";

/** A merge tag to suggest: a recipient's field, which conditions can test as well, or a value of the document. */
export interface TagSuggestion {
  /** The tag as written between braces. */
  readonly tag: string;
  readonly label: string;
  /** Type of a value of the document: text, or the URL of a page. Undefined for a recipient's field. */
  readonly ofEmail?: "words" | "address";
}

/** Controls by the name that setting schemas use. */
export type Controls = Readonly<Record<string, ComponentType<ControlProps>>>;

export interface Inspector {
  /** Key prefix of the editor's texts: `<texts>.fields.<field>`, `<texts>.choices.<value>`, `<texts>.parts.<part>`. */
  readonly texts: string;
  /** The document-wide settings. */
  readonly globalFields: readonly Field[];
  readonly tags: readonly TagSuggestion[];
  /** Controls of this editor, in addition to those of the builder. */
  readonly controls: Controls;
  readonly t: Translate;
}

export const InspectorContext = createContext<Inspector | null>(null);

export function useInspector(): Inspector {
  const inspector = useContext(InspectorContext);
  if (!inspector) throw new Error("outside of an editor");
  return inspector;
}
