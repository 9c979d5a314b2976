import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isProof } from '@hola/core/test-proof.ts'
import { freePort } from '../../platform/free-port.ts'
import type { S3Settings } from './s3.ts'

// A real server that speaks S3: versitygw, built from the Go module proxy where Go is. It takes minutes to build, so an
// ordinary run takes the one that an earlier proof has built and is skipped without it.

const VERSION = 'v1.8.0'
const bin = join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'go', `versitygw-${VERSION}`)
const program = join(bin, 'versitygw')
const BUCKET = 'photographs'

/** Why there is no such server here; undefined when there is one. */
export const noS3Server = await (async (): Promise<string | undefined> => {
  if (existsSync(program)) return undefined
  if (!isProof) return 'versitygw is built by npm run prove where Go is'
  try {
    await promisify(execFile)('go', ['install', `github.com/versity/versitygw/cmd/versitygw@${VERSION}`], {
      env: { ...process.env, GOBIN: bin },
    })
    return undefined
  } catch (error) {
    return `versitygw cannot be built: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`
  }
})()

export const startS3Server = async (): Promise<{
  readonly settings: S3Settings
  readonly stop: () => Promise<void>
}> => {
  const folder = await mkdtemp(join(tmpdir(), 'hola-s3-'))
  // The store keeps a bucket as a folder.
  await mkdir(join(folder, BUCKET))
  const port = await freePort()
  const [accessKey, secretKey] = ['a-key-of-the-test', 'a-secret-of-the-test']
  const child = spawn(
    program,
    ['--access', accessKey, '--secret', secretKey, '--port', `127.0.0.1:${port}`, 'posix', folder],
    { stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 200; tries += 1) {
    // Any answer will do.
    if (await fetch(url).catch(() => undefined)) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    settings: { url: `${url}/${BUCKET}`, region: 'us-east-1', accessKey, secretKey },
    stop: async () => {
      child.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
