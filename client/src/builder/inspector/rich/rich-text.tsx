import { useId, useMemo, useRef, useState } from "react";
import type { Awareness } from "y-protocols/awareness";
import type * as Y from "yjs";
import { useTranslation } from "@/lib/i18n/translation";
import type { Editing } from "../../collab/editing";
import type { TagSuggestion } from "../inspector";
import { FormatBar, type Tool } from "./format-bar";
import classes from "./rich.module.css";
import type { AlignSetting } from "./rich-parts";
import { TagSuggestions } from "./tag-suggestions";
import { useFocusOut } from "./use-focus-out";
import { useRichEditor } from "./use-rich-editor";

interface Props {
  readonly editing: Editing;
  readonly fragment: Y.XmlFragment;
  /** Name of the node that the text belongs to. */
  readonly label: string;
  /** Whether it is one paragraph. */
  readonly isLine?: boolean;
  /** The setting that aligns the whole text. */
  readonly align?: AlignSetting | undefined;
  /** The colours of the document. */
  readonly colours?: readonly string[];
  /** Merge tags to suggest. */
  readonly tags?: readonly TagSuggestion[];
  readonly awareness?: Awareness | undefined;
  readonly onDone: () => void;
  /** Called after changes, at most every 300 ms. */
  readonly onChange?: () => void;
}

/** Height of the name that the canvas shows above a selected node. */
const NAME_HEIGHT = 16;
const NO_TAGS: readonly TagSuggestion[] = [];
const NO_COLOURS: readonly string[] = [];

/** The text editor that replaces a rendered rich text. */
export function RichText({ label, isLine = false, tags = NO_TAGS, ...props }: Props) {
  const { t } = useTranslation();
  // A URL is the target of a link, not text.
  const offers = useMemo(() => tags.filter(({ ofEmail }) => ofEmail !== "address"), [tags]);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [tool, setTool] = useState<Tool>();
  useFocusOut(place, props.onDone);
  const editor = useRichEditor(place, {
    editing: props.editing,
    fragment: props.fragment,
    awareness: props.awareness,
    isLine,
    label,
    describedBy: `${id}-hint`,
    tags,
    onDone: () => {
      // The node itself gets the focus.
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
            anchor={() => getAnchorRect(place.current)}
            onTool={setTool}
          />
          {tool === undefined ? <TagSuggestions editor={editor} tags={offers} /> : null}
        </>
      ) : null}
    </>
  );
}

/** The node with its name above it: the toolbar covers neither. */
function getAnchorRect(place: HTMLElement | null): DOMRect | undefined {
  const box = (place?.closest("[data-node]") ?? place)?.getBoundingClientRect();
  return box && new DOMRect(box.left, box.top - NAME_HEIGHT, box.width, box.height + NAME_HEIGHT);
}
