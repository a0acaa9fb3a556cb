import { Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { Dialog } from "@/ui/components/dialog";
import { PlainButton } from "@/ui/components/plain-button";
import { useSnapshot } from "../../collab/store/use-store";
import { connectPorts, disconnect, findReplacedEdge, getEndNames } from "../actions";
import { getNodeName, getPortName, useGraphEditor } from "../editor";
import { buildEndKey, getInputs, getOutputs } from "../model/graph";
import { listOutgoingEdges } from "../model/paths";
import type { End } from "../model/records";
import { listTargets } from "../model/rules";
import classes from "./connect-dialog.module.css";

/** The connections of a node as lists, to choose one without the pointer. Shown while the user connects a node. */
export function ConnectDialog() {
  const { actor } = useGraphEditor();
  const node = useSelector(actor, ({ context }) => context.connecting);
  return node === null ? null : <Connections key={node} id={node} />;
}

function Connections({ id }: { readonly id: string }) {
  const editor = useGraphEditor();
  const { actor, registry, store, t } = editor;
  const { nodes } = useSnapshot(store);
  const node = nodes.get(id);
  const close = (): void => actor.send({ type: "cancel" });
  if (!node) return null;
  return (
    <Dialog title={t("graph.connect.title", { name: getNodeName(editor, id) })} onClose={close}>
      <div className={classes.ports}>
        {getOutputs(registry.structure, node).map(({ name }) => (
          <Output key={name} output={[id, name]} />
        ))}
      </div>
    </Dialog>
  );
}

function Output({ output }: { readonly output: End }) {
  const editor = useGraphEditor();
  const { registry, store, t } = editor;
  const now = useSnapshot(store);
  const label = getPortName(editor, ...output);
  const edges = listOutgoingEdges(now, output[0]).filter(([, { source }]) => source[1] === output[1]);
  const known = new Set(edges.map(([, { target }]) => buildEndKey(target)));
  const targets = listTargets(now, output, findReplacedEdge(now, output)).filter(
    (target) => !known.has(buildEndKey(target)),
  );
  const inputName = ([node, port]: End): string => {
    const record = now.nodes.get(node);
    const isSingle = !record || getInputs(registry.structure, record).length < 2;
    return isSingle ? getNodeName(editor, node) : `${getNodeName(editor, node)}, ${getPortName(editor, node, port)}`;
  };
  return (
    <section aria-label={label}>
      <Text component="h3" size="xs" mb={6} fw={500} c="var(--text2)">
        {label}
      </Text>
      {edges.map(([id, edge]) => (
        <Group key={id} gap="xs" justify="space-between" wrap="nowrap" mb={6}>
          <span>{t("graph.connect.now", { name: inputName(edge.target) })}</span>
          <PlainButton kind="quiet" onClick={() => disconnect(editor, id)}>
            <span aria-hidden="true">{t("graph.connect.remove")}</span>
            <span className="said">{t("graph.connections.disconnect", getEndNames(editor, edge))}</span>
          </PlainButton>
        </Group>
      ))}
      {targets.length === 0 ? <Text c="dimmed">{t("graph.connect.none")}</Text> : null}
      <Stack component="ul" gap={4}>
        {targets.map((target) => (
          <li key={buildEndKey(target)}>
            <UnstyledButton
              className={classes.target ?? ""}
              onClick={() => connectPorts(editor, { source: output, target })}
            >
              {t("graph.connect.to", { name: inputName(target) })}
            </UnstyledButton>
          </li>
        ))}
      </Stack>
    </section>
  );
}
