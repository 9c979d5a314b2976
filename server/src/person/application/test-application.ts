import { exampleBasic, exampleTyped } from '@hola/core/application/test-example.ts'
import type { CallPath, RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { FastifyInstance } from 'fastify'
import { keyOf, sealAddress } from '../account/address.ts'
import type { Address } from '../account/address.ts'
import { openSession } from '../account/session.ts'
import { insertAddress } from '../account/store.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { logInSomebody } from '../../edge/http/test-server.ts'
import type { Services } from '../../edge/services.ts'
import type { Photos, PhotoStatus } from './photos.ts'

/** Three steps that are right on 16 November 2026, typed as people do. */
export const basic = exampleTyped

/** The same as it is stored. */
export const basicStored = exampleBasic

export const extra = {
  employment_type_id: 'employee',
  monthly_salary_centavos: 900_000_00,
  marital_status_id: 'single',
  emergency_contact_1: { relationship_id: 'sibling', contact_name: 'Marta Romero', contact_phone: '351 555 1234' },
  emergency_contact_2: { relationship_id: 'friend', contact_name: 'Elsa Paz', contact_phone: '2966 42-3456' },
}

export const transfer = {
  institution_kind: 'bank',
  institution_id: '011',
  account_number: '01100129 00000000000017',
  full_name: 'ROMERO LUCIA',
}

/** `ret` is as the contract has it when the code is 0, and null otherwise. */
export type Answer<Path extends CallPath> = { readonly code: string; readonly msg: string; readonly ret: RetOf<Path> }

/** A person with a logged-in device, who can make calls. */
export type Applicant = {
  readonly userId: string
  readonly token: string
  readonly call: <Path extends CallPath>(path: Path, body?: object, language?: WireLanguage) => Promise<Answer<Path>>
  /** The same person on another device. */
  readonly onAnotherDevice: () => Promise<Applicant>
}

const withToken = (app: FastifyInstance, services: Services, userId: string, token: string): Applicant => ({
  userId,
  token,
  call: async (path, body = {}, language = 'en') =>
    (await app.inject({ method: 'POST', url: `/api/${path}`, headers: { token, language }, payload: body })).json(),
  onAnotherDevice: async () => {
    const session = await inTransaction(services.pool, (tx) => openSession(tx, services, userId))
    return withToken(app, services, userId, session.token)
  },
})

/** Somebody new who logs in with this address. */
export const newApplicant = async (
  { app, services }: { app: FastifyInstance; services: Services },
  address?: Address,
): Promise<Applicant> => {
  const { userId, token } = await logInSomebody(services)
  if (address !== undefined) {
    const key = keyOf(services.sealer, address)
    const sealedAddress = sealAddress(services.sealer, key, address.value)
    await inTransaction(services.pool, (tx) =>
      insertAddress(tx, { ...key, userId, sealedAddress, createdAt: services.clock.now() }),
    )
  }
  return withToken(app, services, userId, token)
}

export const saveThreeSteps = async ({ call }: Applicant): Promise<void> => {
  for (const [path, body] of [
    ['app/save_basic_info', basic],
    ['app/save_extra_info', extra],
    ['app/save_transfer_info', transfer],
  ] as const) {
    const { code, msg } = await call(path, body)
    if (code !== '0') throw new Error(`${path}: ${msg}`)
  }
}

/** Photographs whose state a test sets, the same for everybody. */
export const settablePhotos = () => {
  const kinds = ['id_front', 'id_back', 'selfie'] as const
  let states: readonly PhotoStatus['state'][] = []
  let savedAt: Date | null = null
  const photos: Photos = {
    find: async () => ({
      photos: kinds.map((kind, index) => ({
        kind,
        state: states[index] ?? 'missing',
        reasons: [],
        retakes_left_count: 3,
      })),
      card: { is_reading: false, differences: [], expired_day: null },
      savedAt,
    }),
    formChanged: async () => {},
  }
  return {
    photos,
    /** Front, back, selfie; what is not named is missing. */
    set: (at: Date, ...now: readonly PhotoStatus['state'][]): void => {
      states = now
      savedAt = now.length === 0 ? null : at
    },
  }
}
