import type { ComponentType, ReactNode } from "react";
import type * as Y from "yjs";
import type { Editing } from "../../collab/editing";
import type { Plain } from "../../collab/values";
import type { Side } from "../sides";

/** What writes in a rich text, in the place where that is drawn. */
export interface WriterProps {
  readonly editing: Editing;
  readonly fragment: Y.XmlFragment;
  readonly node: string;
  readonly field: string;
  /** One paragraph alone. */
  readonly isLine: boolean;
  readonly label: string;
  /** The setting by which all of it is set to a side; absent where there is none. */
  readonly align?: AlignSetting | undefined;
  /** Colours that the document has already. */
  readonly colours: readonly string[];
  readonly onDone: () => void;
}

export interface AlignSetting {
  readonly side: Side;
  readonly set: (side: Side) => void;
}

/** As what rich text is drawn. */
export interface RichLook {
  readonly holds: "line" | "blocks";
  /** Pixels of its words. */
  readonly size?: number;
  readonly linkColour?: string;
}

/** Rich text, drawn and written. */
export interface RichParts {
  readonly draw: (value: Plain, look: RichLook) => ReactNode;
  /** Loaded after the first paint. */
  readonly Writer: ComponentType<WriterProps>;
  /** Loads it before it is needed. */
  readonly load: () => Promise<unknown>;
}
