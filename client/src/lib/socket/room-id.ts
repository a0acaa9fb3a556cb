const HEX = 16;

/** UUID of a numbered resource's room: rooms are named by UUIDs, so the id contains the number. */
export function roomIdOf(id: number): string {
  return `00000000-0000-0000-${id
    .toString(HEX)
    .padStart(16, "0")
    .replace(/^(.{4})/, "$1-")}`;
}
