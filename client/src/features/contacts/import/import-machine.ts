import { assign, fromCallback, fromPromise, setup } from "xstate";

/** Target of each column, in the file's order; null for an excluded column. */
export type Mapping = readonly (string | null)[];

export type ImportState = "PREPARED" | "RUNNING" | "DONE" | "FAILED" | "UNDOING" | "UNDONE";

/** Handling of contacts that already exist. */
export const EXISTING_CONTACT_POLICIES = ["overwrite", "fill", "skip"] as const;
export type ExistingContactPolicy = (typeof EXISTING_CONTACT_POLICIES)[number];

/** Handling of rows with a valid address and another value that cannot be read. */
export const INVALID_VALUE_POLICIES = ["setAside", "leaveEmpty"] as const;
export type InvalidValuePolicy = (typeof INVALID_VALUE_POLICIES)[number];

/** Kinds of risky addresses, which can be excluded. */
export type AddressRisk = "role" | "disposable" | "refused";

/** Whether 03/04 is the third of April or the fourth of March. */
export const DATE_ORDERS = ["dmy", "mdy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Decimal separator of numbers. */
export const DECIMAL_MARKS = [",", "."] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/** The server's data about an existing import of this team. */
export interface StoredImport {
  readonly importId: string;
  readonly state: ImportState;
  /** The server's suggestion; only for an import that has not started. */
  readonly mapping: Mapping;
  readonly dateOrder: DateOrder | undefined;
}

/** The encoding for bytes that are not UTF-8, once the user has confirmed it. */
export const CONFIRMED_ENCODING = "windows-1252";

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

interface Context {
  /** Stored until another file is chosen, so that a failed upload can be retried. */
  readonly file: File | undefined;
  readonly encoding: typeof CONFIRMED_ENCODING | undefined;
  readonly hasConsent: boolean;
  readonly upload: UploadProgress | undefined;
  readonly importId: string | undefined;
  readonly mapping: Mapping;
  readonly dateOrder: DateOrder | undefined;
  /** Undefined while the separator of each column is detected. */
  readonly decimalMark: DecimalMark | undefined;
  readonly labels: readonly number[];
  readonly existing: ExistingContactPolicy;
  readonly wrongValues: InvalidValuePolicy;
  readonly leaveOut: readonly AddressRisk[];
  /** Whether each new contact gets a confirmation request. */
  readonly confirms: boolean;
  /** State of the import when it was continued. */
  readonly entry: ImportState | undefined;
  /** Failure of the last step; cleared when a step starts. */
  readonly failure: unknown;
}

/** The user's choices for a prepared file. */
export type Choices = Pick<
  Context,
  "mapping" | "dateOrder" | "decimalMark" | "labels" | "existing" | "wrongValues" | "leaveOut" | "confirms"
>;

type ImportEvent =
  | { type: "choose"; file: File }
  | { type: "consent"; isGiven: boolean }
  | { type: "retry" }
  | { type: "decide" }
  | { type: "cancel" }
  | { type: "uploaded"; progress: UploadProgress }
  | { type: "prepared"; known: StoredImport }
  | { type: "refused"; failure: unknown }
  | { type: "map"; column: number; target: string | null }
  | { type: "mapAll"; mapping: Mapping }
  | { type: "existing"; existing: ExistingContactPolicy }
  | { type: "wrongValues"; wrongValues: InvalidValuePolicy }
  | { type: "leaveOut"; leaveOut: readonly AddressRisk[] }
  | { type: "confirms"; confirms: boolean }
  | { type: "dateOrder"; dateOrder: DateOrder }
  | { type: "decimalMark"; decimalMark: DecimalMark | undefined }
  | { type: "label"; labels: readonly number[] }
  | { type: "reread"; known: StoredImport }
  | { type: "start" }
  | { type: "seen"; importId: string; state: ImportState }
  | { type: "another" };

export interface StartInput {
  readonly importId: string;
  readonly mapping: Mapping;
  readonly dateOrder: DateOrder | undefined;
  readonly decimalMark: DecimalMark | undefined;
  readonly labels: readonly number[];
  readonly existing: ExistingContactPolicy;
  readonly wrongValues: InvalidValuePolicy;
  readonly leaveOut: readonly AddressRisk[];
  readonly confirms: boolean;
  readonly hasConsent: boolean;
}

/** Screen of the wizard for each state of an import. */
const SCREEN_BY_STATE = {
  PREPARED: "mapping",
  RUNNING: "running",
  DONE: "finished",
  UNDOING: "finished",
  UNDONE: "finished",
  FAILED: "failed",
} as const satisfies Record<ImportState, string>;
const ENDED_STATES = ["DONE", "UNDOING", "UNDONE"] as const;

const EMPTY_CONTEXT = {
  file: undefined,
  encoding: undefined,
  upload: undefined,
  importId: undefined,
  mapping: [],
  dateOrder: undefined,
  decimalMark: undefined,
  labels: [],
  existing: EXISTING_CONTACT_POLICIES[0],
  wrongValues: INVALID_VALUE_POLICIES[0],
  leaveOut: [],
  confirms: false,
  entry: undefined,
  failure: undefined,
} as const;

/** The target that every import requires, because a contact needs an address. */
export const EMAIL_TARGET = "email";

/** `mapping` with `target` set for `column`. A target belongs to one column, so another column loses it. */
export function mapColumn(mapping: Mapping, column: number, target: string | null): Mapping {
  return mapping.map((current, index) => {
    if (index === column) return target;
    return target !== null && current === target ? null : current;
  });
}

/**
 * The wizard's steps through an import. It stores the user's choices; the server's data about the file is in the query
 * cache. Calls are injected, so it runs without a browser.
 */
export const importMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ImportEvent,
    input: {} as { hasConsent: boolean; known: StoredImport | undefined },
  },
  actors: {
    /** Sends `uploaded` during the upload, then `prepared` or `refused`; stopping the actor aborts the upload. */
    prepare: fromCallback<ImportEvent, { file: File; encoding: string | undefined }>(() => undefined),
    start: fromPromise<void, StartInput>(() => Promise.reject(new Error("actor not provided"))),
  },
  guards: {
    entersAs: ({ context }, { state }: { state: string }) => context.entry === state,
    hasConsent: ({ context }) => context.hasConsent,
    canUpload: ({ context }) => context.hasConsent && context.file !== undefined,
    canStart: ({ context }) => context.hasConsent && context.mapping.includes(EMAIL_TARGET),
    isRunning: ({ context, event }) => isStatusEvent(event, context.importId, "RUNNING"),
    isDone: ({ context, event }) => ENDED_STATES.some((state) => isStatusEvent(event, context.importId, state)),
    hasFailed: ({ context, event }) => isStatusEvent(event, context.importId, "FAILED"),
  },
  actions: {
    takeFile: assign(({ event }) =>
      event.type === "choose" ? { file: event.file, encoding: undefined, failure: undefined } : {},
    ),
  },
}).createMachine({
  id: "import",
  context: ({ input }) => ({
    ...EMPTY_CONTEXT,
    hasConsent: input.hasConsent,
    ...(input.known
      ? {
          importId: input.known.importId,
          mapping: input.known.mapping,
          dateOrder: input.known.dateOrder,
          entry: input.known.state,
        }
      : {}),
  }),
  initial: "entering",
  on: {
    // The import may have been started or ended elsewhere, whatever this tab shows.
    seen: [
      { guard: "isDone", target: ".finished" },
      { guard: "hasFailed", target: ".failed" },
    ],
  },
  states: {
    /** Opens the current step of an import from an earlier visit. */
    entering: {
      always: [
        ...Object.entries(SCREEN_BY_STATE).map(([state, target]) => ({
          guard: { type: "entersAs" as const, params: { state } },
          target,
        })),
        { target: "choosing" },
      ],
    },

    choosing: {
      on: {
        choose: [{ guard: "hasConsent", target: "preparing", actions: "takeFile" }, { actions: "takeFile" }],
        consent: { actions: assign({ hasConsent: ({ event }) => event.isGiven }) },
        retry: { guard: "canUpload", target: "preparing" },
        // The encoding applies to this file only.
        decide: { guard: "canUpload", target: "preparing", actions: assign({ encoding: CONFIRMED_ENCODING }) },
      },
    },

    preparing: {
      entry: assign({ failure: undefined, upload: undefined }),
      invoke: {
        src: "prepare",
        input: ({ context }) => {
          if (!context.file) throw new Error("preparing without a file");
          return { file: context.file, encoding: context.encoding };
        },
      },
      on: {
        uploaded: { actions: assign({ upload: ({ event }) => event.progress }) },
        prepared: {
          target: "mapping",
          actions: assign(({ event }) => continueFrom(event.known)),
        },
        refused: { target: "choosing", actions: assign({ failure: ({ event }) => event.failure }) },
        cancel: { target: "choosing", actions: assign({ file: undefined }) },
      },
    },

    mapping: {
      on: {
        map: {
          actions: assign({
            mapping: ({ context, event }) => mapColumn(context.mapping, event.column, event.target),
            failure: undefined,
          }),
        },
        mapAll: { actions: assign({ mapping: ({ event }) => event.mapping, failure: undefined }) },
        existing: { actions: assign({ existing: ({ event }) => event.existing }) },
        wrongValues: { actions: assign({ wrongValues: ({ event }) => event.wrongValues }) },
        leaveOut: { actions: assign({ leaveOut: ({ event }) => event.leaveOut }) },
        confirms: { actions: assign({ confirms: ({ event }) => event.confirms }) },
        dateOrder: { actions: assign({ dateOrder: ({ event }) => event.dateOrder }) },
        decimalMark: { actions: assign({ decimalMark: ({ event }) => event.decimalMark }) },
        label: { actions: assign({ labels: ({ event }) => event.labels }) },
        consent: { actions: assign({ hasConsent: ({ event }) => event.isGiven }) },
        // Another sheet of the workbook has other columns.
        reread: { actions: assign(({ event }) => ({ ...continueFrom(event.known), failure: undefined })) },
        start: { guard: "canStart", target: "starting" },
        another: { target: "choosing", actions: assign(EMPTY_CONTEXT) },
        seen: [
          { guard: "isDone", target: "finished" },
          { guard: "hasFailed", target: "failed" },
          { guard: "isRunning", target: "running" },
        ],
      },
    },

    starting: {
      entry: assign({ failure: undefined }),
      invoke: {
        src: "start",
        input: ({ context }) => {
          if (!context.importId) throw new Error("starting what is not prepared");
          const { importId, mapping, dateOrder, decimalMark, labels } = context;
          const { existing, wrongValues, leaveOut, confirms, hasConsent } = context;
          const choices = { existing, wrongValues, leaveOut, confirms, hasConsent };
          return { importId, mapping, dateOrder, decimalMark, labels, ...choices };
        },
        onDone: "running",
        // Returns to the step with all choices intact.
        onError: { target: "mapping", actions: assign({ failure: ({ event }) => event.error }) },
      },
    },

    running: {},
    finished: { on: { another: { target: "choosing", actions: assign(EMPTY_CONTEXT) } } },
    failed: { on: { another: { target: "choosing", actions: assign(EMPTY_CONTEXT) } } },
  },
});

function continueFrom({
  importId,
  mapping,
  dateOrder,
}: StoredImport): Pick<Context, "importId" | "mapping" | "dateOrder" | "decimalMark"> {
  return { importId, mapping, dateOrder, decimalMark: undefined };
}

function isStatusEvent(event: ImportEvent, importId: string | undefined, state: ImportState): boolean {
  return event.type === "seen" && event.importId === importId && event.state === state;
}
