import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";

interface Parametrized {
  readonly type: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

function isParametrized(guard: unknown): guard is Parametrized {
  return typeof guard === "object" && guard !== null && "type" in guard;
}

/** A named guard with what it is given, or the words of those it is made of; one without a name says nothing. */
function formatGuard(guard: unknown): string {
  if (typeof guard === "string") return guard;
  if (isParametrized(guard)) return [guard.type, ...Object.values(guard.params ?? {})].join(" ");
  if (typeof guard !== "function" || !("guards" in guard)) return "";
  const parts = (guard.guards as unknown[]).map(formatGuard);
  return parts.length === 1 ? `not ${parts[0]}` : parts.join(" and ");
}

/** The event as it was written; the end of a call is named after the call. */
function formatEvent(node: AnyStateNode, event: string): string {
  const [call] = node.invoke;
  if (event.startsWith("xstate.done.actor")) return `${call?.src} answers`;
  if (event.startsWith("xstate.error.actor")) return `${call?.src} fails`;
  return event;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

function getName(node: AnyStateNode, region: AnyStateNode): string {
  return node.path.slice(region.path.length).join(".") || region.key;
}

function listEdges(node: AnyStateNode, region: AnyStateNode): Edge[] {
  const edge = (words: string, { guard, target }: AnyTransitionDefinition): Edge[] =>
    (target ?? []).map((to) => {
      const condition = formatGuard(guard);
      const label = [words, condition && `[${condition}]`].filter(Boolean).join(" ");
      return { from: getName(node, region), to: getName(to as AnyStateNode, region), label };
    });
  const named = [...node.transitions].flatMap(([event, all]) =>
    all.flatMap((one) => edge(formatEvent(node, event), one)),
  );
  return [...named, ...(node.always ?? []).flatMap((one) => edge("", one))];
}

function listDescendants(node: AnyStateNode): AnyStateNode[] {
  return Object.values(node.states).flatMap((child) => [child, ...listDescendants(child)]);
}

function toMermaidId(name: string): string {
  return name.replaceAll(".", "_");
}

function renderNested(node: AnyStateNode, region: AnyStateNode, indent: string): string[] {
  const children = Object.values(node.states);
  const initial = node.initial?.target[0];
  const start = initial ? [`${indent}[*] --> ${toMermaidId(getName(initial, region))}`] : [];
  const states = children.flatMap((child) => {
    const name = toMermaidId(getName(child, region));
    if (Object.keys(child.states).length === 0) return [`${indent}state "${child.key}" as ${name}`];
    return [`${indent}state "${child.key}" as ${name} {`, ...renderNested(child, region, `${indent}  `), `${indent}}`];
  });
  return [...start, ...states];
}

function renderDiagram(region: AnyStateNode): string[] {
  const edges = listDescendants(region).flatMap((node) => listEdges(node, region));
  const arrows = edges.map(
    ({ from, to, label }) => `  ${toMermaidId(from)} --> ${toMermaidId(to)}${label ? `: ${label}` : ""}`,
  );
  return ["```mermaid", "stateDiagram-v2", ...renderNested(region, region, "  "), ...arrows, "```"];
}

/** What holds wherever in the region one is: no picture could draw it from everywhere. */
function renderGlobalTransitions(region: AnyStateNode): string[] {
  const edges = listEdges(region, region);
  if (edges.length === 0) return [];
  const rows = edges.map(({ to, label }) => `| ${label} | ${to} |`);
  return ["", "| anywhere in it | leads to |", "|---|---|", ...rows];
}

/** A machine as Markdown: a Mermaid diagram for each of its parallel regions, and a table of what holds anywhere in it. */
export function renderMachine(machine: AnyStateMachine): string[] {
  const { root } = machine;
  if (root.type !== "parallel") return ["", ...renderDiagram(root), ...renderGlobalTransitions(root)];
  const regions = Object.values(root.states);
  return regions.flatMap((region) => [
    "",
    `### ${region.key}`,
    "",
    ...renderDiagram(region),
    ...renderGlobalTransitions(region),
  ]);
}
