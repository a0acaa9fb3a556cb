import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { same } from "../../collab/values";
import type { Finding } from "../../inspector/findings";
import { useEditor } from "../editor";
import { documentFindings } from "./document-findings";

export type FindingsByNode = ReadonlyMap<string, readonly Finding[]>;

const NONE: FindingsByNode = new Map();
const NO_FINDINGS: readonly Finding[] = [];

const FindingsContext = createContext<FindingsByNode>(NONE);

/** The findings of all nodes. */
export function useFindings(): FindingsByNode {
  return useContext(FindingsContext);
}

/** The findings of a node, a root, or the document (an empty id). */
export function useFindingsOf(id: string): readonly Finding[] {
  return useFindings().get(id) ?? NO_FINDINGS;
}

interface Props {
  /** Findings from elsewhere, such as a response of the server. */
  readonly findings?: readonly Finding[] | undefined;
  readonly children: ReactNode;
}

/** Provides the findings that the editor computes from the document, and others. */
export function FindingsProvider({ findings = NO_FINDINGS, children }: Props) {
  const { registry, store } = useEditor();
  const current = useSyncExternalStore(store.subscribeChanges, store.changeCount);
  // Typing does not wait for findings.
  const changeCount = useDeferredValue(current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count stands for the content of the store
  const own = useMemo(() => documentFindings(registry, store), [registry, store, changeCount]);
  const byNode = useMemo(() => groupByNode([...own, ...findings]), [own, findings]);
  const kept = useRef(byNode);
  if (!isSame(kept.current, byNode)) kept.current = byNode;
  return <FindingsContext value={kept.current}>{children}</FindingsContext>;
}

function groupByNode(findings: readonly Finding[]): FindingsByNode {
  const byNode = new Map<string, readonly Finding[]>();
  for (const finding of findings) byNode.set(finding.node, [...(byNode.get(finding.node) ?? []), finding]);
  return byNode;
}

function isSame(one: FindingsByNode, other: FindingsByNode): boolean {
  return one.size === other.size && [...one].every(([id, each]) => same(plainOf(each), plainOf(other.get(id))));
}

function plainOf(findings: readonly Finding[] = []) {
  return findings.map(({ node, severity, textKey, values = {} }) => ({ node, severity, textKey, values }));
}
