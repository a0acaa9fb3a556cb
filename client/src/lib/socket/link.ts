import type { QueryClient } from "@tanstack/react-query";
import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent } from "react";
import { createActor } from "xstate";
import type { RoomKind } from "@/generated/rooms";
import { Connection } from "./connection";
import type { EventMap } from "./events";
import { linkMachine } from "./link-machine";
import { Rooms } from "./rooms";

interface StartOptions {
  readonly token: string;
  readonly client: QueryClient;
  readonly events: readonly EventMap[];
  /** Called when the server rejects the token: the session is over. */
  readonly onRefused: () => void;
}

export type ServerMessageListener = (...values: readonly unknown[]) => void;

const linkState = createActor(linkMachine).start();
const rooms = new Rooms();
const connectListeners = new Set<() => void>();
const disconnectListeners = new Set<() => void>();
const messageListeners = new Map<string, Set<ServerMessageListener>>();
let connection: Connection | undefined;
let generation = 0;

function onPageVisible(): void {
  if (document.visibilityState === "visible") connection?.wake();
}

/** Connects with the session's token and stays connected until `stopLink`. */
export async function startLink(options: StartOptions): Promise<void> {
  stopLink();
  generation += 1;
  const mine = generation;
  linkState.send({ type: "start" });
  const { io } = await import("socket.io-client");
  if (mine !== generation) return;
  const socket = io({
    path: "/socket.io/",
    transports: ["websocket"],
    auth: (send) => send({ token: options.token, ageMs: connection?.ageMs() }),
    reconnectionDelayMax: 5000,
    autoConnect: false,
    // Another token is another session, which must not reuse the previous connection.
    forceNew: true,
  });
  connection = new Connection(socket, {
    ...options,
    rooms,
    onState: (type) => {
      linkState.send({ type });
      if (type === "disconnected") for (const listener of disconnectListeners) listener();
    },
    onWord: (name, values) => {
      for (const listener of messageListeners.get(name) ?? []) listener(...values);
    },
    onUp: () => {
      for (const listener of connectListeners) listener();
    },
  });
  document.addEventListener("visibilitychange", onPageVisible);
  window.addEventListener("online", onPageVisible);
  connection.start();
}

export function stopLink(): void {
  generation += 1;
  document.removeEventListener("visibilitychange", onPageVisible);
  window.removeEventListener("online", onPageVisible);
  connection?.stop();
  connection = undefined;
  linkState.send({ type: "stop" });
  for (const listener of disconnectListeners) listener();
}

/** Runs `listener` after every connect; returns a function that removes it. */
export function onLinkConnect(listener: () => void): () => void {
  connectListeners.add(listener);
  return () => connectListeners.delete(listener);
}

/** Runs `listener` when the connection is lost or the session ends; returns a function that removes it. */
export function onLinkDisconnect(listener: () => void): () => void {
  disconnectListeners.add(listener);
  return () => disconnectListeners.delete(listener);
}

/** Runs `listener` with the values of each event of this name, including bytes; returns a function that removes it. */
export function onServerMessage(name: string, listener: ServerMessageListener): () => void {
  const listeners = messageListeners.get(name) ?? new Set();
  messageListeners.set(name, listeners.add(listener));
  return () => listeners.delete(listener);
}

/** The server's raw response over the socket, including errors; undefined without a connection or a response. */
export async function requestServerRaw(
  name: string,
  ...values: readonly unknown[]
): Promise<readonly unknown[] | undefined> {
  return await connection?.call(name, values);
}

/** The server's response over the socket; undefined without a connection, a response or permission. */
export async function requestServer(
  name: string,
  body: unknown,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  return await connection?.ask(name, body);
}

/**
 * Joins a room while the component is mounted, so that its events reach their handlers. `onJoined` runs after every
 * join: data fetched in it misses no event.
 */
export function useRoom(kind: RoomKind, id: string | undefined, onJoined?: () => void): void {
  const whenJoined = useEffectEvent(() => onJoined?.());
  useEffect(() => {
    if (!id) return;
    const room = `${kind}:${id}`;
    const watcher = { onJoined: () => whenJoined() };
    if (rooms.enter(room, watcher)) connection?.join(room);
    return () => {
      if (rooms.leave(room, watcher)) connection?.leave(room);
    };
  }, [kind, id]);
}

export type LinkState = "off" | "up" | "dropped" | "lost";

/** State of the connection; `lost` deserves a banner. */
export function useLinkState(): LinkState {
  return useSelector(linkState, (snapshot) => snapshot.value);
}

/** Polling interval in milliseconds for data that is usually pushed; false while the socket is up. */
export function usePollMs(pollMs: number): number | false {
  return useLinkState() === "up" ? false : pollMs;
}
