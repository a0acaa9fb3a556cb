import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { isEqual } from "../../collab/values";
import type { Finding } from "../../inspector/findings";
import { useEditor } from "../editor";
import { listDocumentFindings } from "./document-findings";

export type FindingsByNode = ReadonlyMap<string, readonly Finding[]>;

const NO_FINDINGS_BY_NODE: FindingsByNode = new Map();
const NO_FINDINGS: readonly Finding[] = [];

const FindingsContext = createContext<FindingsByNode>(NO_FINDINGS_BY_NODE);

/** The findings of all nodes. */
export function useFindings(): FindingsByNode {
  return useContext(FindingsContext);
}

/** The findings of a node, a root, or the document (an empty id). */
export function useFindingsForNode(id: string): readonly Finding[] {
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
  const own = useMemo(() => listDocumentFindings(registry, store), [registry, store, changeCount]);
  const byNode = useMemo(() => groupByNode([...own, ...findings]), [own, findings]);
  const kept = useRef(byNode);
  if (!isSameFindings(kept.current, byNode)) kept.current = byNode;
  return <FindingsContext value={kept.current}>{children}</FindingsContext>;
}

function groupByNode(findings: readonly Finding[]): FindingsByNode {
  const byNode = new Map<string, readonly Finding[]>();
  for (const finding of findings) byNode.set(finding.node, [...(byNode.get(finding.node) ?? []), finding]);
  return byNode;
}

function isSameFindings(one: FindingsByNode, other: FindingsByNode): boolean {
  return (
    one.size === other.size &&
    [...one].every(([id, each]) => isEqual(toPlainFindings(each), toPlainFindings(other.get(id))))
  );
}

function toPlainFindings(findings: readonly Finding[] = []) {
  return findings.map(({ node, severity, textKey, values = {} }) => ({ node, severity, textKey, values }));
}
