/**
 * What a document says, as values that stay the same objects while what they say stays the same: only what changed is
 * drawn again. It reads the Yjs document and holds nothing of its own.
 */
import * as Y from "yjs";
import { globalsIn, nodesIn, rootsIn, settingsOf } from "../../tree/model/records";
import { type Snapshot, snapshot } from "../../tree/model/snapshot";
import type { Branch, Tree } from "../../tree/model/tree";
import { plain, type Settings } from "../values";

/** What a node says of itself, without what lies in it. */
export interface NodeView {
  readonly kind: string;
  readonly settings: Settings;
  readonly condition: Settings | undefined;
  readonly isLocked: boolean;
}

type Told = () => void;

export class DocumentStore {
  readonly doc: Y.Doc;
  #snapshot: Snapshot;
  #globals: Settings | undefined;
  /** What it had read when it began; to know whether it missed something until it listens. */
  readonly #read: Y.Snapshot;
  readonly #views = new Map<string, NodeView>();
  readonly #inside = new WeakMap<Branch, readonly (NodeView | undefined)[]>();
  readonly #structure = new Set<Told>();
  readonly #ofGlobals = new Set<Told>();
  readonly #ofNode = new Map<string, Set<Told>>();

  constructor(doc: Y.Doc) {
    this.doc = doc;
    this.#snapshot = snapshot(doc);
    this.#read = Y.snapshot(doc);
  }

  /** Follows the document from now on; answers how to stop that. */
  listen(): () => void {
    const { doc } = this;
    nodesIn(doc).observeDeep(this.#nodesChanged);
    rootsIn(doc).observeDeep(this.#rootsChanged);
    globalsIn(doc).observeDeep(this.#globalsChanged);
    if (!Y.equalSnapshots(this.#read, Y.snapshot(doc))) this.#readAgain();
    return () => {
      nodesIn(doc).unobserveDeep(this.#nodesChanged);
      rootsIn(doc).unobserveDeep(this.#rootsChanged);
      globalsIn(doc).unobserveDeep(this.#globalsChanged);
    };
  }

  /** Roots, nodes and the tree of both; another object when one of them is another. */
  snapshot = (): Snapshot => this.#snapshot;

  globals = (): Settings => {
    this.#globals ??= plain(globalsIn(this.doc)) as Settings;
    return this.#globals;
  };

  /** Undefined when no such node is there any more. */
  node = (id: string): NodeView | undefined => {
    const known = this.#views.get(id);
    if (known) return known;
    const node = nodesIn(this.doc).get(id);
    const settings = node?.get("settings");
    const kind = node?.get("kind");
    if (!node || !(settings instanceof Y.Map) || typeof kind !== "string") return undefined;
    const condition = plain(node.get("condition"));
    const view: NodeView = {
      kind,
      settings: plain(settings) as Settings,
      condition: isSettings(condition) ? condition : undefined,
      isLocked: node.get("locked") === true,
    };
    this.#views.set(id, view);
    return view;
  };

  /** What those in a branch say, as the same list while none of them says otherwise. */
  inside = (branch: Branch): readonly (NodeView | undefined)[] => {
    const now = branch.children.map(({ id }) => this.node(id));
    const before = this.#inside.get(branch);
    if (before?.every((view, index) => view === now[index])) return before;
    this.#inside.set(branch, now);
    return now;
  };

  /** The fragment of a rich setting, to be written in. */
  fragment(id: string, field: string): Y.XmlFragment | undefined {
    const node = nodesIn(this.doc).get(id);
    const value = node && settingsOf(node).get(field);
    return value instanceof Y.XmlFragment ? value : undefined;
  }

  subscribe = (told: Told): (() => void) => subscribed(this.#structure, told);

  subscribeGlobals = (told: Told): (() => void) => subscribed(this.#ofGlobals, told);

  subscribeNode(id: string, told: Told): () => void {
    const all = this.#ofNode.get(id) ?? new Set<Told>();
    this.#ofNode.set(id, all);
    const stop = subscribed(all, told);
    return () => {
      stop();
      if (all.size === 0 && this.#ofNode.get(id) === all) this.#ofNode.delete(id);
    };
  }

  /** What changed while nobody listened. */
  #readAgain(): void {
    const known = [...this.#views.keys()];
    this.#views.clear();
    this.#grow();
    this.#globalsChanged();
    for (const id of known) tell(this.#ofNode.get(id));
  }

  #nodesChanged = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]): void => {
    const changed = new Set<string>();
    let isStructure = false;
    for (const event of events) {
      const [id] = event.path;
      if (typeof id === "string") {
        changed.add(id);
        // Of the node itself: all but what it says of its look stands in the tree.
        if (event.path.length === 1) isStructure ||= [...event.keys.keys()].some((key) => !OWN_KEYS.has(key));
      } else {
        isStructure = true;
        for (const key of event.keys.keys()) changed.add(key);
      }
    }
    for (const id of changed) this.#views.delete(id);
    if (isStructure) this.#grow();
    for (const id of changed) tell(this.#ofNode.get(id));
  };

  #rootsChanged = (): void => this.#grow();

  #globalsChanged = (): void => {
    this.#globals = undefined;
    tell(this.#ofGlobals);
  };

  #grow(): void {
    const next = snapshot(this.doc);
    this.#snapshot = { ...next, tree: kept(this.#snapshot.tree, next.tree) };
    tell(this.#structure);
  }
}

const OWN_KEYS: ReadonlySet<string> = new Set(["settings", "condition", "locked"]);

function subscribed(all: Set<Told>, told: Told): () => void {
  all.add(told);
  return () => all.delete(told);
}

function tell(all: ReadonlySet<Told> | undefined): void {
  for (const told of [...(all ?? [])]) told();
}

function isSettings(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The tree that is now, made of the branches of before wherever they say the same. */
function kept(before: Tree, now: Tree): Tree {
  const known = new Map<string, Branch>();
  const gather = (branches: readonly Branch[]): void => {
    for (const branch of branches) {
      known.set(branch.id, branch);
      gather(branch.children);
    }
  };
  for (const branches of before.values()) gather(branches);

  const keep = (branch: Branch): Branch => {
    const children = keepAll(branch.children, known.get(branch.id)?.children);
    const old = known.get(branch.id);
    const isSame = old && old.children === children && old.kind === branch.kind && old.level === branch.level;
    return isSame ? old : { ...branch, children };
  };
  const keepAll = (branches: readonly Branch[], old: readonly Branch[] | undefined): readonly Branch[] => {
    const kept = branches.map(keep);
    return old && old.length === kept.length && kept.every((branch, index) => branch === old[index]) ? old : kept;
  };
  return new Map([...now].map(([root, branches]) => [root, keepAll(branches, before.get(root))]));
}
