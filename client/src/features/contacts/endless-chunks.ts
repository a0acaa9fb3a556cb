/** Rows per request of the endless list, the maximum of the server. */
export const CHUNK_ROWS = 100;

/** Number of a row's chunk, from 1. */
export function getChunk(index: number): number {
  return Math.floor(index / CHUNK_ROWS) + 1;
}

/** Numbers of the chunks with the rows from `first` to `last`. Always includes the first, which has the total. */
export function listChunks(first: number, last: number): readonly number[] {
  const from = getChunk(first);
  const to = getChunk(Math.max(first, last));
  const inSight = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return inSight.includes(1) ? inSight : [1, ...inSight];
}
