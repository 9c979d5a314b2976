import { S3mini } from 's3mini'
import { checkName, isStoredName, shardOf } from './names.ts'
import type { FileStore } from './port.ts'

export type S3Settings = {
  /** With the bucket at its end. */
  readonly url: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

const PAGE_FILES = 1_000
/** A photograph has some hundred kilobytes; whoever waits longer for an answer asks again. */
const LIMIT_MS = 20_000
const ATTEMPTS = 3
const PAUSE_MS = 200

const NOT_FOUND = 404
const CONDITION_FAILED = 412

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined

/** What another try may mend: no answer, or one that says "later". */
const mayPass = (error: unknown): boolean => {
  const status = statusOf(error)
  return status === undefined || status === 0 || status === 429 || status >= 500
}

/** Everything here may be done twice. */
const tried = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !mayPass(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt))
  }
}

/** Photographs in any store that speaks S3: whole objects, a name for each, signed requests. */
export const openS3Store = ({ url, region, accessKey, secretKey }: S3Settings): FileStore => {
  const bucket = new S3mini({
    endpoint: url,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    requestAbortTimeout: LIMIT_MS,
  })
  const keyOf = (name: string): string => `${shardOf(name)}/${checkName(name)}`
  const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

  return {
    put: async (name, bytes) => {
      await tried(() => bucket.putObject(keyOf(name), Buffer.from(bytes))).catch((error: unknown) => {
        // A first try that was heard and whose answer was lost: it is there.
        if (statusOf(error) !== CONDITION_FAILED) throw error
      })
    },

    get: async (name) => {
      const found = await tried(() => bucket.getObjectArrayBuffer(keyOf(name))).catch((error: unknown) => {
        if (statusOf(error) === NOT_FOUND) return null
        throw error
      })
      return found === null ? undefined : Buffer.from(found)
    },

    delete: async (name) => {
      await tried(() => bucket.deleteObject(keyOf(name))).catch((error: unknown) => {
        if (statusOf(error) !== NOT_FOUND) throw error
      })
    },

    async *list() {
      let next: string | undefined
      do {
        const token = next
        // What the library calls a delimiter is the path of the bucket: nothing is grouped.
        const page = await tried(() => bucket.listObjectsPaged('/', '', PAGE_FILES, token))
        if (page === undefined || page === null) throw new Error('the bucket of the photographs is not there')
        yield (page.objects ?? [])
          .filter(({ Key }) => isStoredName(nameOf(Key)))
          .map(({ Key, LastModified }) => ({ name: nameOf(Key), writtenAt: new Date(LastModified) }))
        next = page.nextContinuationToken
      } while (next !== undefined)
    },
  }
}
