import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { basicStored } from '../application/test-application.ts'
import type { Applicant } from '../application/test-application.ts'
import { buildServer } from '../../app.ts'
import { systemRandom } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { Services } from '../../edge/services.ts'
import type { PhotoReadings } from './evidence.ts'
import type { ImageCleaner } from './image-cleaner.ts'
import type { PhotoKind } from './images.ts'
import type { WireKind } from './photo-kinds.ts'
import { kindOfWire } from './photo-kinds.ts'
import { readPhoto } from './read-photo.ts'

/** A folder of its own for a test file, gone after its last test. */
export const testDataDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hola-photos-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let photosMade = 0
const plainPhotos = new Set<string>()
const hashOf = (bytes: Uint8Array): string => hash('sha256', bytes)

/** A plain photo that is no other's. */
export const plainPhoto = async (width = 1200, height = 800): Promise<Buffer> => {
  photosMade += 1
  const photo = await sharp({ create: { width, height, channels: 3, background: '#7a9' } })
    .withExif({ IFD0: { ImageDescription: `photo ${photosMade}` } })
    .jpeg()
    .toBuffer()
  if (width === 1200 && height === 800) plainPhotos.add(hashOf(photo))
  return photo
}

/** All plain photos of one size are one picture with another description, which cleaning takes off: it is cleaned once. */
const cleanPlainPhotosOnce = (cleaner: ImageCleaner): ImageCleaner => {
  const cleaned = new Map<PhotoKind, ReturnType<ImageCleaner['clean']>>()
  return {
    ...cleaner,
    clean: (bytes, kind) => {
      if (!plainPhotos.has(hashOf(bytes))) return cleaner.clean(bytes, kind)
      const known = cleaned.get(kind) ?? cleaner.clean(bytes, kind)
      cleaned.set(kind, known)
      return known
    },
  }
}

export const uploadBody = (kind: WireKind, image: Buffer, uploadId: string = systemRandom.uuid()) => ({
  upload_id: uploadId,
  kind,
  image_base64: image.toString('base64'),
  consent_version: biometricConsent.version,
})

const common = { ok: true, timingsMs: {}, versions: {} } as const
const card = { dni: '30111222', surname: 'ROMERO', givenNames: 'LUCIA', sex: 'F', birth: '1983-08-14' } as const
/** Descriptors on a line: two faces are as far apart as their numbers. */
export const face = (place: number): number[] => Array.from({ length: 128 }, (_, index) => (index === 0 ? place : 0))

/** What the reader makes of three good photos of the person of `basic`. */
export const goodReadings: { readonly [K in PhotoKind]: Extract<PhotoReadings[K], { ok: true }> } = {
  front: {
    ...common,
    sharpness: 900,
    barcode: { ...card, issued: '2022-03-01', copy: 'A', cuil: null },
    portrait: { faces: 1, descriptor: face(0) },
  },
  back: {
    ...common,
    sharpness: 900,
    mrz: { ...card, expiry: '2037-03-01', nationality: 'ARG', namesTruncated: false },
  },
  selfie: { ...common, sharpness: 90, selfie: { faces: 1, descriptor: face(0.4) } },
}

export type Readings = { -readonly [K in PhotoKind]: PhotoReadings[K] }

/**
 * The real application with a reader that answers what a test wants: what a photo shows is tested elsewhere, by the real
 * one. Jobs run when a test says so.
 */
export const openPhotoServer = async (
  pool: Pool,
  now: () => Date,
  change: (services: Services) => Partial<Services> = () => ({}),
) => {
  const opened = await openTestServer(pool, { clock: { now }, settings: { dataDir: testDataDir() } })
  const readings: Readings = { ...goodReadings }
  const reader = {
    ...opened.services.identity.reader,
    readPhoto: async <K extends PhotoKind>(kind: K) => readings[kind] as PhotoReadings[K],
  }
  const cleaner = cleanPlainPhotosOnce(opened.services.identity.cleaner)
  const identity = { ...opened.services.identity, cleaner, reader }
  const services: Services = { ...opened.services, identity, ...change({ ...opened.services, identity }) }
  const app: FastifyInstance = buildServer(services)

  /** Sends a photo and lets the job after it run. */
  const send = async (person: Applicant, kind: WireKind, image?: Buffer) => {
    const body = uploadBody(kind, image ?? (await plainPhoto()))
    const answer = await person.call('app/upload_image_info', body)
    if (answer.code === '0') await readPhoto(services, { user_id: person.userId, upload_id: body.upload_id })
    return answer
  }
  const sendThree = async (person: Applicant): Promise<void> => {
    for (const kind of ['id_front', 'id_back', 'selfie'] as const) {
      const { code, msg } = await send(person, kind)
      if (code !== '0') throw new Error(`${kind}: ${msg}`)
    }
  }
  return {
    app,
    services,
    logged: opened.logged,
    send,
    sendThree,
    /** What the next photos of a kind show; the good ones again without a reading. */
    show: (next: Partial<Readings> = {}): void => void Object.assign(readings, goodReadings, next),
  }
}

export const kindsOfWire = Object.keys(kindOfWire) as WireKind[]

/** The person of `basic`, as the sandbox asks for her specimens. */
export const specimenPerson = {
  first_name: basicStored.first_name,
  last_name: basicStored.last_name,
  dni: basicStored.national_id_number,
  birth_day: basicStored.birth_day,
  gender: basicStored.gender_id,
}
