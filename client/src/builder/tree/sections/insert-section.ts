import { toTextKey } from "@/lib/i18n/translation";
import { toast } from "@/ui/toasts";
import { insertPieces } from "../actions";
import type { Drop } from "../drag/drop";
import type { Editor } from "../editor";
import type { Section } from "./section-source";
import { filterUsableParts } from "./usable-parts";

/** Inserts a section, and reports the blocks that were left out. */
export function insertSection(editor: Editor, section: Section, drop?: Drop): void {
  const { registry, t } = editor;
  const { pieces, gated, excluded } = filterUsableParts(editor, section.pieces);
  const [first] = gated;
  if (pieces.length === 0) {
    if (first) editor.offerUpgrade(first);
    else toast("warning", t("tree.sections.unusable", { name: section.name }));
    return;
  }
  if (insertPieces(editor, pieces, drop).length === 0 || excluded === 0) return;
  const names = [...gated].map(({ name }) => t(toTextKey(`${registry.texts}.kinds.${name}.name`)));
  const reason = names.length > 0 ? ` ${t("tree.sections.gated", { names: names.join(", ") })}` : "";
  toast("warning", t("tree.sections.excluded", { count: excluded }) + reason);
}
