/**
 * The state of a graph editor: whether its document can be edited, the selection, and whether the user chooses a
 * connection from a list. The content of the document is in Yjs. Diagram in docs/machines.md.
 */
import { type ActorRefFrom, assign, setup, stateIn } from "xstate";
import { INITIAL_STATUS, isClosed, type ScreenStatus, STAGE_GUARDS, STAGE_REGION } from "../../screen/stages";

export interface GraphContextValue {
  readonly facts: ScreenStatus;
  /** Ids of the selected nodes and edges, in the order of their selection. */
  readonly selected: readonly string[];
  /** The node to connect, while the list of connections is open. */
  readonly connecting: string | null;
}

export type GraphEvent =
  | { type: "facts"; facts: Partial<ScreenStatus> }
  | { type: "select"; ids: readonly string[] }
  | { type: "connect"; node: string }
  | { type: "cancel" }
  | { type: "gone"; isThere: (id: string) => boolean };

export const graphMachine = setup({
  types: { context: {} as GraphContextValue, events: {} as GraphEvent, input: {} as Partial<ScreenStatus> },
  actions: {
    learn: assign(({ context, event }) =>
      event.type === "facts" ? { facts: { ...context.facts, ...event.facts } } : {},
    ),
    select: assign(({ event }) => (event.type === "select" ? { selected: event.ids } : {})),
    open: assign(({ event }) => (event.type === "connect" ? { connecting: event.node } : {})),
    close: assign({ connecting: null }),
    /** Objects that another user deleted are no longer selected or being connected. */
    forget: assign(({ context, event }) => {
      if (event.type !== "gone") return {};
      const { connecting, selected } = context;
      const left = selected.filter(event.isThere);
      return {
        selected: left.length === selected.length ? selected : left,
        connecting: connecting !== null && event.isThere(connecting) ? connecting : null,
      };
    }),
  },
  guards: {
    ...STAGE_GUARDS,
    isClosed: ({ context }) => isClosed(context.facts),
    isEditing: stateIn({ screen: "editing" }),
    hasNoNode: ({ context }) => context.connecting === null,
  },
}).createMachine({
  id: "graph",
  context: ({ input }) => ({ facts: { ...INITIAL_STATUS, ...input }, selected: [], connecting: null }),
  type: "parallel",
  on: { facts: { actions: "learn" } },
  states: {
    screen: STAGE_REGION,
    selection: {
      initial: "idle",
      on: {
        select: { guard: "isEditing", actions: "select" },
        gone: { actions: "forget" },
      },
      states: {
        idle: { on: { connect: { guard: "isEditing", target: "connecting", actions: "open" } } },
        connecting: {
          always: [
            { guard: "hasNoNode", target: "idle" },
            { guard: "isClosed", target: "idle", actions: "close" },
          ],
          on: { cancel: { target: "idle", actions: "close" } },
        },
      },
    },
  },
});

export type GraphActor = ActorRefFrom<typeof graphMachine>;
