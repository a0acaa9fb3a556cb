import type { Connection, FinalConnectionState, OnConnectStartParams } from "@xyflow/react";
import { useMemo, useRef } from "react";
import { toElement } from "../../inspector/elements";
import { connectPorts, explainSameSide, findReplacedEdge, reconnectEdge } from "../actions";
import type { GraphEditor } from "../editor";
import type { Edge } from "../model/records";
import { findConflict } from "../model/rules";
import type { FlowEdge } from "./flow-edges";

/** A port as the canvas library names it. */
interface Handle {
  readonly nodeId: string;
  readonly id?: string | null;
  readonly type: string;
}

/** The gestures that connect ports, and that move an end of an edge. A rejected one says why. */
export function useConnectionHandlers(editor: GraphEditor) {
  const reconnected = useRef<string>(undefined);
  const tapped = useRef<Handle>(undefined);
  return useMemo(() => {
    const { store } = editor;
    const perform = (edge: Edge): void => {
      if (reconnected.current === undefined) connectPorts(editor, edge);
      else reconnectEdge(editor, reconnected.current, edge);
    };
    const explainRejected = (from: Handle, to: Handle): void => {
      if (!from.id || !to.id || (from.nodeId === to.nodeId && from.id === to.id && from.type === to.type)) return;
      if (from.type === to.type) {
        explainSameSide(editor);
        return;
      }
      const [source, target] = from.type === "source" ? [from, to] : [to, from];
      perform({ source: [source.nodeId, source.id ?? ""], target: [target.nodeId, target.id ?? ""] });
    };
    return {
      isValidConnection: (candidate: Connection | FlowEdge): boolean => {
        const edge = toEdge(candidate);
        const now = store.snapshot();
        return (
          edge !== undefined && !findConflict(now, edge, reconnected.current ?? findReplacedEdge(now, edge.source))
        );
      },
      onConnect: (connection: Connection): void => {
        tapped.current = undefined;
        const edge = toEdge(connection);
        if (edge) connectPorts(editor, edge);
      },
      onConnectEnd: (_: unknown, { fromHandle, isValid, toHandle }: FinalConnectionState): void => {
        if (isValid === false && fromHandle && toHandle) explainRejected(fromHandle, toHandle);
      },
      onClickConnectStart: (_: unknown, { nodeId, handleId, handleType }: OnConnectStartParams): void => {
        tapped.current = nodeId && handleType ? { nodeId, id: handleId, type: handleType } : undefined;
      },
      // Without a call of `onConnect` before this, the library has rejected the tapped connection.
      onClickConnectEnd: ({ target }: MouseEvent | TouchEvent): void => {
        const [from, to] = [tapped.current, findHandle(target)];
        tapped.current = undefined;
        if (from && to) explainRejected(from, to);
      },
      onReconnectStart: (_: unknown, { id }: FlowEdge): void => {
        reconnected.current = id;
      },
      onReconnect: ({ id }: FlowEdge, connection: Connection): void => {
        const edge = toEdge(connection);
        if (edge) reconnectEdge(editor, id, edge);
      },
      onReconnectEnd: (): void => {
        reconnected.current = undefined;
      },
    };
  }, [editor]);
}

/** The port that an event is about; undefined for anything else, such as the pane. */
function findHandle(target: EventTarget | null): Handle | undefined {
  const handle = toElement(target)?.closest<HTMLElement>("[data-handleid]");
  const { nodeid, handleid } = handle?.dataset ?? {};
  if (!handle || nodeid === undefined || handleid === undefined) return undefined;
  return { nodeId: nodeid, id: handleid, type: handle.classList.contains("source") ? "source" : "target" };
}

function toEdge({ source, sourceHandle, target, targetHandle }: Connection | FlowEdge): Edge | undefined {
  if (!sourceHandle || !targetHandle) return undefined;
  return { source: [source, sourceHandle], target: [target, targetHandle] };
}
