import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { PlainButton } from "@/ui/components/plain-button";
import { AdderHeading } from "../../screen/adder";
import { useEditor } from "../editor";
import type { Piece } from "../model/pieces";
import { insertSection } from "../sections/insert-section";
import type { Section, SectionSource } from "../sections/section-source";
import { filterUsableParts } from "../sections/usable-parts";
import { useSections } from "../sections/use-sections";
import classes from "./adder.module.css";
import { Tile } from "./tile";

const SEARCH_DELAY_MS = 250;
const MAX_SEARCH_LENGTH = 100;
/** Number of blocks in a sketch. */
const MAX_SKETCH_BLOCKS = 6;

/** The sections of the editor, to search, drag and insert. */
export function SectionAdder({ source }: { readonly source: SectionSource }) {
  const { registry, t } = useEditor();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const { sections, hasFailed, isFetching, again, more } = useSections(registry.name, source, search);
  return (
    <section aria-label={t("tree.sections.title")} aria-busy={isFetching}>
      <AdderHeading>{t("tree.sections.title")}</AdderHeading>
      <TextInput
        size="sm"
        my={8}
        type="search"
        aria-label={t("tree.sections.search")}
        placeholder={t("tree.sections.search")}
        maxLength={MAX_SEARCH_LENGTH}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={classes.rows}>
        {sections?.map((section) => (
          <SectionTile key={section.id} section={section} />
        ))}
      </div>
      {hasFailed ? (
        <p role="alert">
          {t("tree.sections.failed")} <PlainButton onClick={again}>{t("ui.retry")}</PlainButton>
        </p>
      ) : null}
      {!sections && !hasFailed ? <p role="status">{t("words.loading")}</p> : null}
      {sections?.length === 0 ? <p>{t(search ? "tree.sections.noMatch" : "tree.sections.empty")}</p> : null}
      {more && !hasFailed ? (
        <PlainButton isBusy={isFetching} onClick={more}>
          {t("words.loadMore")}
        </PlainButton>
      ) : null}
    </section>
  );
}

function SectionTile({ section }: { readonly section: Section }) {
  const editor = useEditor();
  const { pieces, gated } = filterUsableParts(editor, section.pieces);
  const [first] = gated;
  return (
    <Tile
      name={section.name}
      gatedBy={pieces.length === 0 ? first : undefined}
      pieces={() => filterUsableParts(editor, section.pieces).pieces}
      insert={(drop) => insertSection(editor, section, drop)}
    >
      {section.thumbnail ? (
        <img className={classes.thumbnail} src={section.thumbnail} alt="" loading="lazy" />
      ) : (
        <Sketch pieces={section.pieces} />
      )}
    </Tile>
  );
}

/** The icons of the first blocks of a section that contain no others. */
function Sketch({ pieces }: { readonly pieces: readonly Piece[] }) {
  const { registry } = useEditor();
  const kinds = listLeaves(pieces).map(({ kind }) => registry.kinds.get(kind));
  return (
    <span className={classes.sketch} aria-hidden="true">
      {kinds.map((kind, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a kind can occur several times
        kind ? <kind.icon key={index} size={16} stroke={1.7} /> : null,
      )}
    </span>
  );
}

function listLeaves(pieces: readonly Piece[]): readonly Piece[] {
  const leaves: Piece[] = [];
  const waiting = [...pieces].reverse();
  for (let next = waiting.pop(); next && leaves.length < MAX_SKETCH_BLOCKS; next = waiting.pop()) {
    if (next.children.length === 0) leaves.push(next);
    waiting.push(...[...next.children].reverse());
  }
  return leaves;
}
