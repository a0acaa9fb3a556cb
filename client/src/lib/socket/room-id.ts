const HEX = 16;

/** Rooms are named by UUIDs: that of a thing with a number holds the number. */
export function roomIdOf(id: number): string {
  return `00000000-0000-0000-${id
    .toString(HEX)
    .padStart(16, "0")
    .replace(/^(.{4})/, "$1-")}`;
}
