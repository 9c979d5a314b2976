import { sayField } from '@hola/i18n/say-field.ts'
import { wireLanguages } from '@hola/core/language.ts'
import { afterEach, expect, test } from 'vitest'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { basicLabels } from './basic-values.ts'
import { socialLabels } from './social-labels.ts'
import { withdrawalLabels } from './withdrawal-labels.ts'

afterEach(() => setLocale('en'))

// Not fields of the body: whether a place is written out, and two questions to which "no" is the answer to those below.
const { 'address.locality_kind': _, has_internet_loans: _1, had_loans: _2, ...basic } = basicLabels
const labels: [string, () => string][] = Object.entries({ ...basic, ...socialLabels, ...withdrawalLabels })

test.each(wireLanguages)('the page and the server call a field by the same name: %s', (language) => {
  setLocale(language)
  expect(Object.fromEntries(labels.map(([name, label]) => [name, label()]))).toEqual(
    Object.fromEntries(labels.map(([name]) => [name, sayField(name, language)])),
  )
})
