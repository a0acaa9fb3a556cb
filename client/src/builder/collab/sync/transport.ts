/** The transport to the server, as far as documents need it. Tests have their own. */
import {
  onLinkConnect,
  onLinkDisconnect,
  onServerMessage,
  requestServerRaw,
  type ServerMessageListener,
} from "@/lib/socket/link";

export interface Transport {
  /** Resolves to the server's response, also an error; undefined without a response. */
  readonly call: (name: string, ...values: readonly unknown[]) => Promise<readonly unknown[] | undefined>;
  /** Listens to messages with this name. Returns a function that stops. */
  readonly hear: (name: string, listener: ServerMessageListener) => () => void;
  readonly onUp: (listener: () => void) => () => void;
  readonly onDown: (listener: () => void) => () => void;
}

export const SOCKET_TRANSPORT: Transport = {
  call: requestServerRaw,
  hear: onServerMessage,
  onUp: onLinkConnect,
  onDown: onLinkDisconnect,
};

/** Bytes as the transport delivers them: an ArrayBuffer in a browser, a view elsewhere. */
export function toBytes(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return undefined;
}

export function isBody(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The error code of a response; undefined if it is no error. */
export function getErrorCode(body: unknown): string | undefined {
  return isBody(body) && typeof body.code === "string" ? body.code : undefined;
}
