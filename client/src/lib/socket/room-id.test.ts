import { expect, test } from "vitest";
import { buildRoomId } from "./room-id";

test.each([
  [42, "00000000-0000-0000-0000-00000000002a"],
  [2 ** 48 + 1, "00000000-0000-0000-0001-000000000001"],
])("the room of the thing %i is a UUID with its number", (id, roomId) => {
  expect(buildRoomId(id)).toBe(roomId);
});
