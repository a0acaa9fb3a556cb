import { Group, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { IconButton } from "@/ui/components/icon-button";
import { PlainButton } from "@/ui/components/plain-button";
import { useSnapshot } from "../../collab/store/use-store";
import { disconnect, getEndNames, showNode } from "../actions";
import { getNodeName, getPortName, useGraphEditor } from "../editor";
import type { GraphFinding } from "../model/findings";
import { getInputs, getOutputs } from "../model/graph";
import { listIncomingEdges, listOutgoingEdges } from "../model/paths";
import type { Edge } from "../model/records";
import { describeFinding } from "./finding-text";
import classes from "./lists.module.css";

interface Props {
  readonly id: string;
  readonly problems: readonly GraphFinding[];
}

/** The connections of a node, and its findings. */
export function Connections({ id, problems }: Props) {
  const editor = useGraphEditor();
  const { actor, editing, registry, store, t } = editor;
  const now = useSnapshot(store);
  const node = now.nodes.get(id);
  if (!node) return null;
  const outputs = getOutputs(registry.structure, node);
  const outgoing = listOutgoingEdges(now, id);
  return (
    <section className={classes.section} aria-label={t("graph.connections.label")}>
      <Text component="h3" size="sm" fw={600}>
        {t("graph.connections.label")}
      </Text>
      {problems.map((problem) => (
        <p key={`${problem.textKey} ${problem.port}`} className={classes.problem}>
          {describeFinding(editor, problem)}
        </p>
      ))}
      {getInputs(registry.structure, node).length > 0 ? (
        <Port name={t("graph.connections.from")} edges={listIncomingEdges(now, id)} end="source" />
      ) : null}
      {outputs.map(({ name }) => (
        <Port
          key={name}
          name={getPortName(editor, id, name)}
          edges={outgoing.filter(([, { source }]) => source[1] === name)}
          end="target"
        />
      ))}
      {outputs.length > 0 && !editing.isViewed ? (
        <PlainButton onClick={() => actor.send({ type: "connect", node: id })}>
          {t("graph.commands.connect")}
        </PlainButton>
      ) : null}
    </section>
  );
}

interface PortProps {
  readonly name: string;
  readonly edges: readonly (readonly [string, Edge])[];
  /** The end that is listed. */
  readonly end: "source" | "target";
}

function Port({ name, edges, end }: PortProps) {
  const editor = useGraphEditor();
  const { t } = editor;
  return (
    <Stack gap={2} miw={0}>
      <Text span size="xs" c="var(--text2)">
        {name}
      </Text>
      {edges.length === 0 ? (
        <Text inherit c="dimmed">
          {t("graph.connections.none")}
        </Text>
      ) : null}
      <Stack component="ul" gap={4}>
        {edges.map(([edgeId, edge]) => (
          <Group component="li" key={edgeId} gap={4} wrap="nowrap" miw={0}>
            <button type="button" className={classes.link} onClick={() => showNode(editor, edge[end][0])}>
              {getNodeName(editor, edge[end][0])}
            </button>
            {editor.editing.isViewed ? null : (
              <IconButton
                size="row"
                label={t("graph.connections.disconnect", getEndNames(editor, edge))}
                onClick={() => disconnect(editor, edgeId)}
              >
                <IconX size={14} stroke={1.9} aria-hidden="true" />
              </IconButton>
            )}
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
