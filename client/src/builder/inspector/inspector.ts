/** What settings and rich text need of the editor around them. */
import { type ComponentType, createContext, useContext } from "react";
import type { Translate } from "@/lib/i18n/translation";
import type { ControlProps } from "./controls/control-props";
import type { Field } from "./schema";

/** What a merge tag can name: a field of whoever gets it, which can decide too who sees a part, or what the email gives. */
export interface TagOffer {
  /** As it is written between braces. */
  readonly tag: string;
  readonly label: string;
  /** What the email itself gives: words, or the address of a page; undefined for a field. */
  readonly ofEmail?: "words" | "address";
}

/** Controls by the name that a schema gives. */
export type Controls = Readonly<Record<string, ComponentType<ControlProps>>>;

export interface Inspector {
  /** Key under which the editor's texts stand: `<texts>.fields.<field>`, `<texts>.choices.<value>`, `<texts>.parts.<part>`. */
  readonly texts: string;
  /** The settings of the whole document. */
  readonly globalFields: readonly Field[];
  readonly tags: readonly TagOffer[];
  /** The editor's own controls, beside those of the kernel. */
  readonly controls: Controls;
  readonly t: Translate;
}

export const InspectorContext = createContext<Inspector | null>(null);

export function useInspector(): Inspector {
  const inspector = useContext(InspectorContext);
  if (!inspector) throw new Error("outside of an editor");
  return inspector;
}
