/** The forms of campaigns and A/B tests that save while one writes, with all their fields. */

import { newMark } from "../entrance.ts";

/** The written fields of a campaign or of a variant. */
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

/** A field of a form that saves while one writes. */
export interface Box {
  readonly name: string;
  /** Index of the variant that has the field on its tab. */
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

/** The fields of each of two variants. */
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

/** Everything that shows its fields in the form. */
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

/** The forms that save while one writes: their addresses, their fields, and the calls that make and read their records. */
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
