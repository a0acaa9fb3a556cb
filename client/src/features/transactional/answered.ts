/** The body of an answer that has one. */
export function answered<Data>({ data }: { readonly data?: Data }): Data {
  if (data === undefined) throw new Error("an answer without a body");
  return data;
}
