import type { Random } from '@hola/core/clock.ts'
import type { Sealer } from '../../platform/sealed/public.ts'
import type { SettingRow, SettingsReader } from '../settings-reader.ts'
import { baseUrl, matching, oneOf } from '../settings-reader.ts'
import { filesFolder, openDiskStore } from './disk.ts'
import { openMovingStore } from './move.ts'
import type { Files, FileStore } from './port.ts'
import type { S3Settings } from './s3.ts'
import { openS3Store } from './s3.ts'
import { sealedFiles } from './sealed.ts'

const storeNames = ['disk', 's3'] as const
type StoreName = (typeof storeNames)[number]

/** Where photographs are kept; `from`: where some still are, while they move. */
export type FileSettings = {
  readonly store: StoreName
  readonly from?: StoreName
  readonly s3?: S3Settings
}

export const fileRows: readonly SettingRow[] = [
  {
    name: 'FILES',
    default: 'disk',
    meaning: 'where the sealed photographs are kept: disk (in DATA_DIR) or s3 (any store that speaks S3)',
  },
  {
    name: 'FILES_FROM',
    default: 'none',
    meaning: 'where they were kept before, disk or s3, until npm run files -- move has moved them',
  },
  { name: 'S3_URL', default: 'none', meaning: 'address of the store with the bucket at its end' },
  { name: 'S3_REGION', default: 'us-east-1', meaning: 'region that requests are signed for' },
  { name: 'S3_ACCESS_KEY', default: 'none', meaning: 'id of the key that may put, get, delete and list there' },
  { name: 'S3_SECRET_KEY', default: 'none', meaning: 'that key' },
]

const noSpaces = matching(/^[\x21-\x7e]+$/)

export const readFileSettings = ({ inProduction, read, complain }: SettingsReader): FileSettings => {
  const oneStore = `one of ${storeNames.join(', ')}`
  const store = read('FILES', oneOf(...storeNames), oneStore) ?? 'disk'
  const from = read('FILES_FROM', oneOf(...storeNames), oneStore)
  const schemes = inProduction ? ['https:'] : ['https:', 'http:']
  const url = read('S3_URL', baseUrl(schemes), 'like https://s3.sa-east-1.amazonaws.com/bucket')
  const region = read('S3_REGION', matching(/^[a-z0-9-]{1,40}$/), 'a name like sa-east-1') ?? 'us-east-1'
  const accessKey = read('S3_ACCESS_KEY', noSpaces, 'the id of a key, without spaces')
  const secretKey = read('S3_SECRET_KEY', noSpaces, 'a key, without spaces', 'hidden')
  if (from === store) complain('FILES_FROM', 'FILES_FROM is the same as FILES: leave it out')
  if (store === 's3' || from === 's3')
    for (const [name, value] of Object.entries({ S3_URL: url, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey }))
      if (value === undefined) complain(name, `${name} is missing: FILES or FILES_FROM is s3`)
  const s3 =
    url === undefined || accessKey === undefined || secretKey === undefined
      ? undefined
      : { url, region, accessKey, secretKey }
  return { store, ...(from && { from }), ...(s3 && { s3 }) }
}

const openStore = (name: StoreName, { s3 }: FileSettings, dataDir: string): FileStore => {
  if (name === 'disk') return openDiskStore(filesFolder(dataDir))
  if (s3 === undefined) throw new Error('unreachable: s3 was chosen without its settings')
  return openS3Store(s3)
}

type Means = { readonly dataDir: string; readonly sealer: Sealer; readonly random: Random }

/** The store that is used from now on, and the one that files still have to be moved from. */
export const openStores = (
  settings: FileSettings,
  dataDir: string,
): { readonly to: FileStore; readonly from: FileStore | undefined } => ({
  to: openStore(settings.store, settings, dataDir),
  from: settings.from && openStore(settings.from, settings, dataDir),
})

export const openFiles = (settings: FileSettings, { dataDir, ...means }: Means): Files => {
  const { to, from } = openStores(settings, dataDir)
  return sealedFiles(from === undefined ? to : openMovingStore(to, from), means)
}
