/**
 * Something about the machine or its settings keeps the database from working. The message is one line that says what
 * to do, written for the person who starts the server: `main` prints it without a stack.
 */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem'
}
