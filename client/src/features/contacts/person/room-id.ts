const HEX = 16;

/** Rooms are named by UUIDs: that of a contact holds its number. */
export function roomIdOf(contactId: number): string {
  return `00000000-0000-0000-${contactId
    .toString(HEX)
    .padStart(16, "0")
    .replace(/^(.{4})/, "$1-")}`;
}
