/** Values of a field sent by saves without a response, oldest first. */
type SentValues<Value> = readonly Value[];

/** Maximum number of remembered saves of a field without a response. */
const MAX_UNCONFIRMED_SAVES = 20;
/** Maximum length of these values that survives a reload: browser storage is small. */
const MAX_STORED_CHARACTERS = 200_000;

/** Appends a value. Over the maximum, consecutive repetitions of a value are removed first. */
export function appendSent<Value>(sent: SentValues<Value>, value: Value): SentValues<Value> {
  const values = [...sent, value];
  if (values.length <= MAX_UNCONFIRMED_SAVES) return values;
  const repeated = values.findIndex((each, index) => index > 0 && each === values[index - 1]);
  return values.toSpliced(Math.max(0, repeated), 1);
}

/**
 * The values that might still be stored once one of them is: equal and later ones. The server rejects all others. Empty
 * where someone else has stored another value.
 */
export function sliceFromStored<Value>(
  sent: SentValues<Value>,
  isStored: (value: Value) => boolean,
): SentValues<Value> {
  const landed = sent.findLastIndex(isStored);
  return sent.filter((each, index) => landed >= 0 && (index > landed || isStored(each)));
}

/** The newest values that fit into the storage. */
export function limitToStorage<Value>(values: SentValues<Value>): SentValues<Value> {
  let left = MAX_STORED_CHARACTERS;
  const first = values.findLastIndex((value) => {
    left -= JSON.stringify(value).length;
    return left < 0;
  });
  return values.slice(first + 1);
}
