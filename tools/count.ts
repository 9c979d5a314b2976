/** A number that was typed on a command line: whole, and not below the least. */
export const countOf = (text: string, name: string, least = 1): number => {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < least)
    throw new Error(`${name} is a whole number from ${least} on, and "${text}" is none`)
  return count
}
