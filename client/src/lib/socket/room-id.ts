const HEX_RADIX = 16;

/** UUID of a numbered resource's room: rooms are named by UUIDs, so the id contains the number. */
export function buildRoomId(id: number): string {
  return `00000000-0000-0000-${id
    .toString(HEX_RADIX)
    .padStart(16, "0")
    .replace(/^(.{4})/, "$1-")}`;
}
