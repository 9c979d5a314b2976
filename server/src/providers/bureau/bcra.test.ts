import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { centavos, pesos } from '@hola/core/money.ts'
import type { BureauFile } from '@hola/core/review/inputs.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { certificateChain } from '../test-certificate.ts'
import { readAlone } from '../test-reading.ts'
import { differences, exampleOf } from '../test-examples.ts'
import { bcra as bcraAdapter, bcraBureau, bcraLimits } from './bcra.ts'
import { BureauProblem } from './port.ts'
import { bureauRegistry } from './registry.ts'
import { sandboxAnswers } from './sandbox.ts'
import type { BcraPath, BcraReply } from './test-bcra.ts'
import { cheque, cheques, debts, entity, startBcra } from './test-bcra.ts'

const cuil = '27301112225'
const bcra = await startBcra()
const pauses: number[] = []
const wait = async (ms: number): Promise<void> => void pauses.push(ms)
const limits = { ...bcraLimits, attemptLimitMs: 2_000, apartMs: 0 }
const bureau = bcraBureau(bcra, { limits, wait })

const ask = (replies: Partial<Record<BcraPath, BcraReply | readonly BcraReply[]>>) => {
  pauses.length = 0
  bcra.willReply(Object.fromEntries(Object.entries(replies).map(([path, reply]) => [path, [reply].flat()])))
  return bureau.ask(cuil)
}

const file = (change: Partial<BureauFile>): BureauFile => ({
  kind: 'on_file',
  worstNow: null,
  worst24Months: null,
  debtTotalCentavos: centavos(0),
  unpaidRejectedChequesCount: 0,
  isInReview: false,
  hasLegalSituation: false,
  ...change,
})

/** An answer as it is documented. */
const theirs = (name: string): BcraReply => {
  const { status = 200, body } = exampleOf('bcra', name)
  return { status, json: body }
}

describe('as it is documented', () => {
  test('debts, history and cheques are read', async () => {
    expect(
      await ask({
        Deudas: theirs('deudas'),
        Historicas: theirs('historicas'),
        ChequesRechazados: theirs('cheques-rechazados'),
      }),
    ).toMatchObject(
      file({ worstNow: 1, worst24Months: 2, debtTotalCentavos: pesos(150_500), unpaidRejectedChequesCount: 1 }),
    )
  })

  test('its own 404 means that nothing is on file', async () => {
    const nothing = theirs('nothing-on-file')
    expect(await ask({ Deudas: nothing, Historicas: nothing, ChequesRechazados: nothing })).toEqual({
      kind: 'thin_file',
    })
  })

  test('the 404 of a gateway is an outage, also in JSON', async () => {
    expect(await ask({ Deudas: theirs('gateway-404') })).toEqual(
      new BureauProblem('unavailable', 'bcra Deudas HTTP 404 that is not theirs'),
    )
  })

  test('the sandbox answers in the same shapes', () => {
    const now = new Date('2026-11-16T15:00:00Z')
    const { current, history, cheques: rejected } = sandboxAnswers('27301190052', now)
    expect(differences(current.json, exampleOf('bcra', 'deudas').body)).toEqual([])
    expect(differences(history.json, exampleOf('bcra', 'historicas').body)).toEqual([])
    expect(differences(rejected.json, exampleOf('bcra', 'cheques-rechazados').body)).toEqual([])
    const unknown = sandboxAnswers('27301190022', now).current
    expect(unknown).toEqual({ status: 404, json: exampleOf('bcra', 'nothing-on-file').body })
  })
})

describe('many questions at once', () => {
  test('start apart from each other, whoever asks: about 85 a minute', async () => {
    let nowMs = 1_000
    const waited: number[] = []
    const paced = bcraBureau(bcra, { limits: bcraLimits, wait: async (ms) => waited.push(ms), nowMs: () => nowMs })
    bcra.willReply({})
    await Promise.all([paced.ask(cuil), paced.ask(cuil)])
    expect(waited.toSorted((a, b) => a - b)).toEqual([700, 1_400, 2_100, 2_800, 3_500])
    nowMs += 60_000
    waited.length = 0
    await paced.ask(cuil)
    expect(waited).toEqual([700, 1_400])
  })
})

describe('a chain of certificates that is not complete', () => {
  const chain = certificateChain()
  const answering = async (): Promise<string> => {
    // As the Central de Deudores does: its own certificate alone, without the one that signed it.
    const server = createServer({ key: chain.key, cert: chain.cert }, (_request, response) => {
      const { status = 200, body } = exampleOf('bcra', 'nothing-on-file')
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    afterAll(() => void server.close())
    return `https://localhost:${(server.address() as AddressInfo).port}/v1.0`
  }

  test('is not trusted by itself, and is with the certificates of BCRA_CA', async () => {
    const url = await answering()
    const once = { ...limits, attempts: 1 }
    expect(await bcraBureau({ url }, { limits: once, wait }).ask(cuil)).toMatchObject({ kind: 'unavailable' })
    const certificates = `${chain.intermediate}\n${chain.root}`
    expect(await bcraBureau({ url, certificates }, { limits: once, wait }).ask(cuil)).toEqual({ kind: 'thin_file' })
    const other = certificateChain()
    const stranger = await bcraBureau({ url, certificates: other.root }, { limits: once, wait }).ask(cuil)
    expect(stranger).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(/^bcra Deudas [A-Z_]+$/) })
    const check = async (more: object) => {
      const checkMeans = { publicUrl: 'https://hola.example', inProduction: true, clock: { now: () => new Date() } }
      return bcraAdapter.check?.({ url, provider: 'bcra', ...more }, checkMeans)
    }
    expect(await check({})).toMatchObject([{ state: 'problem', words: expect.stringContaining('BCRA_CA') }])
    expect(await check({ certificates })).toMatchObject([{ state: 'ok' }])
  })

  test('BCRA_CA is a file of certificates, else the start says what is wrong', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hola-ca-'))
    const [good, bad] = [join(folder, 'good.pem'), join(folder, 'bad.pem')]
    writeFileSync(good, `# the BCRA\n${chain.intermediate}\n${chain.root}`)
    writeFileSync(bad, 'no certificate')
    const readWith = (path: string) => {
      const { settings, lines } = readAlone(bureauRegistry, { BUREAU: 'bcra', BCRA_CA: path })
      return lines.length === 0 ? settings[0]['certificates'] : lines
    }
    expect(readWith(good)).toBe(`${chain.intermediate.trim()}\n${chain.root.trim()}`)
    for (const path of [bad, join(folder, 'none.pem')])
      expect(readWith(path)).toEqual(['BCRA_CA must be a file with certificates in PEM that can be read'])
    rmSync(folder, { recursive: true })
  })
})

describe('what is on file', () => {
  test('is asked for by CUIL, on three paths', async () => {
    await ask({})
    expect(bcra.requests).toEqual([
      `GET /v1.0/Deudas/${cuil}`,
      `GET /v1.0/Deudas/Historicas/${cuil}`,
      `GET /v1.0/Deudas/ChequesRechazados/${cuil}`,
    ])
  })

  const rows: [string, Partial<Record<BcraPath, BcraReply>>, BureauFile][] = [
    ['404 three times: nothing', {}, { kind: 'thin_file' }],
    [
      'debts in thousands of pesos, added up',
      { Deudas: debts(cuil, ['202609', entity(1, 150), entity(1, 12.5)]) },
      file({ worstNow: 1, worst24Months: 1, debtTotalCentavos: pesos(162_500) }),
    ],
    [
      'the worst of the entities',
      { Deudas: debts(cuil, ['202609', entity(1, 10), entity(4, 5), entity(2, 1)]) },
      file({ worstNow: 4, worst24Months: 4, debtTotalCentavos: pesos(16_000) }),
    ],
    [
      'periods with a dash',
      { Deudas: debts(cuil, ['2026-09', entity(2, 10)]) },
      file({ worstNow: 2, worst24Months: 2, debtTotalCentavos: pesos(10_000) }),
    ],
    [
      'the last period alone, whatever comes first and however it is written',
      { Deudas: debts(cuil, ['2026-08', entity(5, 99)], ['202609', entity(1, 10)], ['2025-12', entity(5, 99)]) },
      file({ worstNow: 1, worst24Months: 1, debtTotalCentavos: pesos(10_000) }),
    ],
    [
      'situation 4 that one lender reported a month before the others',
      { Deudas: theirs('deudas-one-lender-a-month-behind') },
      file({ worstNow: 4, worst24Months: 4, debtTotalCentavos: pesos(162_000) }),
    ],
    [
      'a lender without a name: every report of it counts',
      { Deudas: debts(cuil, ['202609', { situacion: 1, monto: 1 }], ['202608', { situacion: 3, monto: 2 }]) },
      file({ worstNow: 3, worst24Months: 3, debtTotalCentavos: pesos(3_000) }),
    ],
    [
      'insolvency or bankruptcy now',
      { Deudas: debts(cuil, ['202609', entity(1, 10, { situacionJuridica: true })]) },
      file({ worstNow: 1, worst24Months: 1, debtTotalCentavos: pesos(10_000), hasLegalSituation: true }),
    ],
    [
      'irrecoverable by a technical rule, which is situation 6',
      { Deudas: debts(cuil, ['202609', entity(1, 10, { irrecDisposicionTecnica: true })]) },
      file({ worstNow: 6, worst24Months: 6, debtTotalCentavos: pesos(10_000) }),
    ],
    [
      'a past that was worse than the present',
      {
        Deudas: debts(cuil, ['202609', entity(1, 10)]),
        Historicas: debts(cuil, ['202609', entity(1, 10)], ['202503', entity(5, 80)]),
      },
      file({ worstNow: 1, worst24Months: 5, debtTotalCentavos: pesos(10_000) }),
    ],
    [
      'a past alone: nothing is owed now',
      { Historicas: debts(cuil, ['202503', entity(3, 80)]) },
      file({ worst24Months: 3 }),
    ],
    [
      'nothing older than 24 periods',
      {
        Historicas: debts(
          cuil,
          ...Array.from({ length: 24 }, (_, month): [string, object] => [
            `${2024 + Math.floor((month + 9) / 12)}${String(((month + 9) % 12) + 1).padStart(2, '0')}`,
            entity(1, 1),
          ]),
          ['202409', entity(5, 1)],
        ),
      },
      file({ worst24Months: 1 }),
    ],
    ['a situation that was not reported', { Deudas: debts(cuil, ['202609', entity(0, 0)]) }, file({})],
    ['a period without entities', { Deudas: debts(cuil, ['202609']) }, file({})],
    [
      'cheques: those that are not paid',
      { ChequesRechazados: cheques(cuil, cheque(null), cheque('2026-04-01'), cheque(null)) },
      file({ unpaidRejectedChequesCount: 2 }),
    ],
    [
      'an entity under review',
      { Deudas: debts(cuil, ['202609', entity(3, 10, { enRevision: true })]) },
      file({ worstNow: 3, worst24Months: 3, debtTotalCentavos: pesos(10_000), isInReview: true }),
    ],
    [
      'a past before a judge',
      { Historicas: debts(cuil, ['202609', entity(4, 10, { procesoJud: true })]) },
      file({ worst24Months: 4, isInReview: true }),
    ],
    [
      'a cheque under review',
      { ChequesRechazados: cheques(cuil, cheque(null, { enRevision: true })) },
      file({ unpaidRejectedChequesCount: 1, isInReview: true }),
    ],
    [
      'flags that history leaves out',
      { Historicas: debts(cuil, ['202609', { entidad: 'X', situacion: 2, monto: 1 }]) },
      file({ worst24Months: 2 }),
    ],
  ]
  test.each(rows)('a file of debts is read: %s', async (_, replies, expected) => {
    expect(await ask(replies)).toMatchObject(expected)
    expect(pauses).toEqual([])
  })

  test('the worst of each month is kept, the newest first', async () => {
    const replies = {
      Deudas: debts(cuil, ['202609', entity(1, 10), entity(2, 5)]),
      Historicas: debts(
        cuil,
        ['202607', entity(3, 1)],
        ['2026-08', entity(1, 10)],
        ['202609', entity(1, 10)],
        ['202606'],
      ),
    }
    expect(await ask(replies)).toMatchObject({
      months: [
        { month: '2026-09', worst: 2 },
        { month: '2026-08', worst: 1 },
        { month: '2026-07', worst: 3 },
        { month: '2026-06', worst: 0 },
      ],
    })
  })
})

const good = debts(cuil, ['202609', entity(1, 10)])

describe('when it fails', () => {
  test('it is asked again, three times in all, with pauses that double', async () => {
    expect(await ask({ Deudas: { status: 503 } })).toEqual(new BureauProblem('unavailable', 'bcra Deudas HTTP 503'))
    expect(bcra.requests).toHaveLength(3)
    expect(pauses).toEqual([1_000, 2_000])
  })

  test('the third answer still counts', async () => {
    expect(await ask({ Deudas: [{ status: 500 }, 'hang up', good] })).toMatchObject({ kind: 'on_file', worstNow: 1 })
    expect(bcra.requests).toHaveLength(5)
  })

  test.each<[BcraPath, string]>([
    ['Historicas', 'Deudas/Historicas'],
    ['ChequesRechazados', 'Deudas/ChequesRechazados'],
  ])('half of a file is no file: %s', async (path, name) => {
    expect(await ask({ Deudas: good, [path]: { status: 500 } })).toEqual(
      new BureauProblem('unavailable', `bcra ${name} HTTP 500`),
    )
  })

  test('it waits as long as it is asked to, within a limit', async () => {
    const busy: BcraReply = { status: 429, headers: { 'retry-after': '7' } }
    expect(await ask({ Deudas: [busy, good] })).toMatchObject({ kind: 'on_file' })
    expect(pauses).toEqual([7_000])
    const tooBusy: BcraReply = { status: 429, headers: { 'retry-after': '3600' } }
    expect(await ask({ Deudas: [tooBusy, good] })).toEqual(new BureauProblem('unavailable', 'bcra Deudas HTTP 429'))
    expect(bcra.requests).toHaveLength(1)
  })

  const other = debts('20123456786', ['202609', entity(1, 10)])
  test.each<[string, BcraReply, string]>([
    ['silence', 'silence', 'timed out'],
    ['no end', 'no end', 'answered too much'],
    ['a page of a proxy', { status: 200, text: '<html>maintenance</html>' }, 'answered in another shape'],
    ['a 404 of a proxy', { status: 404, text: '<html>not here</html>' }, 'HTTP 404 that is not theirs'],
    ['half of JSON', { status: 200, text: '{"status":200,"results":{' }, 'answered in another shape'],
    ['an empty answer', { status: 200, text: '' }, 'answered in another shape'],
    ['null', { status: 200, json: null, text: 'null' }, 'answered in another shape'],
    ['an answer about somebody else', other, 'answered about somebody else'],
    ['a period that no calendar has', debts(cuil, ['202613', entity(1, 1)]), 'answered in another shape'],
    ['situation 9', debts(cuil, ['202609', entity(9, 1)]), 'answered in another shape'],
    ['a situation in words', debts(cuil, ['202609', entity(1, 1, { situacion: '1' })]), 'answered in another shape'],
    ['a debt below zero', debts(cuil, ['202609', entity(1, -5)]), 'answered in another shape'],
    ['a debt beyond all measure', debts(cuil, ['202609', entity(1, 1e300)]), 'answered in another shape'],
    [
      'more entities than there are',
      debts(cuil, ['202609', ...Array.from({ length: 2_001 }, () => ({ situacion: 1, monto: 1 }))]),
      'answered in another shape',
    ],
  ])('%s is no answer, and never a clean file', async (_, reply, reason) => {
    expect(await ask({ Deudas: reply })).toEqual(new BureauProblem('unavailable', `bcra Deudas ${reason}`))
    expect(bcra.requests).toHaveLength(3)
  })

  test('nobody is there', async () => {
    const gone = bcraBureau({ url: 'http://bureau.invalid/v1.0' }, { limits, wait })
    expect(await gone.ask(cuil)).toMatchObject({ kind: 'unavailable' })
  })

  test.each([400, 401, 403])('%d is not asked again: a person must look', async (status) => {
    const problem = await ask({ Deudas: { status, json: { status, errorMessages: [`mal ${cuil}`] } } })
    expect(problem).toEqual(new BureauProblem('rejected', `bcra Deudas HTTP ${status}`))
    expect(bcra.requests).toHaveLength(1)
  })

  test('an answer elsewhere is not followed', async () => {
    const reply: BcraReply = { status: 302, headers: { location: `${bcra.url}/Deudas/${cuil}` } }
    expect(await ask({ Deudas: reply })).toBeInstanceOf(BureauProblem)
  })

  test('no problem names the person', async () => {
    const problems = [
      await ask({ Deudas: { status: 400, json: { errorMessages: [cuil] } } }),
      await ask({ Deudas: { status: 500, text: cuil } }),
      await ask({ Deudas: other }),
    ]
    for (const problem of problems) expect(JSON.stringify(problem)).not.toMatch(/\d{7}/)
  })

  test('all of it together ends before the job does', () => {
    const { attempts, pauseMaxMs, attemptLimitMs } = bcraLimits
    expect(3 * (attempts * attemptLimitMs + (attempts - 1) * pauseMaxMs)).toBeLessThan(300_000)
  })
})
