/** A person as a code that names nobody. */
export const personCode = (userId: string): string => userId.slice(0, 8)
