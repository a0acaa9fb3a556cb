import {
  IconBlockquote,
  IconBold,
  IconBraces,
  IconClearFormatting,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPalette,
  IconStrikethrough,
  IconUnderline,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import type { ComponentType, ReactNode, RefObject } from "react";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { SIDE_ICONS } from "../controls/side-icons";
import type { TagSuggestion } from "../inspector";
import { SIDES, type Side } from "../sides";
import { handleToolbarKey } from "../toolbar-keys";
import { ColourForm } from "./colour-form";
import { Floating } from "./floating";
import { LinkForm } from "./link-form";
import classes from "./rich.module.css";
import type { AlignSetting } from "./rich-parts";
import { TagForm } from "./tag-form";
import { useAnchor } from "./use-anchor";
import { useEditorState } from "./use-rich-editor";

export type Tool = "colour" | "link" | "tag" | undefined;

interface FormatAction {
  readonly name: string;
  readonly Icon: ComponentType<{ readonly size?: number; readonly stroke?: number; readonly "aria-hidden"?: true }>;
  readonly keys?: string;
  readonly isActive: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const MARKS: readonly FormatAction[] = [
  buildMarkAction("bold", IconBold, "Ctrl+B", (editor) => editor.chain().focus().toggleBold().run()),
  buildMarkAction("italic", IconItalic, "Ctrl+I", (editor) => editor.chain().focus().toggleItalic().run()),
  buildMarkAction("underline", IconUnderline, "Ctrl+U", (editor) => editor.chain().focus().toggleUnderline().run()),
  buildMarkAction("strike", IconStrikethrough, "Ctrl+Shift+S", (editor) => editor.chain().focus().toggleStrike().run()),
];

const BLOCKS: readonly FormatAction[] = [
  buildHeadingAction("heading2", 2, IconH2),
  buildHeadingAction("heading3", 3, IconH3),
  buildMarkAction("bulletList", IconList, undefined, (editor) => editor.chain().focus().toggleBulletList().run()),
  buildMarkAction("orderedList", IconListNumbers, undefined, (editor) =>
    editor.chain().focus().toggleOrderedList().run(),
  ),
  buildMarkAction("blockquote", IconBlockquote, undefined, (editor) => editor.chain().focus().toggleBlockquote().run()),
];

function buildMarkAction(
  name: string,
  Icon: FormatAction["Icon"],
  keys: string | undefined,
  run: FormatAction["run"],
): FormatAction {
  return { name, Icon, ...(keys ? { keys } : {}), isActive: (editor) => editor.isActive(name), run };
}

function buildHeadingAction(name: string, level: 2 | 3, Icon: FormatAction["Icon"]): FormatAction {
  const isActive = (editor: Editor) => editor.isActive("heading", { level });
  return { name, Icon, isActive, run: (editor) => editor.chain().focus().toggleHeading({ level }).run() };
}

const ICON = { size: 16, stroke: 1.8, "aria-hidden": true } as const;

interface Props {
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly editor: Editor;
  readonly isLine: boolean;
  readonly align: AlignSetting | undefined;
  readonly colours: readonly string[];
  readonly tags: readonly TagSuggestion[];
  readonly tool: Tool;
  readonly anchor: () => DOMRect | undefined;
  readonly onTool: (tool: Tool) => void;
}

/** The formatting toolbar of a text. Arrow keys walk along it, and Escape returns to the text. */
export function FormatBar({ bar, editor, isLine, align, colours, tags, tool, anchor, onTool }: Props) {
  const { t } = useTranslation();
  const size = useEditorState(editor, ({ state }) => state.doc.content.size);
  const isColoured = useEditorState(editor, (now) => typeof now.getAttributes("textStyle").color === "string");
  const isLink = useEditorState(editor, (now) => now.isActive("link"));
  const isTag = useEditorState(editor, (now) => now.isActive("mergeTag"));
  const spot = useAnchor(bar, anchor, "above", `${size} ${tool}`);
  const acts = isLine ? MARKS : [...MARKS, ...BLOCKS];
  const close = () => {
    onTool(undefined);
    editor.commands.focus();
  };
  return (
    <Floating ref={bar} className={classes.bar} style={spot ?? { visibility: "hidden" }}>
      <div
        className={classes.tools}
        role="toolbar"
        aria-label={t("inspector.rich.toolbar")}
        tabIndex={-1}
        onKeyDown={(event) => handleToolbarKey(event, () => editor.commands.focus())}
      >
        {acts.map((act) => (
          <FormatButton key={act.name} act={act} editor={editor} />
        ))}
        {isLine && !align ? null : <AlignButtons editor={editor} isLine={isLine} align={align} />}
        <span className={classes.parting} />
        <ToolButton
          label={t("inspector.rich.colour")}
          isOpen={tool === "colour"}
          isActive={isColoured}
          onClick={() => onTool(tool === "colour" ? undefined : "colour")}
        >
          <IconPalette {...ICON} />
        </ToolButton>
        <ToolButton
          label={t("inspector.rich.link")}
          isOpen={tool === "link"}
          isActive={isLink}
          onClick={() => onTool(tool === "link" ? undefined : "link")}
        >
          <IconLink {...ICON} />
        </ToolButton>
        <ToolButton
          label={t("terms.insertMergeTag")}
          isOpen={tool === "tag"}
          isActive={isTag}
          onClick={() => onTool(tool === "tag" ? undefined : "tag")}
        >
          <IconBraces {...ICON} />
        </ToolButton>
        <IconButton
          size="row"
          label={t("inspector.rich.clear")}
          tabIndex={-1}
          onClick={() => editor.chain().focus().unsetAllMarks().clearNodes().run()}
        >
          <IconClearFormatting {...ICON} />
        </IconButton>
      </div>
      {tool === "colour" ? <ColourForm editor={editor} colours={colours} onClose={close} /> : null}
      {tool === "link" ? <LinkForm editor={editor} onClose={close} /> : null}
      {tool === "tag" ? <TagForm editor={editor} tags={tags} onClose={close} /> : null}
    </Floating>
  );
}

function FormatButton({ act, editor }: { readonly act: FormatAction; readonly editor: Editor }) {
  const { t } = useTranslation();
  const isActive = useEditorState(editor, act.isActive);
  const label = t(toTextKey(`inspector.rich.${act.name}`));
  return (
    <IconButton
      size="row"
      label={act.keys ? `${label} (${act.keys})` : label}
      aria-pressed={isActive}
      tabIndex={-1}
      onClick={() => act.run(editor)}
    >
      <act.Icon {...ICON} />
    </IconButton>
  );
}

interface AlignProps {
  readonly editor: Editor;
  readonly isLine: boolean;
  readonly align: AlignSetting | undefined;
}

/** Aligns a line as a whole. In other texts it aligns blocks, which follow the whole text again if both are equal. */
function AlignButtons({ editor, isLine, align }: AlignProps) {
  const { t } = useTranslation();
  const own = useEditorState(editor, (now) => SIDES.find((side) => now.isActive({ textAlign: side })));
  const whole = align?.side ?? "left";
  function set(side: Side): void {
    if (isLine) {
      align?.set(side);
      editor.commands.focus();
      return;
    }
    const attributes = { textAlign: side === whole ? null : side };
    editor.chain().focus().updateAttributes("paragraph", attributes).updateAttributes("heading", attributes).run();
  }
  return (
    <>
      <span className={classes.parting} />
      {SIDES.map((side) => {
        const Icon = SIDE_ICONS[side];
        return (
          <IconButton
            key={side}
            size="row"
            label={t(`inspector.rich.align.${side}`)}
            aria-pressed={(own ?? whole) === side}
            tabIndex={-1}
            onClick={() => set(side)}
          >
            <Icon {...ICON} />
          </IconButton>
        );
      })}
    </>
  );
}

interface ToolButtonProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function ToolButton({ label, isOpen, isActive, onClick, children }: ToolButtonProps) {
  return (
    <IconButton
      size="row"
      label={label}
      aria-expanded={isOpen}
      data-active={isActive || undefined}
      tabIndex={-1}
      onClick={onClick}
    >
      {children}
    </IconButton>
  );
}
