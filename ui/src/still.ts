/**
 * For tests with a faked clock. Each look of `expect.poll` and `expect.element` moves that clock on by its interval: a
 * slow machine looks often, and what should be far off has come. With this it stands still while they wait.
 */
export const still = { interval: 0 }
