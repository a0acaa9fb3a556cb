import { useSelector } from "@xstate/react";
import { Dialog } from "@/ui/components/dialog";
import { PlainButton } from "@/ui/components/plain-button";
import { useSnapshot } from "../../collab/store/use-store";
import { connectPorts, disconnect, endNames, replacedBy } from "../acts";
import { nameOf, portName, useGraphEditor } from "../editor";
import { inputsOf, keyOf, outputsOf } from "../model/graph";
import { outgoingOf } from "../model/paths";
import type { End } from "../model/records";
import { targetsOf } from "../model/rules";
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
    <Dialog title={t("graph.connect.title", { name: nameOf(editor, id) })} onClose={close}>
      <div className={classes.ports}>
        {outputsOf(registry.structure, node).map(({ name }) => (
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
  const label = portName(editor, ...output);
  const edges = outgoingOf(now, output[0]).filter(([, { source }]) => source[1] === output[1]);
  const known = new Set(edges.map(([, { target }]) => keyOf(target)));
  const targets = targetsOf(now, output, replacedBy(now, output)).filter((target) => !known.has(keyOf(target)));
  const inputName = ([node, port]: End): string => {
    const record = now.nodes.get(node);
    const isSingle = !record || inputsOf(registry.structure, record).length < 2;
    return isSingle ? nameOf(editor, node) : `${nameOf(editor, node)}, ${portName(editor, node, port)}`;
  };
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      {edges.map(([id, edge]) => (
        <div key={id} className={classes.edge}>
          <span>{t("graph.connect.now", { name: inputName(edge.target) })}</span>
          <PlainButton kind="quiet" onClick={() => disconnect(editor, id)}>
            <span aria-hidden="true">{t("graph.connect.remove")}</span>
            <span className="said">{t("graph.connections.disconnect", endNames(editor, edge))}</span>
          </PlainButton>
        </div>
      ))}
      {targets.length === 0 ? <p>{t("graph.connect.none")}</p> : null}
      <ul>
        {targets.map((target) => (
          <li key={keyOf(target)}>
            <button type="button" onClick={() => connectPorts(editor, { source: output, target })}>
              {t("graph.connect.to", { name: inputName(target) })}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
