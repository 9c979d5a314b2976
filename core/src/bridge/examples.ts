import type { BridgeAnswer, BridgeCall, BridgeData, UploadCredentials } from './protocol.ts'

type Examples = { readonly [Call in BridgeCall]: { data: BridgeData<Call>; answer: BridgeAnswer<Call> } }

/** A JPEG of one grey point. */
const greyPoint =
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z'

const consented = { consent_version: '2026-12' }
const photo = { photo: { mime_type: 'image/jpeg', base64: greyPoint } } as const

/** One good message and one good answer of every call: for the fixtures, the tests of both sides, and the test page. */
export const bridgeExamples: Examples = {
  liveness: { data: consented, answer: photo },
  takePhoto: { data: { ...consented, kind: 'id_front' }, answer: photo },
  deviceInfo: {
    data: consented,
    answer: {
      manufacturer: 'Motorola',
      model: 'moto g24',
      os_version: '14',
      app_version: '2.3.0',
      locale: 'es-AR',
      time_zone: 'America/Argentina/Buenos_Aires',
    },
  },
  smsInfo: {
    data: consented,
    answer: {
      sms_list: [
        { sender: 'BANCO', received_at: '2026-12-01T12:30:00.000Z', kind: 'income', amount_centavos: 45_000_000 },
        { sender: '30303', received_at: '2026-11-28T09:05:00.000Z', kind: 'other', amount_centavos: null },
      ],
    },
  },
  installAppInfo: { data: consented, answer: { packages: ['com.mercadopago.wallet', 'ar.com.bancar.uala'] } },
  selfAppInfo: {
    data: {},
    answer: { package_name: 'com.example.hola', version_name: '2.3.0', version_code: 1, build: 'play' },
  },
  pickerContact: { data: {}, answer: { name: 'Ana Ejemplo', phone: '+54 9 11 2345-6789' } },
  afEvent: { data: { name: 'register' }, answer: {} },
  'location.start': { data: consented, answer: {} },
  'location.stop': { data: {}, answer: {} },
  'location.data': {
    data: consented,
    answer: { latitude_centidegrees: -3460, longitude_centidegrees: -5838, taken_at: '2026-12-01T12:30:00.000Z' },
  },
  'permission.check': { data: { name: 'location' }, answer: { granted: true, can_ask: true } },
  'permission.request': { data: { name: 'camera' }, answer: { granted: false, can_ask: false } },
  'localCache.get': { data: { key: 'note' }, answer: { value: 'ñandú 🧉' } },
  'localCache.set': { data: { key: 'note', value: 'ñandú 🧉' }, answer: {} },
  'localCache.clear': { data: {}, answer: {} },
  'intentUriOpen.check_support': { data: { uri: 'mercadopago://home' }, answer: { supported: true } },
  'intentUriOpen.start': { data: { uri: 'https://wa.me/5491100000000' }, answer: {} },
}

export const uploadExample: UploadCredentials = {
  token: 'a'.repeat(43),
  language: 'es',
  app_name: 'Hola',
  version: '2.3.0.101505',
  version_code: 1,
}
