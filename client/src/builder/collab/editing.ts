/** An editable document: the first argument of all commands. */
import type * as Y from "yjs";
import type { History } from "./history";

export interface Editing {
  readonly doc: Y.Doc;
  readonly history: History;
  /** Read-only, for lack of permission or while the saved version is restored: no command changes anything. */
  readonly isViewed?: boolean;
}
