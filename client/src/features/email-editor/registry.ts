/** The component kinds of the email editor: the server's schemas with the client's rendering. */

import { IconDeviceDesktop, IconDeviceMobile, IconMoon, IconSun } from "@tabler/icons-react";
import { startOf } from "@/builder/inspector/schema";
import type { Piece } from "@/builder/tree/model/pieces";
import { type EditorRecord, type Preset, registryOf } from "@/builder/tree/registry";
import documents from "@/generated/documents.json";
import { button } from "./kinds/button";
import { column } from "./kinds/column";
import { content } from "./kinds/content";
import { html } from "./kinds/html";
import { image } from "./kinds/image";
import { row } from "./kinds/row";
import { separator } from "./kinds/separator";
import { socialMedia } from "./kinds/social-media";
import { text } from "./kinds/text";
import { EmailFrame } from "./mail/email-frame";
import { number, PHONE_WIDTH } from "./mail/look";

const RECORD = documents.email as unknown as EditorRecord;
/** Background in pixels on each side of the email. */
const SIDE_MARGIN = 32;

function start(kind: string): Piece["settings"] {
  return startOf(RECORD.kinds.find(({ name }) => name === kind)?.schema ?? {});
}

/** A row with columns of these widths in percent; 0 means an equal share. */
function rowOf(widths: readonly number[]): Piece {
  return {
    level: "row",
    kind: row.name,
    settings: start(row.name),
    children: widths.map((width) => ({
      level: "column",
      kind: column.name,
      settings: { ...start(column.name), width },
      children: [],
    })),
  };
}

function offer(name: string, widths: readonly number[], parts: readonly number[] = widths.map(() => 1)): Preset {
  return { name, parts, piece: rowOf(widths) };
}

export const EMAIL = registryOf(RECORD, {
  name: "email",
  texts: "editor",
  // EDIT-50.
  storagePrefix: "em_",
  Whole: EmailFrame,
  surface: (globals, { device }) => {
    const width = number(globals.width);
    return device === "phone"
      ? { width: PHONE_WIDTH, inner: PHONE_WIDTH }
      : { width: width + 2 * SIDE_MARGIN, inner: width };
  },
  views: {
    devices: [
      { name: "desktop", textKey: "terms.desktop", icon: IconDeviceDesktop },
      { name: "phone", textKey: "terms.phone", icon: IconDeviceMobile },
    ],
    schemes: [
      { name: "light", textKey: "tree.views.light", icon: IconSun },
      { name: "dark", textKey: "tree.views.dark", icon: IconMoon },
    ],
  },
  presets: [
    offer("one", [0]),
    offer("two", [0, 0]),
    offer("three", [0, 0, 0]),
    offer("four", [0, 0, 0, 0]),
    offer("thirdTwoThirds", [33, 67], [1, 2]),
    offer("twoThirdsThird", [67, 33], [2, 1]),
  ],
  offers: ["component"],
  kinds: [row, column, text, content, image, button, separator, html, socialMedia],
});
