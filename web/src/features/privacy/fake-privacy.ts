import type { BodyOf, RetOf } from '@hola/core/contract/contract.ts'
import { deviceDataKinds } from '@hola/core/device/limits.ts'
import { fakeServer, succeed } from '../../lib/fake-server.ts'
import type { Consent, ConsentKind } from '../../shared/consents/consents.ts'
import type { PrivacyState } from './words.ts'

const NOW = '2026-11-16T15:00:00.000Z'

export const consentOf = (kind: ConsentKind, more: Partial<Consent> = {}): Consent => ({
  kind,
  version: '2026-11',
  is_on: false,
  given_at: null,
  expires_at: null,
  withdrawn_at: null,
  stored_count: 0,
  last_stored_at: null,
  deleted_at: null,
  deleted_count: 0,
  kept_because: null,
  ...more,
})

export const given = { is_on: true, given_at: NOW, expires_at: '2126-11-16T15:00:00.000Z' } as const

const stateOf = (more: Partial<PrivacyState> = {}): PrivacyState => ({
  now_at: NOW,
  consents: (['biometric', ...deviceDataKinds] as const).map((kind) => consentOf(kind)),
  held: [{ category: 'account', records_count: 1, since_at: NOW, keep_until_day: null }],
  accesses: [],
  sent: [],
  erasure: {
    is_possible: true,
    obstacle: null,
    kept: [],
    code_channels: [{ channel: 'phone', contact_masked: '+54 9 ••• 6789' }],
  },
  ...more,
})

/** Stands in for the server: a consent that is given is on, one upload is one record, a withdrawal deletes them. */
export const fakePrivacy = (
  more: Partial<PrivacyState> = {},
  answers: Parameters<typeof fakeServer>[0] = {},
): ReturnType<typeof fakeServer> & { state: PrivacyState } => {
  const held = { state: stateOf(more) }
  const change = (kind: ConsentKind, part: Partial<Consent>): Consent => {
    const consents = held.state.consents.map((each) => (each.kind === kind ? { ...each, ...part } : each))
    held.state = { ...held.state, consents }
    const changed = consents.find((each) => each.kind === kind)
    if (!changed) throw new Error(`no consent of the kind ${kind}`)
    return changed
  }
  const store = (kind: ConsentKind): object => {
    const { stored_count: before = 0 } = held.state.consents.find((each) => each.kind === kind) ?? {}
    change(kind, { stored_count: before + 1, last_stored_at: NOW })
    return succeed({ stored_count: 1 } satisfies RetOf<'user/upload_device'>)
  }
  const server = fakeServer({
    '/api/privacy/state': () => succeed(held.state),
    '/api/privacy/consent': ({ body }) => {
      const { kind, give } = body as BodyOf<'privacy/consent'>
      const { stored_count: stored = 0 } = held.state.consents.find((each) => each.kind === kind) ?? {}
      const consent = give
        ? change(kind, { ...given, withdrawn_at: null, deleted_at: null, deleted_count: 0 })
        : change(kind, {
            is_on: false,
            withdrawn_at: NOW,
            deleted_at: NOW,
            deleted_count: stored,
            stored_count: 0,
            last_stored_at: null,
          })
      return succeed({ consent } satisfies RetOf<'privacy/consent'>)
    },
    '/api/user/contact_choice': ({ body }) => {
      const { is_out: isOut } = body as BodyOf<'user/contact_choice'>
      return succeed({ is_out: isOut ?? false, contacts: [] } satisfies RetOf<'user/contact_choice'>)
    },
    '/api/user/upload_device': () => store('device'),
    '/api/user/upload_location': () => store('location'),
    '/api/user/upload_sms': () => store('sms'),
    '/api/user/upload_app': () => store('apps'),
    '/api/user/upload_behavior': () => store('behaviour'),
    ...answers,
  })
  return Object.assign(server, held)
}
