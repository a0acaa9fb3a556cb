import { draggable } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { IconLock } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { AdderTile } from "../../screen/adder";
import type { Drop } from "../drag/drop";
import { type Editor, useEditor } from "../editor";
import type { Piece } from "../model/pieces";
import type { Kind } from "../registry";
import classes from "./adder.module.css";

interface Props {
  readonly name: string;
  /** A kind in it that the plan lacks; an upgrade is offered instead. */
  readonly gatedBy?: Kind | undefined;
  readonly pieces: () => readonly Piece[];
  /** Inserts the pieces, after the selected node by default. */
  readonly insert: (drop?: Drop) => void;
  readonly children: ReactNode;
}

/** A part to insert: dragged onto the canvas, or by a click after the selected node. */
export function Tile({ name, gatedBy, pieces, insert, children }: Props) {
  const editor = useEditor();
  const tile = useRef<HTMLButtonElement>(null);
  useTileDrag(editor, tile, { pieces, insert }, gatedBy !== undefined);
  return (
    <AdderTile
      tile={tile}
      name={name}
      addLabel={editor.t("tree.adder.add", { name })}
      isGated={gatedBy !== undefined}
      className={classes.tile}
      onClick={() => {
        if (gatedBy) editor.offerUpgrade(gatedBy);
        else insert();
      }}
    >
      {gatedBy ? <IconLock className={classes.lock} size={12} stroke={1.9} aria-hidden="true" /> : null}
      {children}
      <span>{name}</span>
    </AdderTile>
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
