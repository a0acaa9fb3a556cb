import { toTextKey } from "@/lib/i18n/translation";
import { AdderHelp, KindGroups } from "../../screen/adder";
import { findGatedKind, insertPiece } from "../actions";
import { useEditor } from "../editor";
import { buildPiece } from "../registry";
import classes from "./adder.module.css";
import { SectionAdder } from "./section-adder";
import { Tile } from "./tile";

/** The kinds that users can add one by one, in groups. */
export function Adder() {
  const editor = useEditor();
  const { registry, t, allows } = editor;
  return (
    <div className={classes.adder}>
      <KindGroups registry={registry} className={classes.tiles}>
        {(kind) => (
          <Tile
            key={kind.name}
            name={t(toTextKey(`${registry.texts}.kinds.${kind.name}.name`))}
            gatedBy={allows(kind) ? undefined : kind}
            pieces={() => [buildPiece(kind)]}
            insert={(drop) => insertPiece(editor, buildPiece(kind), drop)}
          >
            <kind.icon size={18} stroke={1.7} />
          </Tile>
        )}
      </KindGroups>
      <AdderHelp>{t("tree.adder.help")}</AdderHelp>
    </div>
  );
}

/** Ready-made parts: presets, each illustrated by the widths of its children, and the editor's sections. */
export function PresetAdder() {
  const editor = useEditor();
  const { registry, t } = editor;
  return (
    <div className={classes.adder}>
      <div className={classes.rows}>
        {registry.presets.map(({ name, parts, piece }) => (
          <Tile
            key={name}
            name={t(toTextKey(`${registry.texts}.rows.${name}`))}
            gatedBy={findGatedKind(editor, piece)}
            pieces={() => [piece]}
            insert={(drop) => insertPiece(editor, piece, drop)}
          >
            <span className={classes.parts} aria-hidden="true">
              {parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they differ only by their position
                <i key={index} style={{ flexGrow: part }} />
              ))}
            </span>
          </Tile>
        ))}
      </div>
      {registry.sections ? <SectionAdder source={registry.sections} /> : null}
      <AdderHelp>{t("tree.adder.help")}</AdderHelp>
    </div>
  );
}
