const CODE_LENGTH = 8

/** How a person is called in lists, which carry nothing that says who she is. */
export const codeOf = (userId: string): string => `P-${userId.slice(0, CODE_LENGTH).toUpperCase()}`
