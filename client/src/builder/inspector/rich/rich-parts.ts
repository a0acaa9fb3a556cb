import type { ComponentType, ReactNode } from "react";
import type * as Y from "yjs";
import type { Editing } from "../../collab/editing";
import type { Plain } from "../../collab/values";
import type { Side } from "../sides";

/** Props of the text editor that replaces a rendered rich text. */
export interface WriterProps {
  readonly editing: Editing;
  readonly fragment: Y.XmlFragment;
  readonly node: string;
  readonly field: string;
  /** Whether it is one paragraph. */
  readonly isLine: boolean;
  readonly label: string;
  /** The setting that aligns the whole text; absent if there is none. */
  readonly align?: AlignSetting | undefined;
  /** The colours of the document. */
  readonly colours: readonly string[];
  readonly onDone: () => void;
}

export interface AlignSetting {
  readonly side: Side;
  readonly set: (side: Side) => void;
}

/** The look of rendered rich text. */
export interface RichAppearance {
  readonly holds: "line" | "blocks";
  /** Font size in pixels. */
  readonly size?: number;
  readonly linkColour?: string;
}

/** Functions that render and edit rich text. */
export interface RichParts {
  readonly render: (value: Plain, look: RichAppearance) => ReactNode;
  /** Loaded after the first paint. */
  readonly Writer: ComponentType<WriterProps>;
  /** Loads it before it is needed. */
  readonly load: () => Promise<unknown>;
}
