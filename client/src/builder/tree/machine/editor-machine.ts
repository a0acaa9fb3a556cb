/**
 * The state of a tree editor: whether its document can be edited, the selection, and the move or text input in
 * progress. The content of the document is in Yjs, its saved state in its link. Diagram in docs/machines.md.
 */
import { type ActorRefFrom, assign, setup, stateIn } from "xstate";
import { INITIAL_STATUS, isClosed, type ScreenStatus, STAGE_GUARDS, STAGE_REGION } from "../../screen/stages";
import type { Piece } from "../model/pieces";

/** The nodes being moved, in reading order, or a new piece. */
export interface ActiveMove {
  readonly ids: readonly string[];
  readonly piece: Piece | undefined;
  /** Index of the target among the positions, in reading order. */
  readonly at: number;
}

export interface EditorContextValue {
  readonly facts: ScreenStatus;
  /** The root that the user chose to show; null before the first choice. */
  readonly root: string | null;
  /** The primary node of the selection, selected last; null shows the document-wide settings. */
  readonly selected: string | null;
  /** Every selected node, the primary one among them. */
  readonly selection: ReadonlySet<string>;
  /** The node from which a range is selected. */
  readonly anchor: string | null;
  /** The node under the pointer, on the canvas or in the outline. */
  readonly hovered: string | null;
  /** The node and the rich text setting in which the user writes. */
  readonly writing: { readonly id: string; readonly field: string } | null;
  readonly lifted: ActiveMove | null;
}

export type EditorEvent =
  | { type: "facts"; facts: Partial<ScreenStatus> }
  | { type: "show"; root: string }
  | { type: "select"; id: string | null }
  | { type: "selectSeveral"; ids: readonly string[]; primary: string; anchor: string }
  | { type: "hover"; id: string | null }
  | { type: "write"; id: string; field: string }
  | { type: "stopWriting" }
  | { type: "lift"; ids?: readonly string[]; piece?: Piece | undefined; at: number }
  | { type: "aim"; at: number }
  | { type: "drop" }
  | { type: "cancel" }
  | { type: "drag"; ids?: readonly string[]; piece?: Piece | undefined }
  | { type: "gone"; isThere: (id: string) => boolean };

type Selection = Pick<EditorContextValue, "selected" | "selection" | "anchor">;

const NOTHING_SELECTED: Selection = { selected: null, selection: new Set(), anchor: null };

function selectOnly(id: string | null): Selection {
  return id === null ? NOTHING_SELECTED : { selected: id, selection: new Set([id]), anchor: id };
}

/** The selection without the nodes that are gone. */
function removeMissing({ selected, selection, anchor }: Selection, isThere: (id: string) => boolean): Selection {
  const left = [...selection].filter(isThere);
  if (left.length === selection.size) return { selected, selection, anchor };
  const isLeft = (id: string | null): id is string => id !== null && left.includes(id);
  const primary = isLeft(selected) ? selected : (left.at(-1) ?? null);
  return { selected: primary, selection: new Set(left), anchor: isLeft(anchor) ? anchor : primary };
}

export const editorMachine = setup({
  types: { context: {} as EditorContextValue, events: {} as EditorEvent, input: {} as Partial<ScreenStatus> },
  actions: {
    learn: assign(({ context, event }) => {
      if (event.type !== "facts") return {};
      const facts = { ...context.facts, ...event.facts };
      return { facts, writing: facts.document === "restoring" ? null : context.writing };
    }),
    /** Ends the selection, text editing and moves in the previous root. */
    show: assign(({ context, event }) => {
      if (event.type !== "show" || event.root === context.root) return {};
      return { root: event.root, ...NOTHING_SELECTED, hovered: null, writing: null, lifted: null };
    }),
    select: assign(({ context, event }) => {
      if (event.type !== "select") return {};
      return { ...selectOnly(event.id), writing: event.id === context.writing?.id ? context.writing : null };
    }),
    selectSeveral: assign(({ event }) => {
      if (event.type !== "selectSeveral") return {};
      const { ids, primary, anchor } = event;
      return { selected: primary, selection: new Set([...ids, primary]), anchor, writing: null };
    }),
    hover: assign({ hovered: ({ context, event }) => (event.type === "hover" ? event.id : context.hovered) }),
    write: assign(({ event }) =>
      event.type === "write" ? { ...selectOnly(event.id), writing: { id: event.id, field: event.field } } : {},
    ),
    stopWriting: assign({ writing: null }),
    take: assign({
      lifted: ({ context, event }) => {
        if (event.type === "lift") return { ids: event.ids ?? [], piece: event.piece, at: event.at };
        return event.type === "drag" ? { ids: event.ids ?? [], piece: event.piece, at: 0 } : context.lifted;
      },
      writing: null,
    }),
    aim: assign({
      lifted: ({ context, event }) =>
        event.type === "aim" && context.lifted ? { ...context.lifted, at: event.at } : context.lifted,
    }),
    letGo: assign({ lifted: null }),
    /** Nodes that another user deleted are no longer selected, written in or lifted. */
    forget: assign(({ context, event }) => {
      if (event.type !== "gone") return {};
      const isGone = (id: string | null | undefined): boolean => typeof id === "string" && !event.isThere(id);
      return {
        ...removeMissing(context, event.isThere),
        hovered: isGone(context.hovered) ? null : context.hovered,
        writing: isGone(context.writing?.id) ? null : context.writing,
        lifted: context.lifted?.ids.some(isGone) ? null : context.lifted,
      };
    }),
  },
  guards: {
    ...STAGE_GUARDS,
    isClosed: ({ context }) => isClosed(context.facts),
    isEditing: stateIn({ screen: "editing" }),
    isEmptyHanded: ({ context }) => context.lifted === null,
  },
}).createMachine({
  id: "editor",
  context: ({ input }) => ({
    facts: { ...INITIAL_STATUS, ...input },
    root: null,
    ...NOTHING_SELECTED,
    hovered: null,
    writing: null,
    lifted: null,
  }),
  type: "parallel",
  on: { facts: { actions: "learn" } },
  states: {
    screen: STAGE_REGION,
    pointer: {
      initial: "idle",
      on: {
        show: { guard: "isEditing", actions: "show" },
        select: { guard: "isEditing", actions: "select" },
        selectSeveral: { guard: "isEditing", actions: "selectSeveral" },
        hover: { guard: "isEditing", actions: "hover" },
        gone: { actions: "forget" },
      },
      states: {
        idle: {
          on: {
            write: { guard: "isEditing", actions: "write" },
            stopWriting: { actions: "stopWriting" },
            lift: { guard: "isEditing", target: "lifted", actions: "take" },
            drag: { guard: "isEditing", target: "dragging", actions: "take" },
          },
        },
        lifted: {
          always: [
            { guard: "isEmptyHanded", target: "idle" },
            { guard: "isClosed", target: "idle", actions: "letGo" },
          ],
          on: {
            aim: { actions: "aim" },
            drop: { target: "idle", actions: "letGo" },
            cancel: { target: "idle", actions: "letGo" },
            drag: { target: "dragging", actions: "take" },
          },
        },
        dragging: {
          always: [
            { guard: "isEmptyHanded", target: "idle" },
            { guard: "isClosed", target: "idle", actions: "letGo" },
          ],
          on: {
            drop: { target: "idle", actions: "letGo" },
            cancel: { target: "idle", actions: "letGo" },
          },
        },
      },
    },
  },
});

export type EditorActor = ActorRefFrom<typeof editorMachine>;
