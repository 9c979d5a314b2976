/** What is stored under a name. Names say nothing about whose file it is or what is in it. */
export type StoredFile = { readonly name: string; readonly writtenAt: Date }

/** Where photographs are kept. Whatever is behind it sees sealed bytes alone. */
export type Files = {
  /** Stored for good when it returns, under the name that it returns. */
  readonly put: (bytes: Uint8Array) => Promise<string>
  /** Throws a `FileProblem` when it is not there or not what was put there. */
  readonly get: (name: string) => Promise<Buffer>
  /** Deleting what is gone already is done. */
  readonly delete: (name: string) => Promise<void>
  /** Everything there is, also what a crash left half written; `delete` takes these names too. */
  readonly list: () => Promise<StoredFile[]>
}

/** A file that cannot be had any more. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
  readonly problem: 'missing' | 'damaged'

  constructor(problem: FileProblem['problem'], file: string, cause: unknown) {
    super(`stored file ${file} is ${problem}`, { cause })
    this.problem = problem
  }
}
