/**
 * Views of a Yjs document as plain values. A view stays the same object until its content changes, so that only changed
 * nodes render again. The store has no content of its own.
 */
import * as Y from "yjs";
import { getGlobals, getNodeSettings, getNodes } from "../maps";
import { type Settings, toPlain } from "../values";

/** The content of a node without its children. */
export interface NodeView {
  readonly kind: string;
  readonly settings: Settings;
  readonly condition: Settings | undefined;
  readonly isLocked: boolean;
}

type Listener = () => void;

/** Reads the structure of a document, such as the tree of its nodes. */
export interface StructureReader<Structure> {
  /** Names of the Yjs maps that the structure depends on, beside the nodes. */
  readonly maps: readonly string[];
  read(doc: Y.Doc): Structure;
  /** Returns the structure `now`, with the objects of `before` wherever both have the same content. */
  keep(before: Structure, now: Structure): Structure;
  /** Whether the structure depends on this setting of nodes of this kind. */
  isStructure(kind: unknown, setting: string): boolean;
}

interface Identified {
  readonly id: string;
}

export class DocumentStore<Structure> {
  readonly doc: Y.Doc;
  readonly #reader: StructureReader<Structure>;
  #snapshot: Structure;
  #globals: Settings | undefined;
  /** State of the document at construction. `listen` compares it to find changes in between. */
  readonly #read: Y.Snapshot;
  readonly #views = new Map<string, NodeView>();
  readonly #lists = new WeakMap<readonly Identified[], readonly (NodeView | undefined)[]>();
  readonly #structure = new Set<Listener>();
  readonly #ofGlobals = new Set<Listener>();
  readonly #ofNode = new Map<string, Set<Listener>>();
  readonly #ofChanges = new Set<Listener>();
  #changeCount = 0;

  constructor(doc: Y.Doc, reader: StructureReader<Structure>) {
    this.doc = doc;
    this.#reader = reader;
    this.#snapshot = reader.read(doc);
    this.#read = Y.snapshot(doc);
  }

  /** Follows the document until the returned function is called. */
  listen(): () => void {
    const { doc } = this;
    getNodes(doc).observeDeep(this.#nodesChanged);
    for (const name of this.#reader.maps) doc.getMap(name).observeDeep(this.#mapsChanged);
    getGlobals(doc).observeDeep(this.#globalsChanged);
    if (!Y.equalSnapshots(this.#read, Y.snapshot(doc))) this.#readAgain();
    return () => {
      getNodes(doc).unobserveDeep(this.#nodesChanged);
      for (const name of this.#reader.maps) doc.getMap(name).unobserveDeep(this.#mapsChanged);
      getGlobals(doc).unobserveDeep(this.#globalsChanged);
    };
  }

  /** The structure; a new object after each structural change. */
  snapshot = (): Structure => this.#snapshot;

  globals = (): Settings => {
    this.#globals ??= toPlain(getGlobals(this.doc)) as Settings;
    return this.#globals;
  };

  /** Undefined if the node does not exist. */
  node = (id: string): NodeView | undefined => {
    const known = this.#views.get(id);
    if (known) return known;
    const node = getNodes(this.doc).get(id);
    const settings = node?.get("settings");
    const kind = node?.get("kind");
    if (!node || !(settings instanceof Y.Map) || typeof kind !== "string") return undefined;
    const condition = toPlain(node.get("condition"));
    const view: NodeView = {
      kind,
      settings: toPlain(settings) as Settings,
      condition: isSettings(condition) ? condition : undefined,
      isLocked: node.get("locked") === true,
    };
    this.#views.set(id, view);
    return view;
  };

  /** The views of these nodes; the same list until one of the views changes. */
  views = (nodes: readonly Identified[]): readonly (NodeView | undefined)[] => {
    const now = nodes.map(({ id }) => this.node(id));
    const before = this.#lists.get(nodes);
    if (before?.every((view, index) => view === now[index])) return before;
    this.#lists.set(nodes, now);
    return now;
  };

  /** The editable fragment of a rich text setting. */
  fragment(id: string, field: string): Y.XmlFragment | undefined {
    const node = getNodes(this.doc).get(id);
    const value = node && getNodeSettings(node).get(field);
    return value instanceof Y.XmlFragment ? value : undefined;
  }

  subscribe = (listener: Listener): (() => void) => addListener(this.#structure, listener);

  subscribeGlobals = (listener: Listener): (() => void) => addListener(this.#ofGlobals, listener);

  /** Follows every change of the structure, the settings and the nodes. */
  subscribeChanges = (listener: Listener): (() => void) => addListener(this.#ofChanges, listener);

  /** Grows with every change. */
  changeCount = (): number => this.#changeCount;

  subscribeNode(id: string, listener: Listener): () => void {
    const all = this.#ofNode.get(id) ?? new Set<Listener>();
    this.#ofNode.set(id, all);
    const stop = addListener(all, listener);
    return () => {
      stop();
      if (all.size === 0 && this.#ofNode.get(id) === all) this.#ofNode.delete(id);
    };
  }

  /** Catches up with the changes made before `listen`. */
  #readAgain(): void {
    const known = [...this.#views.keys()];
    this.#views.clear();
    this.#grow();
    this.#globalsChanged();
    for (const id of known) notify(this.#ofNode.get(id));
    this.#changed();
  }

  #changed(): void {
    this.#changeCount += 1;
    notify(this.#ofChanges);
  }

  #nodesChanged = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]): void => {
    const changed = new Set<string>();
    let isStructure = false;
    for (const event of events) {
      const [id] = event.path;
      if (typeof id === "string") {
        changed.add(id);
        // Keys of the node itself: all except NON_STRUCTURAL_KEYS are part of the structure.
        if (event.path.length === 1)
          isStructure ||= [...event.keys.keys()].some((key) => !NON_STRUCTURAL_KEYS.has(key));
        else isStructure ||= this.#settingsIn(event).some((name) => this.#reader.isStructure(this.#kindOf(id), name));
      } else {
        isStructure = true;
        for (const key of event.keys.keys()) changed.add(key);
      }
    }
    for (const id of changed) this.#views.delete(id);
    if (isStructure) this.#grow();
    for (const id of changed) notify(this.#ofNode.get(id));
    this.#changed();
  };

  /** Names of the settings that an event within a node changes. */
  #settingsIn({ path, keys }: Y.YEvent<Y.AbstractType<unknown>>): readonly string[] {
    const [, part, name] = path;
    if (part !== "settings") return [];
    return name === undefined ? [...keys.keys()] : [String(name)];
  }

  #kindOf(id: string): unknown {
    return getNodes(this.doc).get(id)?.get("kind");
  }

  #mapsChanged = (): void => {
    this.#grow();
    this.#changed();
  };

  #globalsChanged = (): void => {
    this.#globals = undefined;
    notify(this.#ofGlobals);
    this.#changed();
  };

  #grow(): void {
    this.#snapshot = this.#reader.keep(this.#snapshot, this.#reader.read(this.doc));
    notify(this.#structure);
  }
}

const NON_STRUCTURAL_KEYS: ReadonlySet<string> = new Set(["condition", "locked"]);

function addListener(all: Set<Listener>, listener: Listener): () => void {
  all.add(listener);
  return () => all.delete(listener);
}

function notify(all: ReadonlySet<Listener> | undefined): void {
  for (const listener of [...(all ?? [])]) listener();
}

function isSettings(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
