import { draggable } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { IconLock } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { Drop } from "../drag/drop-place";
import { type Editor, useEditor } from "../editor";
import type { Piece } from "../model/pieces";
import type { Kind } from "../registry";
import classes from "./adder.module.css";

interface Props {
  readonly name: string;
  /** Not in the plan: it says so, and offers what would bring it. */
  readonly gatedBy?: Kind | undefined;
  readonly pieces: () => readonly Piece[];
  /** Inserts the pieces, after the selected node by default. */
  readonly insert: (drop?: Drop) => void;
  readonly children: ReactNode;
}

/** Something to put in: dragged onto the canvas, or after what is selected by a click. */
export function Tile({ name, gatedBy, pieces, insert, children }: Props) {
  const editor = useEditor();
  const tile = useRef<HTMLButtonElement>(null);
  useTileDrag(editor, tile, { pieces, insert }, gatedBy !== undefined);
  return (
    <button
      ref={tile}
      type="button"
      className={classes.tile}
      aria-label={gatedBy ? `${name}: ${editor.t("terms.notInYourPlan")}` : editor.t("tree.adder.add", { name })}
      onClick={() => {
        if (gatedBy) editor.offerUpgrade(gatedBy);
        else insert();
      }}
    >
      {gatedBy ? <IconLock className={classes.lock} size={12} stroke={1.9} aria-hidden="true" /> : null}
      {children}
      <span>{name}</span>
    </button>
  );
}

function useTileDrag(
  editor: Editor,
  tile: { readonly current: HTMLElement | null },
  offer: Pick<Props, "pieces" | "insert">,
  isOff: boolean,
): void {
  const now = useRef(offer);
  now.current = offer;
  useEffect(() => {
    const element = tile.current;
    if (!element || isOff) return;
    return draggable({
      element,
      getInitialData: () => ({
        pieces: () => now.current.pieces(),
        insert: (drop: Drop) => now.current.insert(drop),
      }),
      onDragStart: () => editor.actor.send({ type: "drag", piece: now.current.pieces()[0] }),
      onDrop: () => editor.actor.send({ type: "cancel" }),
    });
  }, [editor, tile, isOff]);
}
