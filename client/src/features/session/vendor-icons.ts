/** A path of a mark on a 32 by 32 grid; filled if it has no width. */
export interface Stroke {
  readonly d: string;
  readonly width?: number;
}

/** Built-in marks, by the name in a vendor's identity. */
export const VENDOR_ICONS: Readonly<Record<string, readonly Stroke[]>> = {
  envelope: [{ d: "M8 11.5V21a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 24 21v-9.5l-8 6z", width: 2.2 }],
  lamp: [{ d: "M8 16a8 6.5 0 0 1 16 0z" }, { d: "M13.4 21a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z" }],
  drop: [{ d: "M16 7c3.4 4.4 5.4 7.4 5.4 10.2a5.4 5.4 0 0 1-10.8 0C10.6 14.4 12.6 11.4 16 7z" }],
  lens: [
    { d: "M6.5 16a6 6 0 1 0 12 0a6 6 0 1 0-12 0z", width: 1.8 },
    { d: "M13.5 16a6 6 0 1 0 12 0a6 6 0 1 0-12 0z", width: 1.8 },
    { d: "M16 11.1a6 6 0 0 1 0 9.8a6 6 0 0 1 0-9.8z" },
  ],
  wave: [
    { d: "M7 13.5c3-4 6-4 9 0s6 4 9 0", width: 2.4 },
    { d: "M7 20.5c3-4 6-4 9 0s6 4 9 0", width: 2.4 },
  ],
  leaf: [
    { d: "M10 21.5C8.2 13.5 13.5 8.2 23.5 8.5c.3 10-5.5 15.3-13.5 13z", width: 2 },
    { d: "M8 24l8.5-8.5", width: 2 },
  ],
};
