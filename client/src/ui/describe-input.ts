/**
 * Props that name the element describing an input of Mantine, which replaces an `aria-describedby` by its own.
 *
 * `part` is the element in Mantine's names, `inputField` for inputs with pills.
 */
export function describeInput(id: string | undefined, part: "input" | "inputField" = "input") {
  return { attributes: { [part]: { "aria-describedby": id } } };
}
