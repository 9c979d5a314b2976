import { describe, expect, test } from 'vitest'
import { DEVICE_DATA_KEPT_DAYS, deviceDataKinds } from '../device/limits.ts'
import { wireLanguages } from '../language.ts'
import { biometricConsent } from './biometric.ts'
import { deviceConsents } from './device.ts'
import { wholeText } from './text.ts'

const consents = { biometric: biometricConsent, ...deviceConsents }

describe.each(Object.entries(consents))('the consent %s', (_, consent) => {
  test('has as many paragraphs in the courtesy translation as in the original', () => {
    expect(consent.en.paragraphs).toHaveLength(consent.es.paragraphs.length)
  })

  test.each(wireLanguages)(
    'is plain text in %s, a line for each paragraph, without an exclamation mark',
    (language) => {
      for (const text of [consent[language].title, ...consent[language].paragraphs])
        expect(text).toMatch(/^\S[^\p{Cc}<>!¡]*\S$/u)
    },
  )
})

test.each(deviceDataKinds)(
  '%s says how long, that a no changes nothing, how to withdraw, and to whom to complain',
  (kind) => {
    const es = wholeText(deviceConsents[kind].es)
    expect(es).toContain(`${DEVICE_DATA_KEPT_DAYS} días`)
    expect(es).toContain('no cambia la decisión sobre tu solicitud, tu límite ni el precio')
    expect(es).toContain('retirar el permiso cuando quieras')
    expect(es).toContain('Agencia de Acceso a la Información Pública')
  },
)
