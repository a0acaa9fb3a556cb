export function getPageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** At most `most` page numbers around `page`, from 1 to `pages`. */
export function listPageLinks(page: number, pages: number, most: number): readonly number[] {
  const shown = Math.min(most, pages);
  const first = Math.max(1, Math.min(page - Math.floor(shown / 2), pages - shown + 1));
  return Array.from({ length: shown }, (_, index) => first + index);
}
