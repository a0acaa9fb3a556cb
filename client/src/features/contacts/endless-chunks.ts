/** Rows fetched at once by the endless list: the most that the server gives. */
export const CHUNK_ROWS = 100;

/** The number from 1 of the chunk that holds a row. */
export function chunkOf(index: number): number {
  return Math.floor(index / CHUNK_ROWS) + 1;
}

/** Numbers from 1 of the chunks that hold the rows from `first` to `last`; the first one always, for the total. */
export function chunksOf(first: number, last: number): readonly number[] {
  const from = chunkOf(first);
  const to = chunkOf(Math.max(first, last));
  const inSight = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return inSight.includes(1) ? inSight : [1, ...inSight];
}
