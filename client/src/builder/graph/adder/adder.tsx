import { IconLock } from "@tabler/icons-react";
import { useRef } from "react";
import { composedKey } from "@/lib/i18n/translation";
import { addKind } from "../acts";
import { kindName, useGraphEditor } from "../editor";
import type { GraphKind } from "../registry";
import classes from "./adder.module.css";
import { useTileDrag } from "./use-tile-drag";

/** The kinds that can be added, in groups. */
export function GraphAdder() {
  const { editing, registry, t } = useGraphEditor();
  const kinds = [...registry.kinds.values()].filter(({ level }) => registry.offers.includes(level));
  const groups = [...new Set(kinds.map(({ group }) => group))];
  return (
    <aside className={classes.adder} aria-label={t("graph.adder.label")}>
      {editing.isViewed
        ? null
        : groups.map((group) => (
            <section key={group} aria-label={t(composedKey(`${registry.texts}.groups.${group}`))}>
              <h2>{t(composedKey(`${registry.texts}.groups.${group}`))}</h2>
              {kinds
                .filter((kind) => kind.group === group)
                .map((kind) => (
                  <Tile key={kind.name} kind={kind} />
                ))}
            </section>
          ))}
      <p>{t(editing.isViewed ? "graph.adder.viewed" : "graph.adder.help")}</p>
    </aside>
  );
}

function Tile({ kind }: { readonly kind: GraphKind }) {
  const editor = useGraphEditor();
  const { t } = editor;
  const name = kindName(editor, kind.name);
  const isAllowed = editor.allows(kind);
  const tile = useRef<HTMLButtonElement>(null);
  useTileDrag(tile, kind, isAllowed);
  return (
    <button
      ref={tile}
      type="button"
      className={classes.tile}
      aria-label={isAllowed ? t("graph.adder.add", { name }) : `${name}: ${t("terms.notInYourPlan")}`}
      onClick={() => addKind(editor, kind)}
    >
      <span className={classes.icon} aria-hidden="true">
        <kind.icon size={16} stroke={1.7} />
      </span>
      <span>{name}</span>
      {isAllowed ? null : <IconLock size={14} stroke={1.9} aria-hidden="true" />}
    </button>
  );
}
