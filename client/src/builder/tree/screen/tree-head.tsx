import type { ReactNode } from "react";
import { ScreenHead } from "../../screen/screen-head";
import { redo, undo } from "../keyboard/commands";
import { select } from "../selection";
import type { TreeScreenState } from "./use-tree-screen";
import { ViewSwitches } from "./view-switches";

interface Props {
  readonly screen: TreeScreenState;
  /** Target and label of the link back. */
  readonly back: { readonly to: string; readonly label: string };
  readonly title: string;
  /** Status of the document, beside the title. */
  readonly badge?: ReactNode;
  /** The editor's own actions. */
  readonly children: ReactNode;
}

/** The head of a tree editor, with switches for the device and the colour scheme. */
export function TreeHead({ screen, ...head }: Props) {
  const { editor, view, setView } = screen;
  return (
    <ScreenHead
      {...head}
      screen={screen}
      views={<ViewSwitches views={editor.registry.views} view={view} setView={setView} />}
      onUndo={() => undo(editor)}
      onRedo={() => redo(editor)}
      onFind={(node) => select(editor, node)}
    />
  );
}
