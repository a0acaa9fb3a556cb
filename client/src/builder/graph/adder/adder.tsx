import { IconLock } from "@tabler/icons-react";
import { useRef } from "react";
import { AdderHelp, AdderTile, KindGroups } from "../../screen/adder";
import { addKind } from "../actions";
import { getKindName, useGraphEditor } from "../editor";
import type { GraphKind } from "../registry";
import classes from "./adder.module.css";
import { useTileDrag } from "./use-tile-drag";

/** The kinds that can be added, in groups. */
export function GraphAdder() {
  const { editing, registry, t } = useGraphEditor();
  return (
    <aside className={classes.adder} aria-label={t("graph.adder.label")}>
      {editing.isViewed ? null : (
        <KindGroups registry={registry} className={classes.tiles}>
          {(kind) => <Tile key={kind.name} kind={kind} />}
        </KindGroups>
      )}
      <AdderHelp>{t(editing.isViewed ? "graph.adder.viewed" : "graph.adder.help")}</AdderHelp>
    </aside>
  );
}

function Tile({ kind }: { readonly kind: GraphKind }) {
  const editor = useGraphEditor();
  const name = getKindName(editor, kind.name);
  const isAllowed = editor.allows(kind);
  const tile = useRef<HTMLButtonElement>(null);
  useTileDrag(tile, kind, isAllowed);
  return (
    <AdderTile
      tile={tile}
      name={name}
      addLabel={editor.t("graph.adder.add", { name })}
      isGated={!isAllowed}
      className={classes.tile}
      onClick={() => addKind(editor, kind)}
    >
      <span className={classes.icon} aria-hidden="true">
        <kind.icon size={16} stroke={1.7} />
      </span>
      <span>{name}</span>
      {isAllowed ? null : <IconLock size={14} stroke={1.9} aria-hidden="true" />}
    </AdderTile>
  );
}
