/** Values of a field that saves without a response have sent, oldest first. */
type Sent<Value> = readonly Value[];

/** Saves of a field without a response that are remembered. */
const MAX_UNANSWERED = 20;
/** Of these, how much outlives the page: the storage is small. */
const MAX_KEPT_CHARACTERS = 200_000;

/** With one value more. Of a value that was sent several times in a row, the repetitions are dropped first. */
export function withSent<Value>(sent: Sent<Value>, value: Value): Sent<Value> {
  const values = [...sent, value];
  if (values.length <= MAX_UNANSWERED) return values;
  const repeated = values.findIndex((each, index) => index > 0 && each === values[index - 1]);
  return values.toSpliced(Math.max(0, repeated), 1);
}

/**
 * Those that might be stored still once one of them is: equal ones, and those after them. The server rejects all others.
 * None where someone else has stored another value.
 */
export function sinceStored<Value>(sent: Sent<Value>, isStored: (value: Value) => boolean): Sent<Value> {
  const landed = sent.findLastIndex(isStored);
  return sent.filter((each, index) => landed >= 0 && (index > landed || isStored(each)));
}

/** The newest values that fit into the storage. */
export function storable<Value>(values: Sent<Value>): Sent<Value> {
  let left = MAX_KEPT_CHARACTERS;
  const first = values.findLastIndex((value) => {
    left -= JSON.stringify(value).length;
    return left < 0;
  });
  return values.slice(first + 1);
}
