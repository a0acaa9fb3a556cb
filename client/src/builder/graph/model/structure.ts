/** The structure of a graph editor's documents, as the server declares it (server/documents/graph_structure.py). */

export interface NodePort {
  /** Maximum number of edges at the port; null for no limit. */
  readonly maxEdges: number | null;
  /** Whether a port without an edge is a finding. */
  readonly isRequired: boolean;
}

export interface NamedPort extends NodePort {
  readonly name: string;
}

/** The ports of a kind, in the order in which they are shown. */
export interface NodePorts {
  readonly inputs: readonly NamedPort[];
  readonly outputs: readonly NamedPort[];
  /** The setting that lists further outputs: the `id` of each item is a port. */
  readonly items: string | null;
  readonly item: NodePort;
}

export interface GraphLevel {
  /** Levels of the nodes that its edges can lead to. */
  readonly targets: readonly string[];
  readonly hasConditions: boolean;
}

export interface GraphStructure {
  readonly levels: Readonly<Record<string, GraphLevel>>;
  /** By kind. Other kinds have no ports. */
  readonly ports: Readonly<Record<string, NodePorts>>;
  readonly hasCycles: boolean;
  /** Names of the Yjs maps in a document. */
  readonly maps: readonly string[];
  readonly limits: { readonly nodes: number; readonly edges: number; readonly sizeBytes: number };
}

/** The level with this name; undefined if the editor has none. */
export function getLevel({ levels }: GraphStructure, name: unknown): GraphLevel | undefined {
  return typeof name === "string" && Object.hasOwn(levels, name) ? levels[name] : undefined;
}

/** The ports of a kind; undefined if it has none. */
export function getPorts({ ports }: GraphStructure, kind: unknown): NodePorts | undefined {
  return typeof kind === "string" && Object.hasOwn(ports, kind) ? ports[kind] : undefined;
}
