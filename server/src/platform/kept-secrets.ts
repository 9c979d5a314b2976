import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '@hola/core/clock.ts'
import type { Secrets } from './services.ts'

const SECRET_BYTES = 32

/** A secrets file that cannot be read or written; the message is one line that says what to do. */
export class SecretsProblem extends Error {
  override readonly name = 'SecretsProblem'
}

const parse = (path: string, text: string): Secrets => {
  const [pepper, key] = text.split('\n').map((line) => new Uint8Array(Buffer.from(line, 'base64')))
  if (pepper?.length !== SECRET_BYTES || key?.length !== SECRET_BYTES)
    throw new SecretsProblem(`${path} is damaged: restore it, or delete it and lose what was encrypted with it`)
  return { codePepper: pepper, fieldKey: key }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    // Below a file there is nothing either.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw error
  }
}

const pathOf = (dataDir: string): string => join(dataDir, 'secrets')

export const drawSecrets = (random: Random): Secrets => ({
  codePepper: random.bytes(SECRET_BYTES),
  fieldKey: random.bytes(SECRET_BYTES),
})

/** Written beside its place and linked there only if nothing is: of two first starts one wins, and both use its secrets. */
const writeOnce = (dataDir: string, path: string, random: Random): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { codePepper, fieldKey } = drawSecrets(random)
  const partial = `${path}.${random.uuid()}`
  const file = openSync(partial, 'wx', 0o600)
  try {
    writeSync(file, [codePepper, fieldKey].map((bytes) => `${Buffer.from(bytes).toString('base64')}\n`).join(''))
    fsyncSync(file)
    linkSync(partial, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    closeSync(file)
    rmSync(partial, { force: true })
  }
}

const explained = <Result>(dataDir: string, work: (path: string) => Result): Result => {
  try {
    return work(pathOf(dataDir))
  } catch (error) {
    if (error instanceof SecretsProblem || !(error instanceof Error)) throw error
    throw new SecretsProblem(
      `The secrets in DATA_DIR ${dataDir} cannot be read or written (${error.message}): give this user the right to, or set another DATA_DIR`,
    )
  }
}

/** Those of an earlier start, when there was one. */
export const findSecrets = (dataDir: string): Secrets | undefined =>
  explained(dataDir, (path) => {
    const text = readIfThere(path)
    return text === undefined ? undefined : parse(path, text)
  })

/** The sandbox's own secrets: made at the first start, readable by their owner only, the same ever after. */
export const keptSecrets = (dataDir: string, random: Random): Secrets =>
  explained(dataDir, (path) => {
    if (readIfThere(path) === undefined) writeOnce(dataDir, path, random)
    return parse(path, readFileSync(path, 'utf8'))
  })
