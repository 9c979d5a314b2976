import {
  bridgeCalls,
  nativePermissions,
  type BridgeConsent,
  type NativePermission,
} from '../../core/src/bridge/protocol.ts'
import { biometricConsent } from '../../core/src/consent/biometric.ts'
import { deviceConsents } from '../../core/src/consent/device.ts'
import type { VersionedConsent } from '../../core/src/consent/text.ts'
import { builds, type Build } from './manifest.ts'

// What Google Play's form "Data safety" asks for, made from the texts that people agree to: it can say nothing else than they do.

type Row = {
  readonly consent: BridgeConsent | 'behaviour'
  /** As the form names it. */
  readonly types: readonly string[]
  readonly permission: NativePermission | null
  readonly isOptional: boolean
  readonly purposes: readonly string[]
}

const rows: readonly Row[] = [
  {
    consent: 'biometric',
    types: ['Photos and videos: Photos', 'Personal info: Other info'],
    permission: 'camera',
    isOptional: false,
    purposes: ['App functionality', 'Fraud prevention, security, and compliance'],
  },
  {
    consent: 'device',
    types: ['App info and performance: Diagnostics'],
    permission: null,
    isOptional: true,
    purposes: ['Analytics'],
  },
  {
    consent: 'location',
    types: ['Location: Approximate location'],
    permission: 'location',
    isOptional: true,
    purposes: ['Analytics'],
  },
  { consent: 'sms', types: ['Messages: SMS or MMS'], permission: 'sms', isOptional: true, purposes: ['Analytics'] },
  {
    consent: 'apps',
    types: ['App activity: Installed apps'],
    permission: null,
    isOptional: true,
    purposes: ['Analytics'],
  },
  {
    consent: 'behaviour',
    types: ['App activity: App interactions'],
    permission: null,
    isOptional: true,
    purposes: ['Analytics'],
  },
]

const textOf = (consent: Row['consent']): VersionedConsent =>
  consent === 'biometric' ? biometricConsent : deviceConsents[consent]

const isIn = (build: Build, { permission }: Row): boolean =>
  permission === null || (nativePermissions[permission].builds as readonly Build[]).includes(build)

/** What the app reads and the sheet does not say. */
export function undeclared(): string[] {
  const consents = new Set(rows.map(({ consent }) => consent))
  const permissions = new Set(rows.map(({ permission }) => permission))
  return [
    ...Object.entries(bridgeCalls).flatMap(([call, { consent }]) =>
      consent === null || consents.has(consent) ? [] : [`${call} reads under the consent ${consent}`],
    ),
    ...(Object.keys(nativePermissions) as NativePermission[])
      .filter((permission) => !permissions.has(permission))
      .map((permission) => `the permission ${permission}`),
  ]
}

/** The sheet, to be copied into the form. */
export const dataSafetySheet = (): string => `# Data safety

For the form of that name in Google Play, made from the consent texts by \`android/tools/data-safety.ts\`; \`npx vitest run
--project tidy tools/android.test.ts -u\` writes it anew. Nothing of it is shared with anybody, all of it is encrypted on its way, and people
can have it deleted (My data, or the page of the rights). No identifier of a phone and no advertising id is collected.
Declare besides what people type into the app's own forms: name, ID number, address, phone number, e-mail address,
income, bank account, and the contact that they pick.
${rows
  .map((row) => {
    const { version, en } = textOf(row.consent)
    return `
## ${row.types.join(', ')}
| | |
|---|---|
| collected | ${builds.map((build) => `${build}: ${isIn(build, row) ? 'yes' : 'no'}`).join(', ')} |
| shared | no |
| the person can choose | ${row.isOptional ? 'yes' : 'no: without it there is no loan'} |
| purposes | ${row.purposes.join(', ')} |
| consent | ${en.title} (${row.consent}, version ${version}) |

${en.paragraphs
  .slice(0, 4)
  .map((paragraph) => `> ${paragraph}`)
  .join('\n>\n')}
`
  })
  .join('')}`
