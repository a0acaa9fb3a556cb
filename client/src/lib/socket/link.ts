import type { QueryClient } from "@tanstack/react-query";
import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import type { Socket } from "socket.io-client";
import { createActor } from "xstate";
import { type EventMap, isPayload, mergeEvents, SeenEvents } from "./events";
import { linkMachine } from "./link-machine";
import { type RoomName, Rooms } from "./rooms";

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

function join(room: RoomName): void {
  if (!socket?.connected) return;
  const asked = socket;
  asked.timeout(ACK_MS).emit("room:join", room, (error: Error | null) => {
    const isWatched = rooms.all().some(({ kind, id }) => kind === room.kind && id === room.id);
    if (error && isWatched && asked === socket) join(room);
  });
}

function leave(room: RoomName): void {
  if (socket?.connected) socket.emit("room:leave", room);
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
  connection.onAny((name: string, payload: unknown) => {
    if (!isPayload(payload) || !seen.accept(payload["id"])) return;
    for (const handler of handlers.get(name) ?? []) handler(client, payload);
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

/** Watches a thing while the component is shown: its events arrive and find their handlers. */
export function useRoom(kind: string, id: string | undefined): void {
  useEffect(() => {
    if (!id) return;
    const room = { kind, id };
    if (rooms.enter(room)) join(room);
    return () => {
      if (rooms.leave(room)) leave(room);
    };
  }, [kind, id]);
}

export type LinkState = "off" | "up" | "dropped" | "lost";

/** State of the connection; `lost` is worth a banner. */
export function useLinkState(): LinkState {
  return useSelector(linkState, (snapshot) => snapshot.value);
}
