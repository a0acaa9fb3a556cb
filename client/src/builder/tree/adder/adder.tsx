import { draggable } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { IconLock } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { composedKey } from "@/lib/i18n/translation";
import { put } from "../acts";
import { type Editor, useEditor } from "../editor";
import type { Piece } from "../model/pieces";
import { type Kind, newPiece } from "../registry";
import classes from "./adder.module.css";

interface TileProps {
  readonly name: string;
  /** Not in the plan: it says so, and offers what would bring it. */
  readonly gatedBy?: Kind | undefined;
  readonly piece: () => Piece;
  readonly children: ReactNode;
}

/** Something to put in: dragged onto the canvas, or after what is selected by a click. */
function Tile({ name, gatedBy, piece, children }: TileProps) {
  const editor = useEditor();
  const tile = useRef<HTMLButtonElement>(null);
  useTileDrag(editor, tile, piece, gatedBy !== undefined);
  return (
    <button
      ref={tile}
      type="button"
      className={classes.tile}
      aria-label={gatedBy ? `${name}: ${editor.t("terms.notInYourPlan")}` : editor.t("tree.adder.add", { name })}
      onClick={() => {
        if (gatedBy) editor.offerUpgrade(gatedBy);
        else put(editor, piece());
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
  piece: () => Piece,
  isOff: boolean,
): void {
  const now = useRef(piece);
  now.current = piece;
  useEffect(() => {
    const element = tile.current;
    if (!element || isOff) return;
    return draggable({
      element,
      getInitialData: () => ({ piece: () => now.current() }),
      onDragStart: () => editor.actor.send({ type: "drag", piece: now.current() }),
      onDrop: () => editor.actor.send({ type: "cancel" }),
    });
  }, [editor, tile, isOff]);
}

/** The kinds that are offered one by one, in groups. */
export function Adder() {
  const { registry, t, allows } = useEditor();
  const components = [...registry.kinds.values()].filter(({ level }) => registry.offers.includes(level));
  const groups = [...new Set(components.map(({ group }) => group))];
  return (
    <div className={classes.adder}>
      {groups.map((group) => (
        <section key={group} aria-label={t(composedKey(`${registry.texts}.groups.${group}`))}>
          <h2>{t(composedKey(`${registry.texts}.groups.${group}`))}</h2>
          <div className={classes.tiles}>
            {components
              .filter((kind) => kind.group === group)
              .map((kind) => (
                <Tile
                  key={kind.name}
                  name={t(composedKey(`${registry.texts}.kinds.${kind.name}.name`))}
                  gatedBy={allows(kind) ? undefined : kind}
                  piece={() => newPiece(kind)}
                >
                  <kind.icon size={18} stroke={1.7} />
                </Tile>
              ))}
          </div>
        </section>
      ))}
      <p>{t("tree.adder.help")}</p>
    </div>
  );
}

/** Parts that are offered ready-made, drawn by the widths of what lies in them. */
export function PresetAdder() {
  const { registry, t } = useEditor();
  return (
    <div className={classes.adder}>
      <div className={classes.rows}>
        {registry.presets.map(({ name, parts, piece }) => (
          <Tile key={name} name={t(composedKey(`${registry.texts}.rows.${name}`))} piece={() => piece}>
            <span className={classes.parts} aria-hidden="true">
              {parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing but their place
                <i key={index} style={{ flexGrow: part }} />
              ))}
            </span>
          </Tile>
        ))}
      </div>
      <p>{t("tree.adder.help")}</p>
    </div>
  );
}
