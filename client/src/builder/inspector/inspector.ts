/** What settings and rich text need of the editor around them. */
import { type ComponentType, createContext, useContext } from "react";
import type { Translate } from "@/lib/i18n/translation";
import type { ControlProps } from "./controls/control-props";
import type { Field } from "./schema";

/** A field of whoever gets it, which can stand in a text or decide who sees a part. */
export interface TagOffer {
  /** As it is written between braces. */
  readonly tag: string;
  readonly label: string;
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
