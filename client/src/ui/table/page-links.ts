/** Links of the pagination on a phone and elsewhere (DISP-34: under 768 px, not 767). */
export const NARROW_QUERY = "(max-width: 767px)";
export const LINKS = { narrow: 3, wide: 5 } as const;

export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** Page numbers around `page`, at most `most` of them, never outside 1 to `pages`. */
export function pageLinks(page: number, pages: number, most: number): readonly number[] {
  const shown = Math.min(most, pages);
  const first = Math.max(1, Math.min(page - Math.floor(shown / 2), pages - shown + 1));
  return Array.from({ length: shown }, (_, index) => first + index);
}
