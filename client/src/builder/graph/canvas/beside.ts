import { createContext } from "react";
import type { Finding } from "../../inspector/findings";
import { type Beside, NOTHING_BESIDE } from "../../screen/beside";

/** Markers at nodes of a graph: findings, other users and comments. */
export interface GraphBeside extends Beside {
  readonly findings: readonly Finding[];
}

export const NOTHING_BESIDE_GRAPH: GraphBeside = { ...NOTHING_BESIDE, findings: [] };

export const BesideContext = createContext<GraphBeside>(NOTHING_BESIDE_GRAPH);
