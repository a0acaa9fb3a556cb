import { useActorRef, useSelector } from "@xstate/react";
import { useMemo, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import type { TagSuggestion } from "../../inspector/inspector";
import type { RichParts } from "../../inspector/rich/rich-parts";
import type { Decorations } from "../../screen/decorations";
import { getBlockedReason } from "../../screen/stages";
import { useEditedDocument } from "../../screen/use-edited-document";
import {
  type EditorScreenState,
  type ScreenOptions,
  useEditorScreen,
  usePublishedSelection,
} from "../../screen/use-editor-screen";
import { type Editor, useShownRoot } from "../editor";
import { editorMachine } from "../machine/editor-machine";
import type { Snapshot } from "../model/snapshot";
import type { TreeStructure } from "../model/structure";
import { countNodes, findBranch } from "../model/tree-positions";
import { type EditorRegistry, getInitialView, type Kind, type View } from "../registry";
import { createTreeStore } from "../tree-store";

export interface TreeScreenOptions extends ScreenOptions {
  readonly registry: EditorRegistry;
  readonly rich: RichParts;
  readonly tags: readonly TagSuggestion[];
  /** Names of the plan's features. */
  readonly features: ReadonlySet<string>;
}

/** State of the screen of a tree editor. */
export interface TreeScreenState extends EditorScreenState {
  readonly editor: Editor;
  /** Id of the shown root. */
  readonly root: string;
  readonly beside: Decorations;
  readonly view: View;
  readonly setView: (view: View) => void;
  /** A chosen kind that the plan lacks. */
  readonly gated: Kind | undefined;
  readonly closeUpgrade: () => void;
}

/** Everything that a tree editor's screen needs: a registry is enough for an editor. */
export function useTreeScreen(options: TreeScreenOptions): TreeScreenState {
  const { registry, rich, tags, features } = options;
  const { t } = useTranslation();
  const screen = useEditorScreen(options, registry);
  const { awareness } = screen.used;
  const [view, setView] = useState(() => getInitialView(registry));
  const actor = useActorRef(editorMachine, { input: screen.facts });
  const { edited, beside, gated, closeUpgrade } = useEditedDocument<TreeStructure, Snapshot, Kind>({
    screen,
    structure: registry.structure,
    openStore: createTreeStore,
    send: actor.send,
    hasNode: isVisible,
    hasObject: isVisible,
    excessOf: countExcess,
    fullText: t("tree.say.full"),
    features,
  });
  const editor = useMemo(
    (): Editor => ({ ...edited, registry, actor, rich, tags, awareness }),
    [edited, registry, actor, rich, tags, awareness],
  );
  const stage = useSelector(actor, ({ value }) => value.screen);
  const blocked = useSelector(actor, ({ context }) => getBlockedReason(context.facts));
  const selected = useSelector(actor, ({ context }) => context.selected);
  usePublishedSelection(screen, selected);
  const root = useShownRoot(editor);
  return { ...screen, editor, stage, blocked, selected, root, beside, view, setView, gated, closeUpgrade };
}

function isVisible(now: Snapshot, id: string): boolean {
  return findBranch(now, id) !== undefined;
}

function countExcess(now: Snapshot): number {
  return Math.max(0, countNodes(now) - now.structure.limits.nodes);
}
