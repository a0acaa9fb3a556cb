/**
 * The kinds of an editor: the server's definition of each (settings, group, required feature of the plan), joined with
 * its component. The builder itself names no kind; it knows kinds only through this registry.
 */
import type { ComponentType, CSSProperties, ReactNode } from "react";
import type { Settings } from "../collab/values";
import type { Contrast } from "../inspector/contrast";
import type { Finding } from "../inspector/findings";
import type { Controls } from "../inspector/inspector";
import {
  joinKinds,
  type KindAppearance,
  type KindDefinition,
  type KindIconProps,
  type KindRecord,
} from "../inspector/kinds";
import { hasReferences, resolveReferences, type Targets } from "../inspector/references";
import { buildDefaults, buildFields, type Field, resolveValues, type Schema } from "../inspector/schema";
import type { RootPiece } from "./commands/roots";
import type { Piece } from "./model/pieces";
import type { Snapshot } from "./model/snapshot";
import { getLevel, listWrapperLevels, type TreeStructure } from "./model/structure";
import { iterateBranches } from "./model/tree-positions";
import type { SectionSource } from "./sections/section-source";

/** Device and colour scheme in which the document is shown, by their names in the registry. */
export interface View {
  readonly device: string;
  readonly scheme: string;
}

/** A device or colour scheme that the user can choose. */
export interface ViewOption {
  readonly name: string;
  /** Key of its label. */
  readonly textKey: string;
  readonly icon: ComponentType<KindIconProps>;
}

/** The devices and colour schemes of an editor. The first of each is shown at first; a single one is no choice. */
export interface ViewOptions {
  readonly devices: readonly [ViewOption, ...ViewOption[]];
  readonly schemes: readonly [ViewOption, ...ViewOption[]];
}

export interface KindPreviewProps {
  /** Every setting of the schema; the default replaces a missing or invalid value. Rich text is `{ $rich }`. */
  readonly settings: Settings;
  /** The document-wide settings. */
  readonly globals: Settings;
  readonly view: View;
  /** Available width in pixels. */
  readonly width: number;
  /** The rendered children, if the kind has no slots. */
  readonly children?: ReactNode;
  /** The rendered children by slot, if the kind has slots; empty slots are absent. */
  readonly slots?: ReadonlyMap<string, ReactNode>;
  /** Renders the rich text of a setting, or its text editor while the user writes in it. */
  readonly Rich: ComponentType<RichProps>;
}

export interface RichProps {
  readonly field: string;
  /** Shown on the canvas while the text is empty; never sent. */
  readonly placeholder?: string;
  /** Font size in pixels. */
  readonly size?: number;
  readonly linkColour?: string;
}

/** The appearance of a kind in the editor: one file of the editor's feature. */
export interface EditorKind extends KindAppearance {
  readonly Preview: ComponentType<KindPreviewProps>;
  /** Style of the box that the canvas puts around it. */
  readonly box?: (settings: Settings, width: number, view: View) => CSSProperties;
  /** Width in pixels of each child; the width of the node itself if absent. */
  readonly inner?: (settings: Settings, width: number, view: View, inside: readonly Settings[]) => readonly number[];
  /** Text and background colour to check for contrast; undefined unless both are plain colours. */
  readonly contrast?: (settings: Settings, globals: Settings) => Contrast | undefined;
  /** Short text shown after the kind's name in the outline. */
  readonly summary?: (settings: Settings) => string;
}

/** The server's definition of a kind of root. */
export interface RootRecord {
  readonly name: string;
  readonly schema: Schema;
}

export interface EditorRecord {
  readonly structure: TreeStructure;
  readonly globals: Schema;
  readonly kinds: readonly KindRecord[];
  readonly roots: readonly RootRecord[];
}

/** A kind of root, such as a popup. Its texts are `<texts>.rootKinds.<name>`. */
export interface RootKind extends RootRecord {
  readonly fields: readonly Field[];
  readonly hasReferences: boolean;
}

/** A root as rendered; `kind` is undefined for a root without settings. */
export interface ResolvedRoot {
  readonly id: string;
  readonly kind: string | undefined;
  readonly settings: Settings;
}

export interface Kind extends EditorKind, KindDefinition {}

/** Props of the component around a root: its background, and the fixed content before and after the nodes. */
export interface DocumentFrameProps {
  readonly globals: Settings;
  readonly root: ResolvedRoot;
  readonly view: View;
  readonly children: ReactNode;
}

/** A ready-made part to insert, illustrated by the widths of its children. */
export interface Preset {
  readonly name: string;
  /** Relative widths of the children. */
  readonly parts: readonly number[];
  readonly piece: Piece;
}

/**
 * What a panel is about: the selected node, several nodes of one kind, or, while none is selected, the shown root and
 * the whole document.
 */
export type PanelTarget =
  | { readonly type: "nodes"; readonly ids: readonly string[]; readonly kind: Kind }
  | { readonly type: "node"; readonly id: string; readonly kind: Kind }
  | { readonly type: "root"; readonly id: string; readonly kind: RootKind | undefined }
  | { readonly type: "document" };

export interface PanelProps {
  readonly target: PanelTarget;
  /** Whether the target cannot be changed: it is locked, or the user can only view the document. */
  readonly isReadOnly: boolean;
}

/** A tab of the right panel. Its component reads the document, or a query. */
export interface EditorPanel {
  readonly name: string;
  /** Key of its title. */
  readonly textKey: string;
  readonly icon?: ComponentType<KindIconProps>;
  readonly appliesTo: (target: PanelTarget) => boolean;
  readonly Panel: ComponentType<PanelProps>;
  /**
   * Whether its controls stay usable for a read-only target, such as the pages of a list: the panel itself must then
   * change nothing. All controls are disabled otherwise.
   */
  readonly staysUsable?: boolean;
}

/** The view of a document that findings are computed from. */
export interface DocumentView {
  readonly snapshot: Snapshot;
  readonly globals: Settings;
  /** The rendered settings of a node. */
  readonly settings: (id: string) => Settings;
}

/** The panels of all editors whose settings schemas name as `tab`. */
const FIELD_TABS: readonly string[] = ["settings", "look"];

export interface EditorParts {
  readonly name: string;
  /** Key prefix of its texts: `<texts>.kinds.<kind>.name`, `<texts>.fields.<field>`, `<texts>.choices.<value>`. */
  readonly texts: string;
  /** Prefix of the keys under which the browser stores unacknowledged updates. It ends with an underscore. */
  readonly storagePrefix: string;
  readonly kinds: readonly EditorKind[];
  readonly Whole: ComponentType<DocumentFrameProps>;
  /** Width in pixels of the canvas, and of the nodes inside it (`inner`). */
  readonly surface: (
    globals: Settings,
    view: View,
    root: ResolvedRoot,
  ) => { readonly width: number; readonly inner: number };
  readonly views: ViewOptions;
  readonly presets: readonly Preset[];
  /** Sections of this editor, shown after the presets. */
  readonly sections?: SectionSource;
  /** Levels with kinds that the user can insert individually. */
  readonly offers: readonly string[];
  /** Controls of this editor, by the name that setting schemas use. */
  readonly controls?: Controls;
  /** Panels of this editor, shown after those that all editors have. */
  readonly panels?: readonly EditorPanel[];
  /** Computes the problems of a document, after each change. */
  readonly findings?: (document: DocumentView) => readonly Finding[];
}

export interface EditorRegistry extends Omit<EditorParts, "kinds"> {
  readonly structure: TreeStructure;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly roots: ReadonlyMap<string, RootKind>;
  readonly globals: Schema;
  readonly globalFields: readonly Field[];
}

/** Joins the server's and the client's definitions. Throws if one side lacks a kind of the other. */
export function createRegistry(record: EditorRecord, { kinds, ...parts }: EditorParts): EditorRegistry {
  const known = joinKinds(record.kinds, kinds, (level) => getLevel(record.structure, level) !== undefined);
  const tabs = new Set([...FIELD_TABS, ...(parts.panels ?? []).map(({ name }) => name)]);
  const globalFields = buildFields(record.globals);
  const roots = record.roots.map(
    (root): RootKind => ({ ...root, fields: buildFields(root.schema), hasReferences: hasReferences(root.schema) }),
  );
  const lost = [globalFields, ...[...known.values(), ...roots].map(({ fields }) => fields)]
    .flat()
    .find(({ tab }) => !tabs.has(tab));
  if (lost) throw new Error(`the setting ${lost.name} has no panel ${lost.tab}`);
  return {
    ...parts,
    structure: record.structure,
    kinds: known,
    roots: new Map(roots.map((root) => [root.name, root])),
    globals: record.globals,
    globalFields,
  };
}

/** The view in which a document is shown at first. */
export function getInitialView({ views }: EditorRegistry): View {
  return { device: views.devices[0].name, scheme: views.schemes[0].name };
}

/** The piece to insert for a chosen kind. */
export function buildPiece({ name, level, schema }: Kind): Piece {
  return { level, kind: name, settings: buildDefaults(schema), children: [] };
}

/** The root to add for a chosen kind. */
export function buildRoot({ name, schema }: RootKind): RootPiece {
  return { kind: name, settings: buildDefaults(schema), children: [] };
}

/**
 * The settings to render: stored values, with defaults for missing or invalid ones. A reference without an eligible
 * target is null, also if the snapshot is not given.
 */
export function resolveSettings(kind: Kind, stored: Settings, snapshot?: Snapshot): Settings {
  const settings = resolveValues(kind.schema, stored);
  return kind.hasReferences
    ? resolveReferences(kind.schema, settings, snapshot ? getTargets(snapshot) : NO_TARGETS)
    : settings;
}

const NO_TARGETS: Targets = { nodes: new Map(), roots: new Map() };

const targetsBySnapshot = new WeakMap<Snapshot, Targets>();

/** The nodes and roots that references can lead to. */
export function getTargets(snapshot: Snapshot): Targets {
  const known = targetsBySnapshot.get(snapshot);
  if (known) return known;
  const targets: Targets = {
    nodes: new Map([...iterateBranches(snapshot)].map(({ branch }) => [branch.id, branch.kind])),
    roots: new Map([...snapshot.rootSettings].map(([id, { kind }]) => [id, kind])),
  };
  targetsBySnapshot.set(snapshot, targets);
  return targets;
}

/** A root with the settings to render. A root of an unknown kind has none. */
export function resolveRoot(registry: EditorRegistry, snapshot: Snapshot, id: string): ResolvedRoot {
  const root = snapshot.rootSettings.get(id);
  const kind = registry.roots.get(root?.kind ?? "");
  if (!kind || !root) return { id, kind: undefined, settings: {} };
  const settings = resolveValues(kind.schema, root.settings);
  return {
    id,
    kind: kind.name,
    settings: kind.hasReferences ? resolveReferences(kind.schema, settings, getTargets(snapshot)) : settings,
  };
}

/** The wrapper for nodes of a level, with `inside` in its innermost piece; undefined if the level needs no wrapper. */
export function buildWrapper(
  { structure, kinds }: EditorRegistry,
  level: string,
  inside: readonly Piece[],
): Piece | undefined {
  let piece: Piece | undefined;
  for (const name of [...listWrapperLevels(structure, level)].reverse()) {
    const kind = [...kinds.values()].find((each) => each.level === name);
    if (!kind) return undefined;
    piece = { ...buildPiece(kind), children: piece ? [piece] : inside };
  }
  return piece;
}
