/** The line to the server, as a document needs it. Tests have one of their own. */
import { callServer, onLinkDown, onLinkUp, onServerWord, type WordListener } from "@/lib/socket/link";

export interface Wire {
  /** All that the server answers, a refusal too; undefined when no answer came. */
  readonly call: (name: string, ...values: readonly unknown[]) => Promise<readonly unknown[] | undefined>;
  /** Hears what is told under this name; answers how to stop that. */
  readonly hear: (name: string, listener: WordListener) => () => void;
  readonly onUp: (listener: () => void) => () => void;
  readonly onDown: (listener: () => void) => () => void;
}

export const SOCKET_WIRE: Wire = { call: callServer, hear: onServerWord, onUp: onLinkUp, onDown: onLinkDown };

/** Bytes as the wire hands them out: an ArrayBuffer in a browser, a view elsewhere. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return undefined;
}

export function isBody(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The code of a refusal; undefined of an answer that is none. */
export function refusalIn(body: unknown): string | undefined {
  return isBody(body) && typeof body.code === "string" ? body.code : undefined;
}
