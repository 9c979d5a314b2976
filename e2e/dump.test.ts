import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { formatDni } from '@hola/core/identifiers/dni.ts'
import { tellFigure } from '@hola/core/test-proof.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { photoKinds } from '../web/src/shared/photo-queue/photo-queue.ts'
import { call, newSession, saveThreeSteps, type Session } from './client.ts'
import { newPerson } from './people.ts'
import { specimensOf } from './sandbox-api.ts'
import { discard, newDataDir, startServer, stopServer, type RunningServer } from './server.ts'
import { freePort } from '../server/src/platform/free-port.ts'

const person = newPerson()
const [{ name: contactName, phone: contactPhone }] = person.contacts

let server: RunningServer
let session: Session
let files: { path: string; bytes: Buffer }[]

/** A whole application as the server gets it; then everything that lies on the disk. */
beforeAll(async () => {
  server = await startServer(await newDataDir(), await freePort())
  const { url, dataDir } = server
  session = await newSession(url, person)
  await saveThreeSteps(url, session, person)
  const specimens = await specimensOf(url, person)
  for (const kind of photoKinds) {
    const image = { kind, image_base64: specimens[kind].toString('base64'), upload_id: crypto.randomUUID() }
    await call(url, 'app/upload_image_info', { ...image, consent_version: biometricConsent.version }, { session })
  }
  await call(url, 'loan/apply_info', { submit: true }, { session })
  await stopServer(server)
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  files = await Promise.all(
    paths.map(async (path) => ({ path: path.slice(dataDir.length), bytes: await readFile(path) })),
  )
})

afterAll(() => discard(server))

const placesOf = (needle: string | Buffer): string[] =>
  files.filter(({ bytes }) => bytes.includes(needle)).map(({ path }) => path)

describe('whoever copies the whole data folder', () => {
  test('has the rows of the applicant in hand', () => {
    const found = placesOf(Buffer.from(session.userId.replaceAll('-', ''), 'hex'))
    expect(found).not.toEqual([])
    tellFigure(
      'attack',
      'files of a stopped server read whole',
      `${files.length}, her id found in ${found.length} of them`,
    )
  })

  test.each([
    ['first name', person.firstName],
    ['last name', person.lastName],
    ['last name as on the card', person.lastName.toUpperCase()],
    ['last name without its accent', person.lastName.slice(1)],
    ['DNI', person.dni],
    ['DNI as on the card', formatDni(person.dni)],
    ['phone', person.phone],
    ['phone as it is dialled', person.phone.slice(4)],
    ['CBU', person.cbu],
    ['street', person.street],
    ['name of a contact', contactName],
    ['phone of a contact', contactPhone],
  ])('cannot read the %s', (_, typed) => {
    expect(placesOf(typed)).toEqual([])
    expect(server.output()).not.toContain(typed)
  })

  test('cannot take over the session', () => {
    expect(placesOf(session.token)).toEqual([])
  })

  test('sees no photo, although three are there', () => {
    expect(files.filter(({ path }) => path.startsWith('/files/'))).toHaveLength(3)
    const beginnings = [0xdb, 0xe0, 0xe1, 0xe2].map((segment) => Buffer.from([0xff, 0xd8, 0xff, segment, 0x00]))
    expect(beginnings.flatMap(placesOf)).toEqual([])
  })
})
