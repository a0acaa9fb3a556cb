/** The autosaved forms of campaigns and A/B tests with all their fields. */

import { newMark } from "../entrance.ts";

/** The text fields of a campaign or variant. */
export interface Saved {
  readonly name: string;
  readonly category: string;
  readonly subject: string;
  readonly preheader: string;
  readonly content: { readonly body: string };
  readonly plainText: string;
  readonly utm: Readonly<Record<string, string>>;
  readonly event: { readonly title: string; readonly place: string; readonly details: string };
  readonly variants: readonly Saved[];
}

/** A field of an autosaved form. */
export interface Box {
  readonly name: string;
  /** Index of the variant whose tab has the field. */
  readonly variant?: number;
  readonly stored: (saved: Saved) => string | undefined;
}

const SUBJECT_BOXES: readonly Box[] = [
  { name: "Subject", stored: ({ subject }) => subject },
  { name: "Preview text", stored: ({ preheader }) => preheader },
];
const CONTENT_BOXES: readonly Box[] = [
  { name: "Text", stored: ({ content }) => content.body },
  { name: "Plain text version", stored: ({ plainText }) => plainText },
];
const NAME_BOX: Box = { name: "Name", stored: ({ name }) => name };
const OTHER_BOXES: readonly Box[] = [
  { name: "Category", stored: ({ category }) => category },
  ...["source", "medium", "campaign", "content", "term"].map((part) => ({
    name: part.replace(/^./, (letter) => letter.toUpperCase()),
    stored: ({ utm }: Saved) => utm[part],
  })),
  { name: "Event name", stored: ({ event }) => event.title },
  { name: "Location", stored: ({ event }) => event.place },
  { name: "Details", stored: ({ event }) => event.details },
];

/** The fields for each of two variants. */
function inVariants(boxes: readonly Box[]): readonly Box[] {
  const own: readonly Box[] = [{ name: "Variant name", stored: ({ name }) => name }, ...boxes];
  return [0, 1].flatMap((variant) =>
    own.map(({ name, stored }) => ({
      name,
      variant,
      stored: ({ variants }: Saved) => {
        const saved = variants[variant];
        return saved && stored(saved);
      },
    })),
  );
}

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/** Values that make every optional field visible. */
export function newRecord(): Readonly<Record<string, unknown>> {
  const startsAt = Date.now() + DAY_MS;
  return {
    name: `Written ${newMark()}`,
    subject: "First",
    content: { body: "Hello" },
    plainText: "Hello",
    utm: { on: true },
    event: {
      title: "Tasting",
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(startsAt + HOUR_MS).toISOString(),
    },
  };
}

const VARIANTS = ["A", "B"].map((letter) => ({
  share: 10,
  subject: `First ${letter}`,
  content: { body: `Hello ${letter}` },
  plainText: `Hello ${letter}`,
}));

/** The autosaved forms with their URLs, their fields, and the API requests to create and read their records. */
export const SAVING_FORMS: readonly {
  readonly kind: string;
  readonly path: string;
  readonly address: (id: string) => string;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly boxes: readonly Box[];
}[] = [
  {
    kind: "campaign",
    path: "email-marketing",
    address: (id) => `/campaigns/${id}/edit`,
    boxes: [NAME_BOX, ...SUBJECT_BOXES, ...CONTENT_BOXES, ...OTHER_BOXES],
  },
  {
    kind: "A/B test of subjects",
    path: "ab-test",
    address: (id) => `/ab-tests/${id}/edit`,
    more: { test: { tested: "subject" }, variants: VARIANTS },
    boxes: [NAME_BOX, ...inVariants(SUBJECT_BOXES), ...CONTENT_BOXES, ...OTHER_BOXES],
  },
  {
    kind: "A/B test of contents",
    path: "ab-test",
    address: (id) => `/ab-tests/${id}/edit`,
    more: { test: { tested: "content" }, variants: VARIANTS },
    boxes: [NAME_BOX, ...SUBJECT_BOXES, ...inVariants(CONTENT_BOXES), ...OTHER_BOXES],
  },
];
