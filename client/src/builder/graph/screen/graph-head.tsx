import type { ReactNode } from "react";
import { ScreenHead } from "../../screen/screen-head";
import { redo, showNode, undo } from "../actions";
import type { GraphScreenState } from "./use-graph-screen";

interface Props {
  readonly screen: GraphScreenState;
  /** Where the way back leads, and its name. */
  readonly back: { readonly to: string; readonly label: string };
  readonly title: string;
  /** Status of the document, beside the title. */
  readonly badge?: ReactNode;
  /** The editor's own actions. */
  readonly children: ReactNode;
}

/** The head of a graph editor. */
export function GraphHead({ screen, ...head }: Props) {
  const { editor } = screen;
  return (
    <ScreenHead
      {...head}
      screen={screen}
      onUndo={() => undo(editor)}
      onRedo={() => redo(editor)}
      onFind={(node) => showNode(editor, node)}
    />
  );
}
