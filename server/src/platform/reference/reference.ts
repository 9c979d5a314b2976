import { readFileSync } from 'node:fs'
import { civilDay } from '@hola/core/calendar.ts'
import type { Holidays } from '@hola/core/calendar.ts'
import { holidaysFrom } from '@hola/core/holidays.ts'
import { label, sentence, slug, url } from '@hola/core/contract/fields.ts'
import * as z from 'zod/mini'

/** Facts that change with a release and not with a request: read once at start and checked. */
export type Reference = {
  readonly provinces: readonly Province[]
  readonly banks: readonly Bank[]
  readonly wallets: readonly Wallet[]
  /** As published, and by the law for the years that are not yet. */
  readonly holidays: Holidays
  /** The years whose holidays are published in the table. */
  readonly holidayYears: { readonly first: number; readonly last: number }
  /** The lender's other apps, in the order in which they are shown; none as shipped. */
  readonly ownApps: readonly OwnApp[]
}

export type Province = { readonly id: string; readonly name: string; readonly districts: readonly District[] }
export type District = { readonly id: string; readonly name: string; readonly communities: readonly Community[] }
export type Community = { readonly id: string; readonly name: string }

const text = z.string().check(z.minLength(1))

const areasFile = z.object({
  meta: z.object({ counts: z.object({ provincias: z.int(), departamentos: z.int(), localidades: z.int() }) }),
  provincias: z.array(
    z.strictObject({
      id: z.string().check(z.regex(/^\d{2}$/)),
      iso: z.string().check(z.regex(/^AR-[A-Z]$/)),
      n: text,
      d: z.array(
        z.strictObject({
          id: z.string().check(z.regex(/^\d{5}$/)),
          n: text,
          c: z.enum(['Departamento', 'Partido', 'Comuna']),
          l: z.array(z.tuple([z.string().check(z.regex(/^\d{5,12}$/)), text])).check(z.minLength(1)),
        }),
      ),
    }),
  ),
})

const bank = z.strictObject({
  /** The first three digits of a CBU. */
  code: z.string().check(z.regex(/^\d{3}$/)),
  name: text,
  short: text,
  kind: z.enum(['banco', 'compania_financiera']),
  status: z.enum(['activo', 'legado', 'verificar']),
  rank: z.nullable(z.int()),
})
export type Bank = z.output<typeof bank>
const banksFile = z.object({ banks: z.array(bank) })

const wallet = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  brand: text,
  legalName: z.string(),
  accountKey: z.enum(['CBU', 'CVU', 'CBU+CVU']),
  prefixes: z.array(z.string().check(z.regex(/^(\d{3}|\d{7})$/))),
  evidence: z.string(),
})
export type Wallet = z.output<typeof wallet>
const walletsFile = z.object({ wallets: z.array(wallet) })

const holidaysFile = z.object({
  holidays: z.record(z.string().check(z.regex(/^\d{4}$/)), z.array(z.tuple([z.iso.date(), text]))),
})

const ownApp = z.strictObject({
  app_id: slug,
  name: label,
  description: z.strictObject({ en: sentence, es: sentence }),
  /** Where to get it; null where that is not on the web. */
  url: z.nullable(url),
})
export type OwnApp = z.output<typeof ownApp>
const ownAppsFile = z.strictObject({ apps: z.array(ownApp).check(z.maxLength(50)) })

const dataFolder = new URL('../../../data/', import.meta.url)

const readJson = <Schema extends z.ZodMiniType>(folder: URL, name: string, schema: Schema): z.output<Schema> => {
  const result = schema.safeParse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
  if (!result.success) throw new Error(`${name} is not as expected: ${z.prettifyError(result.error)}`)
  return result.data
}

const checkUnique = (file: string, ids: readonly string[]): void => {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) throw new Error(`${file} names ${id} twice`)
    seen.add(id)
  }
}

const readProvinces = (folder: URL): Province[] => {
  const { meta, provincias } = readJson(folder, 'ar-areas.json', areasFile)
  const provinces = provincias.map(({ id, n, d }) => ({
    id,
    name: n,
    districts: d.map((district) => ({
      id: district.id,
      name: district.n,
      communities: district.l.map(([communityId, name]) => ({ id: communityId, name })),
    })),
  }))
  const districts = provinces.flatMap((province) => province.districts)
  const communities = districts.flatMap((district) => district.communities)
  for (const areas of [provinces, districts, communities])
    checkUnique(
      'ar-areas.json',
      areas.map(({ id }) => id),
    )
  const found = [provinces.length, districts.length, communities.length].join(', ')
  const stated = [meta.counts.provincias, meta.counts.departamentos, meta.counts.localidades].join(', ')
  if (found !== stated) throw new Error(`ar-areas.json says it has ${stated} areas and has ${found}`)
  return provinces
}

const readHolidays = (folder: URL): Pick<Reference, 'holidays' | 'holidayYears'> => {
  const { holidays } = readJson(folder, 'ar-holidays.json', holidaysFile)
  for (const [year, days] of Object.entries(holidays))
    for (const [day] of days)
      if (!day.startsWith(`${year}-`)) throw new Error(`ar-holidays.json lists ${day} under ${year}`)
  const years = Object.keys(holidays).map(Number)
  const first = Math.min(...years)
  const last = Math.max(...years)
  if (years.length !== last - first + 1) throw new Error('ar-holidays.json leaves out a year')
  const known = Object.entries(holidays).map(
    ([year, days]) => [Number(year), new Set(days.map(([day]) => civilDay(day)))] as const,
  )
  return { holidays: holidaysFrom(new Map(known)), holidayYears: { first, last } }
}

export const readReference = (folder: URL = dataFolder): Reference => {
  const { banks } = readJson(folder, 'ar-banks.json', banksFile)
  const { wallets } = readJson(folder, 'ar-wallets.json', walletsFile)
  checkUnique(
    'ar-banks.json',
    banks.map(({ code }) => code),
  )
  checkUnique(
    'ar-wallets.json',
    wallets.map(({ id }) => id),
  )
  const { apps: ownApps } = readJson(folder, 'apps.json', ownAppsFile)
  checkUnique(
    'apps.json',
    ownApps.map(({ app_id: appId }) => appId),
  )
  return { provinces: readProvinces(folder), banks, wallets, ...readHolidays(folder), ownApps }
}
