import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { checkAccount } from '@hola/core/identifiers/account.ts'
import { centavos, formatPesos, pesos } from '@hola/core/money.ts'
import { decide } from '@hola/core/review/decide.ts'
import type { BureauFile, ReviewInputs } from '@hola/core/review/inputs.ts'
import { metricTable } from '../server/src/edge/metrics/metric-table.ts'
import { settingsTable } from '../server/src/edge/settings.ts'
import { readReviewRules } from '../server/src/lending/review/load-rules.ts'
import { BureauProblem } from '../server/src/providers/bureau/port.ts'
import { SANDBOX_DOWN_MS, sandboxBureau } from '../server/src/providers/bureau/sandbox.ts'
import { noticeTemplates } from '../server/src/providers/messages/notice-templates.ts'
import type { PayoutFailure } from '../server/src/providers/payout/port.ts'
import { type Behaviour, behaviours, SANDBOX_DELAY_MS } from '../server/src/providers/payout/sandbox.ts'

// npm run docs   writes the tables of docs/SETTINGS.md, docs/SANDBOX.md, docs/PROVIDERS.md and docs/RUNBOOK.md from the code; `npm test` checks them.
//
// A table stands between two lines, `<!-- table name, by npm run docs -->` and `<!-- end -->`; what is around them is written by
// hand and stays as it is.

const root = join(import.meta.dirname, '..')

type Row = readonly string[]

const tableOf = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n')

const settings = (): string =>
  tableOf(
    ['setting', 'default', 'meaning'],
    settingsTable.map(({ name, default: initial, meaning }) => [`\`${name}\``, initial, meaning]),
  )

const metrics = (): string =>
  tableOf(
    ['metric', 'kind', 'labels', 'of', 'meaning'],
    Object.entries(metricTable).map(([name, { type, labels, of, help }]) => [
      `\`${name}\``,
      type,
      Object.keys(labels).join(', '),
      of,
      help,
    ]),
  )

const minutes = (ms: number): string => `${ms / 60_000} minutes`
const plainPesos = (amount: Parameters<typeof formatPesos>[0]): string =>
  formatPesos(amount, { centavos: false }).replaceAll('\u00A0', ' ')

/** What docs/SANDBOX.md says that the test person typed into the three steps. */
const declared = {
  monthlyIncomeCentavos: pesos(900_000),
  employmentType: 'employee',
  overduePastSixMonths: false,
  longestOverduePeriod: 'never',
  currentInternetLoansCentavos: centavos(0),
  pastLoansCount: 2,
  internetLoansInProgressCount: 0,
} as const

const product = (): ReviewInputs['product'] => {
  const { products } = JSON.parse(readFileSync(join(root, 'server', 'data', 'products.json'), 'utf8')) as {
    products: [{ amount_min_centavos: number; amount_max_centavos: number; amount_step_centavos: number }]
  }
  const [{ amount_min_centavos: min, amount_max_centavos: max, amount_step_centavos: step }] = products
  return { amountMinCentavos: centavos(min), amountMaxCentavos: centavos(max), amountStepCentavos: centavos(step) }
}

/** The decision that the rules of `server/data/review-rules.json` come to about her. */
const reviewOf = (bureau: BureauFile): string => {
  const { outcome, limit, reasons } = decide(readReviewRules(), {
    identity: { outcome: 'pass', reasons: [] },
    ageYears: 40,
    declared,
    bureau,
    own: { clearedOnTimeCount: 0, clearedLateCount: 0, isOverdueNow: false, openPrincipalCentavos: centavos(0) },
    isDniActiveElsewhere: false,
    product: product(),
  })
  if (limit !== null) return `approved, ${plainPesos(limit)}`
  return outcome === 'manual' ? 'left to a person' : `declined: ${reasons.map((code) => `\`${code}\``).join(', ')}`
}

const fileInWords = (file: BureauFile): string => {
  if (file.kind === 'thin_file') return 'nothing on file'
  const { worstNow, worst24Months, debtTotalCentavos, unpaidRejectedChequesCount, isInReview, hasLegalSituation } = file
  const debt = plainPesos(debtTotalCentavos)
  const cheques = unpaidRejectedChequesCount === 0 ? [] : [`${unpaidRejectedChequesCount} rejected cheques, not paid`]
  const past = worst24Months === worstNow ? [] : [`situation ${worst24Months} within the last 24 months`]
  const flags = [...(isInReview ? ['disputed'] : []), ...(hasLegalSituation ? ['insolvency proceedings'] : [])]
  return [`owes ${debt} in situation ${worstNow}`, ...past, ...cheques, ...flags].join('; ')
}

/** Asks the sandbox's bureau about every ending of a DNI there is, and lists those that it has something else to say about. */
const people = async (): Promise<string> => {
  let now = new Date(0)
  const bureau = sandboxBureau({ clock: { now: () => now } })
  const ask = (ending: string): ReturnType<typeof bureau.ask> => bureau.ask(`273000${ending}0`)
  const usual = await ask('0000')
  if (usual instanceof BureauProblem) throw new Error('the sandbox bureau has no answer about an ordinary person')
  const rows: Row[] = [['any other', fileInWords(usual), reviewOf(usual)]]
  for (let number = 0; number < 10_000; number += 1) {
    const ending = String(number).padStart(4, '0')
    const answer = await ask(ending)
    if (!(answer instanceof BureauProblem)) {
      if (isDeepStrictEqual(answer, usual)) continue
      rows.push([`\`${ending}\``, fileInWords(answer), reviewOf(answer)])
      continue
    }
    now = new Date(now.getTime() + SANDBOX_DOWN_MS)
    const after = await ask(ending)
    if (after instanceof BureauProblem) throw new Error(`the sandbox bureau never answers about ${ending}`)
    const wait = `waits; ${minutes(SANDBOX_DOWN_MS)} later ${reviewOf(after)}`
    rows.push([`\`${ending}\``, `no answer for ${minutes(SANDBOX_DOWN_MS)}, then: ${fileInWords(after)}`, wait])
  }
  return tableOf(['DNI ends in', 'the bureau says', 'the review'], rows)
}

const failureInWords: Readonly<Record<PayoutFailure, string>> = {
  wrong_account: 'there is no such account',
  account_closed: 'the account is closed',
  holder_mismatch: 'the account is somebody else’s',
  limit: 'the account takes no more this month',
  other: 'it does not say why',
}

const behaviourInWords = ({ fails, delayed, silent, webhooksAfterMs = [] }: Behaviour): string => {
  const refuses = fails === undefined ? undefined : `refuses: ${failureInWords[fails]}`
  if (silent === 'lost')
    return 'does not answer, and never got the request: it is sent again under the same key and paid'
  if (silent === 'arrived')
    return `does not answer, and ${fails === undefined ? 'has paid' : `has refused: ${failureInWords[fails]}`}`
  if (!delayed) return refuses ?? 'pays at once'
  const webhooks =
    webhooksAfterMs.length === 1
      ? 'a webhook says so'
      : `${webhooksAfterMs.length} webhooks say so, the last one a day later`
  return `takes ${minutes(SANDBOX_DELAY_MS)}, then ${refuses ?? 'pays'}; ${webhooks}`
}

/** Of Banco Nación, with the four digits that the sandbox's bank goes by and the check digit that belongs to them. */
const accountEnding = (ending: string): string => {
  const found = [...'0123456789']
    .map((digit) => `01100129000000000${ending}${digit}`)
    .find((number) => checkAccount(number).ok)
  if (found === undefined) throw new Error(`no check digit fits ${ending}`)
  return `\`${found}\``
}

const accounts = (): string =>
  tableOf(
    ['account', 'the bank'],
    [
      [`any other, like ${accountEnding('0001')}`, behaviourInWords({})],
      ...Object.entries(behaviours).map(([ending, behaviour]) => [accountEnding(ending), behaviourInWords(behaviour)]),
    ],
  )

/** The templates that WhatsApp has to approve, as they are submitted. */
const templates = (): string => {
  const english = noticeTemplates('en', 'https://your.address')
  return tableOf(
    ['name', 'Spanish', 'English'],
    noticeTemplates('es', 'https://your.address').map(({ name, body }, index) => [
      `\`${name}\``,
      body,
      english[index]?.body ?? '',
    ]),
  )
}

/** The files with their tables as the code has them now. */
export const writtenDocs = async (): Promise<readonly { readonly file: string; readonly text: string }[]> => {
  const tables = new Map([
    ['settings', settings()],
    ['metrics', metrics()],
    ['people', await people()],
    ['accounts', accounts()],
    ['templates', templates()],
  ])
  const written = ['docs/SETTINGS.md', 'docs/SANDBOX.md', 'docs/PROVIDERS.md', 'docs/RUNBOOK.md'].map((file) => ({
    file,
    text: readFileSync(join(root, file), 'utf8').replaceAll(
      /(<!-- table (\w+), by npm run docs -->\n)[\s\S]*?(<!-- end -->)/g,
      (_, begin: string, name: string, end: string) => {
        const table = tables.get(name)
        if (table === undefined) throw new Error(`${file}: there is no table "${name}", or it stands twice`)
        tables.delete(name)
        return `${begin}\n${table}\n\n${end}`
      },
    ),
  }))
  if (tables.size > 0) throw new Error(`no file has a place for ${[...tables.keys()].join(', ')}`)
  return written
}

if (import.meta.main) for (const { file, text } of await writtenDocs()) writeFileSync(join(root, file), text)
