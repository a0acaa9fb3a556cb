/** The component kinds of the email editor: the server's schemas with the client's rendering. */

import { IconDeviceDesktop, IconDeviceMobile, IconMoon, IconSun } from "@tabler/icons-react";
import { buildDefaults } from "@/builder/inspector/schema";
import type { Piece } from "@/builder/tree/model/pieces";
import { createRegistry, type EditorRecord, type Preset } from "@/builder/tree/registry";
import documents from "@/generated/documents.json";
import { PHONE_WIDTH, toNumber } from "./email/appearance";
import { EmailFrame } from "./email/email-frame";
import { button } from "./kinds/button";
import { column } from "./kinds/column";
import { content } from "./kinds/content";
import { html } from "./kinds/html";
import { image } from "./kinds/image";
import { row } from "./kinds/row";
import { separator } from "./kinds/separator";
import { socialMedia } from "./kinds/social-media";
import { text } from "./kinds/text";

const RECORD = documents.email as unknown as EditorRecord;
/** Background in pixels on each side of the email. */
const SIDE_MARGIN = 32;

function buildDefaultSettings(kind: string): Piece["settings"] {
  return buildDefaults(RECORD.kinds.find(({ name }) => name === kind)?.schema ?? {});
}

/** A row with columns of these widths in percent; 0 means an equal share. */
function buildRow(widths: readonly number[]): Piece {
  return {
    level: "row",
    kind: row.name,
    settings: buildDefaultSettings(row.name),
    children: widths.map((width) => ({
      level: "column",
      kind: column.name,
      settings: { ...buildDefaultSettings(column.name), width },
      children: [],
    })),
  };
}

function buildPreset(name: string, widths: readonly number[], parts: readonly number[] = widths.map(() => 1)): Preset {
  return { name, parts, piece: buildRow(widths) };
}

export const EMAIL = createRegistry(RECORD, {
  name: "email",
  texts: "editor",
  // EDIT-50.
  storagePrefix: "em_",
  Whole: EmailFrame,
  surface: (globals, { device }) => {
    const width = toNumber(globals.width);
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
    buildPreset("one", [0]),
    buildPreset("two", [0, 0]),
    buildPreset("three", [0, 0, 0]),
    buildPreset("four", [0, 0, 0, 0]),
    buildPreset("thirdTwoThirds", [33, 67], [1, 2]),
    buildPreset("twoThirdsThird", [67, 33], [2, 1]),
  ],
  offers: ["component"],
  kinds: [row, column, text, content, image, button, separator, html, socialMedia],
});
