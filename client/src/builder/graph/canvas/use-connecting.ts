import type { Connection, FinalConnectionState } from "@xyflow/react";
import { useMemo, useRef } from "react";
import { connectPorts, reconnectEdge, replacedBy } from "../acts";
import type { GraphEditor } from "../editor";
import type { Edge } from "../model/records";
import { conflictOf } from "../model/rules";
import type { FlowEdge } from "./flow-edges";

/** The gestures that connect ports, and that move an end of an edge. A rejected one says why. */
export function useConnecting(editor: GraphEditor) {
  const reconnected = useRef<string>(undefined);
  return useMemo(() => {
    const { store } = editor;
    const perform = (edge: Edge): void => {
      if (reconnected.current === undefined) connectPorts(editor, edge);
      else reconnectEdge(editor, reconnected.current, edge);
    };
    const explainRejected = (_: unknown, { fromHandle, isValid, toHandle }: FinalConnectionState): void => {
      const isRejected = isValid === false && fromHandle?.id && toHandle?.id && fromHandle.type !== toHandle.type;
      if (!isRejected) return;
      const [source, target] = fromHandle.type === "source" ? [fromHandle, toHandle] : [toHandle, fromHandle];
      perform({ source: [source.nodeId, source.id ?? ""], target: [target.nodeId, target.id ?? ""] });
    };
    return {
      isValidConnection: (candidate: Connection | FlowEdge): boolean => {
        const edge = edgeOf(candidate);
        const now = store.snapshot();
        return edge !== undefined && !conflictOf(now, edge, reconnected.current ?? replacedBy(now, edge.source));
      },
      onConnect: (connection: Connection): void => {
        const edge = edgeOf(connection);
        if (edge) connectPorts(editor, edge);
      },
      onConnectEnd: explainRejected,
      onReconnectStart: (_: unknown, { id }: FlowEdge): void => {
        reconnected.current = id;
      },
      onReconnect: ({ id }: FlowEdge, connection: Connection): void => {
        const edge = edgeOf(connection);
        if (edge) reconnectEdge(editor, id, edge);
      },
      onReconnectEnd: (): void => {
        reconnected.current = undefined;
      },
    };
  }, [editor]);
}

function edgeOf({ source, sourceHandle, target, targetHandle }: Connection | FlowEdge): Edge | undefined {
  if (!sourceHandle || !targetHandle) return undefined;
  return { source: [source, sourceHandle], target: [target, targetHandle] };
}
