import { composedKey } from "@/lib/i18n/translation";
import { gatedIn, put } from "../acts";
import { useEditor } from "../editor";
import { newPiece } from "../registry";
import classes from "./adder.module.css";
import { SectionAdder } from "./section-adder";
import { Tile } from "./tile";

/** The kinds that are offered one by one, in groups. */
export function Adder() {
  const editor = useEditor();
  const { registry, t, allows } = editor;
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
                  pieces={() => [newPiece(kind)]}
                  insert={(drop) => put(editor, newPiece(kind), drop)}
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

/** Parts that are offered ready-made: presets, drawn by the widths of what lies in them, and the editor's sections. */
export function PresetAdder() {
  const editor = useEditor();
  const { registry, t } = editor;
  return (
    <div className={classes.adder}>
      <div className={classes.rows}>
        {registry.presets.map(({ name, parts, piece }) => (
          <Tile
            key={name}
            name={t(composedKey(`${registry.texts}.rows.${name}`))}
            gatedBy={gatedIn(editor, piece)}
            pieces={() => [piece]}
            insert={(drop) => put(editor, piece, drop)}
          >
            <span className={classes.parts} aria-hidden="true">
              {parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing but their place
                <i key={index} style={{ flexGrow: part }} />
              ))}
            </span>
          </Tile>
        ))}
      </div>
      {registry.sections ? <SectionAdder source={registry.sections} /> : null}
      <p>{t("tree.adder.help")}</p>
    </div>
  );
}
