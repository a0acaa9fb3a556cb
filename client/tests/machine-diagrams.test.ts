import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import { graphMachine } from "@/builder/graph/machine/graph-machine";
import { editorMachine } from "@/builder/tree/machine/editor-machine";
import { importMachine } from "@/features/contacts/import/import-machine";
import { sessionMachine } from "@/features/session/session-machine";
import { renderMachine } from "../scripts/state-diagram";

const DIAGRAM_FILE = resolve(import.meta.dirname, "../../docs/machines.md");

interface MachineDiagram {
  readonly title: string;
  readonly source: string;
  readonly machine: AnyStateMachine;
}

const MACHINES: readonly MachineDiagram[] = [
  { title: "Session", source: "features/session/session-machine.ts", machine: sessionMachine },
  { title: "Import of contacts", source: "features/contacts/import/import-machine.ts", machine: importMachine },
  { title: "Editor", source: "builder/tree/machine/editor-machine.ts", machine: editorMachine },
  { title: "Graph editor", source: "builder/graph/machine/graph-machine.ts", machine: graphMachine },
];

function renderDiagrams(): string {
  const parts = MACHINES.flatMap(({ title, source, machine }) => [
    "",
    `## ${title}`,
    "",
    `From \`client/src/${source}\`.`,
    ...renderMachine(machine),
  ]);
  const head = [
    "# State machines",
    "",
    "Drawn from the code by `npm run draw` in client/; a test fails when a drawing is stale. Regions of one machine hold",
    "side by side.",
  ];
  return `${[...head, ...parts].join("\n")}\n`;
}

test("the drawings in docs are those of the machines: `npm run draw`", () => {
  if (process.env.DRAW) writeFileSync(DIAGRAM_FILE, renderDiagrams());

  expect(readFileSync(DIAGRAM_FILE, "utf8")).toBe(renderDiagrams());
});
