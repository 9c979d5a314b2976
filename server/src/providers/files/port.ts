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
  /** Everything there is, page by page, also what a crash left half written; `delete` takes these names too. */
  readonly list: () => AsyncIterable<readonly StoredFile[]>
}

/** Where bytes lie under a name that is given: a folder, or an object store. It does not know what they are. */
export type FileStore = {
  /** Whole and for good when it returns; before that not there. */
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>
  /** Undefined when nothing is there. */
  readonly get: (name: string) => Promise<Buffer | undefined>
  readonly delete: (name: string) => Promise<void>
  readonly list: () => AsyncIterable<readonly StoredFile[]>
}

/** A file that cannot be had any more. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
  readonly problem: 'missing' | 'damaged'

  constructor(problem: FileProblem['problem'], file: string, cause?: unknown) {
    super(`stored file ${file} is ${problem}`, { cause })
    this.problem = problem
  }
}
