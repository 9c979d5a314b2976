/** Far more than the product has; should texts ever be made up as it runs, the rest is not kept by the database. */
const NAMES_MAX = 500

const names = new Map<string, string>()

/** A statement that each connection has the database read and plan once, known to it by a name of its text. */
export const prepared = (text: string, values: readonly unknown[] = []) => {
  // A text of several statements has no values and cannot be prepared.
  if (values.length === 0) return { text }
  const name = names.get(text) ?? (names.size < NAMES_MAX ? `s${names.size + 1}` : undefined)
  if (name === undefined) return { text, values: [...values] }
  names.set(text, name)
  return { name, text, values: [...values] }
}
