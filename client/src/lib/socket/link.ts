import type { QueryClient } from "@tanstack/react-query";
import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent } from "react";
import type { Socket } from "socket.io-client";
import { createActor } from "xstate";
import { type EventMap, type EventPayload, isPayload, mergeEvents, SeenEvents } from "./events";
import { linkMachine } from "./link-machine";
import { Rooms } from "./rooms";

/** An unanswered join is asked again after this long. */
const ACK_MS = 5000;

interface StartOptions {
  readonly token: string;
  readonly client: QueryClient;
  readonly events: readonly EventMap[];
  /** Called when the server refuses the token: the session is over. */
  readonly onRefused: () => void;
}

const linkState = createActor(linkMachine).start();
const rooms = new Rooms();
let socket: Socket | undefined;
let generation = 0;

/** Asks until the server answers; a refusal is an answer, and the screen's own call tells the user of it. */
function join(room: string): void {
  if (!socket?.connected) return;
  const asked = socket;
  asked.timeout(ACK_MS).emit("room:join", room, (timedOut: Error | null) => {
    if (asked !== socket) return;
    if (timedOut && rooms.has(room)) join(room);
    else rooms.joined(room);
  });
}

function leave(room: string): void {
  if (socket?.connected) socket.emit("room:leave", room);
}

/** Kept events come as `{eventId, data}`, passing ones as `{data}`. */
function unwrap({ eventId, data }: EventPayload): { id: unknown; data: unknown } {
  return { id: eventId, data };
}

function listen(connection: Socket, { client, events, onRefused }: StartOptions): void {
  const handlers = mergeEvents(events);
  const seen = new SeenEvents();
  let wasConnected = false;

  connection.on("connect", () => {
    // What was missed is replayed, or it is not: then everything on screen is fetched again.
    if (wasConnected && !connection.recovered) void client.invalidateQueries();
    wasConnected = true;
    linkState.send({ type: "connected" });
    for (const room of rooms.all()) join(room);
  });
  connection.on("disconnect", (reason) => {
    linkState.send({ type: "disconnected" });
    // The server closed it on purpose; the client library would not come back by itself.
    if (reason === "io server disconnect") connection.connect();
  });
  connection.on("connect_error", () => {
    linkState.send({ type: "disconnected" });
    // `active` is false when the server itself refused the handshake.
    if (!connection.active) onRefused();
  });
  // A trailing string is the recovery offset of Socket.IO, not ours.
  connection.onAny((name: string, message: unknown) => {
    if (!isPayload(message)) return;
    const { id, data } = unwrap(message);
    if (!isPayload(data) || !seen.accept(id)) return;
    for (const handler of handlers.get(name) ?? []) handler(client, data);
  });
}

/** Connects with the session's token and stays connected until `stopLink`. */
export async function startLink(options: StartOptions): Promise<void> {
  stopLink();
  generation += 1;
  const mine = generation;
  linkState.send({ type: "start" });
  const { io } = await import("socket.io-client");
  if (mine !== generation) return;
  socket = io({
    path: "/socket.io/",
    transports: ["websocket"],
    auth: { token: options.token },
    reconnectionDelayMax: 5000,
    autoConnect: false,
  });
  listen(socket, options);
  socket.connect();
}

export function stopLink(): void {
  generation += 1;
  socket?.removeAllListeners();
  socket?.disconnect();
  socket = undefined;
  linkState.send({ type: "stop" });
}

/**
 * Watches a thing while the component is shown: its events arrive and find their handlers. `onJoined` runs at every
 * join: what is fetched then misses nothing.
 */
export function useRoom(kind: string, id: string | undefined, onJoined?: () => void): void {
  const whenJoined = useEffectEvent(() => onJoined?.());
  useEffect(() => {
    if (!id) return;
    const room = `${kind}:${id}`;
    const watcher = { onJoined: () => whenJoined() };
    if (rooms.enter(room, watcher)) join(room);
    return () => {
      if (rooms.leave(room, watcher)) leave(room);
    };
  }, [kind, id]);
}

export type LinkState = "off" | "up" | "dropped" | "lost";

/** State of the connection; `lost` is worth a banner. */
export function useLinkState(): LinkState {
  return useSelector(linkState, (snapshot) => snapshot.value);
}
