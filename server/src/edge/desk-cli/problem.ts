/**
 * Why the desk did not do what it was asked: one sentence for the person at the keyboard, printed without a stack.
 * Thrown inside a transaction it also takes back what was done there.
 */
export class DeskProblem extends Error {
  override readonly name = 'DeskProblem'
}

/** A command that was typed wrongly: nothing was looked at. */
export class UsageProblem extends DeskProblem {}
