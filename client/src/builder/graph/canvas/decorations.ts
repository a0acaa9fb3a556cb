import { createContext } from "react";
import type { Finding } from "../../inspector/findings";
import { type Decorations, NO_DECORATIONS } from "../../screen/decorations";

/** Markers at nodes of a graph: findings, other users and comments. */
export interface GraphDecorations extends Decorations {
  readonly findings: readonly Finding[];
}

export const NO_GRAPH_DECORATIONS: GraphDecorations = { ...NO_DECORATIONS, findings: [] };

export const GraphDecorationsContext = createContext<GraphDecorations>(NO_GRAPH_DECORATIONS);
