import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Random } from '@hola/core/clock.ts'
import type { FileHandle } from 'node:fs/promises'

// A file of frames, encrypted in pieces as it is written: AES-256-GCM under a key of its own for each file. The number of
// a piece, and whether it is the last one, are in its nonce: pieces cannot be left out, exchanged or cut off unseen.

const MAGIC = Buffer.from('HOLABAK1')
const SALT_BYTES = 16
const CIPHER = 'aes-256-gcm'
const TAG_BYTES = 16
export const PIECE_BYTES = 1 << 18
const HEADER_BYTES = MAGIC.length + SALT_BYTES
/** Kind and length. */
const FRAME_BYTES = 5

/** One line for the operator about a file that cannot be used. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem'
}

const keyOf = (key: Uint8Array, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'hola backup', 32))

const nonceOf = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

export type FrameWriter = {
  readonly write: (kind: string, payload: Buffer) => Promise<void>
  /** On the disk when it returns. */
  readonly end: () => Promise<number>
}

/** For its owner alone. Throws when there is such a file already. */
export const createEncryptedFile = async (
  path: string,
  key: Uint8Array,
  random: Pick<Random, 'bytes'>,
): Promise<FrameWriter & { readonly close: () => Promise<void> }> => {
  const file = await open(path, 'wx', 0o600)
  const salt = random.bytes(SALT_BYTES)
  const header = Buffer.concat([MAGIC, salt])
  const fileKey = keyOf(key, salt)
  await file.write(header)
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let number = 0
  let written = header.length

  const writePiece = async (piece: Buffer, isLast: boolean): Promise<void> => {
    const cipher = createCipheriv(CIPHER, fileKey, nonceOf(number, isLast))
    cipher.setAAD(header)
    number += 1
    const body = Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    await file.write(Buffer.concat([length, body]))
    written += 4 + body.length
  }

  return {
    write: async (kind, payload) => {
      const head = Buffer.alloc(FRAME_BYTES)
      head.write(kind, 0, 1, 'latin1')
      head.writeUInt32BE(payload.length, 1)
      waiting.push(head, payload)
      waitingBytes += head.length + payload.length
      if (waitingBytes < PIECE_BYTES) return
      const all = Buffer.concat(waiting)
      let at = 0
      for (; all.length - at > PIECE_BYTES; at += PIECE_BYTES)
        await writePiece(all.subarray(at, at + PIECE_BYTES), false)
      waiting = [Buffer.from(all.subarray(at))]
      waitingBytes = all.length - at
    },
    end: async () => {
      const all = Buffer.concat(waiting)
      let at = 0
      for (; all.length - at > PIECE_BYTES; at += PIECE_BYTES)
        await writePiece(all.subarray(at, at + PIECE_BYTES), false)
      await writePiece(all.subarray(at), true)
      await file.sync()
      return written
    },
    close: () => file.close(),
  }
}

const readExactly = async (file: FileHandle, length: number, position: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes.subarray(0, done)
}

/** The pieces of a file, opened. */
async function* piecesOf(file: FileHandle, path: string, key: Uint8Array): AsyncGenerator<Buffer> {
  const header = await readExactly(file, HEADER_BYTES, 0)
  if (!header.subarray(0, MAGIC.length).equals(MAGIC) || header.length < HEADER_BYTES)
    throw new BackupProblem(`${path} is no backup of this product`)
  const fileKey = keyOf(key, header.subarray(MAGIC.length))
  const openPiece = (body: Buffer, number: number, isLast: boolean): Buffer | undefined => {
    try {
      const decipher = createDecipheriv(CIPHER, fileKey, nonceOf(number, isLast), { authTagLength: TAG_BYTES })
      decipher.setAAD(header)
      decipher.setAuthTag(body.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      return undefined
    }
  }
  let position = HEADER_BYTES
  for (let number = 0; ; number += 1) {
    const length = (await readExactly(file, 4, position)).toString('hex')
    const size = length.length === 8 ? Number.parseInt(length, 16) : 0
    if (size < TAG_BYTES || size > PIECE_BYTES + TAG_BYTES) throw new BackupProblem(`${path} was cut off or altered`)
    const body = await readExactly(file, size, position + 4)
    position += 4 + size
    const piece = openPiece(body, number, false)
    if (piece !== undefined) {
      yield piece
      continue
    }
    const last = openPiece(body, number, true)
    if (last === undefined)
      throw new BackupProblem(
        number === 0
          ? `BACKUP_KEY is not the one that ${path} was made with, or the file was altered`
          : `${path} was cut off or altered`,
      )
    yield last
    if ((await readExactly(file, 1, position)).length > 0)
      throw new BackupProblem(`${path} was altered: it goes on behind its end`)
    return
  }
}

export type Frame = { readonly kind: string; readonly payload: Buffer }

/** Every frame of a file in order; throws a `BackupProblem` at the first sign that it is not as it was written. */
export async function* readEncryptedFile(path: string, key: Uint8Array): AsyncGenerator<Frame> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new BackupProblem(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  try {
    let rest = Buffer.alloc(0)
    for await (const piece of piecesOf(file, path, key)) {
      rest = Buffer.concat([rest, piece])
      let at = 0
      while (rest.length - at >= FRAME_BYTES) {
        const end = at + FRAME_BYTES + rest.readUInt32BE(at + 1)
        if (rest.length < end) break
        yield { kind: rest.toString('latin1', at, at + 1), payload: Buffer.from(rest.subarray(at + FRAME_BYTES, end)) }
        at = end
      }
      rest = Buffer.from(rest.subarray(at))
    }
    if (rest.length > 0) throw new BackupProblem(`${path} ends in the middle of something`)
  } finally {
    await file.close()
  }
}
