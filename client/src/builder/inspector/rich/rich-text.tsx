import { useId, useMemo, useRef, useState } from "react";
import type { Awareness } from "y-protocols/awareness";
import type * as Y from "yjs";
import { useTranslation } from "@/lib/i18n/translation";
import type { Editing } from "../../collab/editing";
import type { TagOffer } from "../inspector";
import { FormatBar, type Tool } from "./format-bar";
import classes from "./rich.module.css";
import type { AlignSetting } from "./rich-parts";
import { TagOffers } from "./tag-offers";
import { useLeaving } from "./use-leaving";
import { useRichEditor } from "./use-rich-editor";

interface Props {
  readonly editing: Editing;
  readonly fragment: Y.XmlFragment;
  /** Name of what the text belongs to. */
  readonly label: string;
  /** One paragraph alone. */
  readonly isLine?: boolean;
  /** The setting by which all of it is set to a side. */
  readonly align?: AlignSetting | undefined;
  /** Colours that the document has already. */
  readonly colours?: readonly string[];
  /** Fields of whoever gets it. */
  readonly tags?: readonly TagOffer[];
  readonly awareness?: Awareness | undefined;
  readonly onDone: () => void;
  /** Told of changes, at most every 300 ms. */
  readonly onChange?: () => void;
}

/** Of the name that the canvas draws above what is selected. */
const NAME_HEIGHT = 16;
const NO_TAGS: readonly TagOffer[] = [];
const NO_COLOURS: readonly string[] = [];

/** Writes in a rich text, in the place where it is drawn. */
export function RichText({ label, isLine = false, tags = NO_TAGS, ...props }: Props) {
  const { t } = useTranslation();
  // An address is what a link leads to, and no words.
  const offers = useMemo(() => tags.filter(({ ofEmail }) => ofEmail !== "address"), [tags]);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [tool, setTool] = useState<Tool>();
  useLeaving(place, props.onDone);
  const editor = useRichEditor(place, {
    editing: props.editing,
    fragment: props.fragment,
    awareness: props.awareness,
    isLine,
    label,
    describedBy: `${id}-hint`,
    tags,
    onDone: () => {
      // The keys go on with the part itself.
      place.current?.closest<HTMLElement>("[data-canvas]")?.focus({ preventScroll: true });
      props.onDone();
    },
    onTools: () => bar.current?.querySelector<HTMLElement>("button")?.focus(),
    onChange: props.onChange,
  });
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a chip that is chosen by keyboard is edited by the bar */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the text in it is the control */}
      <div
        ref={place}
        className={classes.place}
        data-line={isLine || undefined}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest("[data-merge-tag]")) setTool("tag");
        }}
      />
      <span id={`${id}-hint`} hidden>
        {t("inspector.rich.toolbarHint")}
      </span>
      {editor ? (
        <>
          <FormatBar
            bar={bar}
            editor={editor}
            isLine={isLine}
            align={props.align}
            colours={props.colours ?? NO_COLOURS}
            tags={offers}
            tool={tool}
            anchor={() => boxOf(place.current)}
            onTool={setTool}
          />
          {tool === undefined ? <TagOffers editor={editor} tags={offers} /> : null}
        </>
      ) : null}
    </>
  );
}

/** Its part of the canvas with the name that stands above it: the tools cover neither. */
function boxOf(place: HTMLElement | null): DOMRect | undefined {
  const box = (place?.closest("[data-node]") ?? place)?.getBoundingClientRect();
  return box && new DOMRect(box.left, box.top - NAME_HEIGHT, box.width, box.height + NAME_HEIGHT);
}
