import { REQUEST_TIMEOUT_MS } from '@hola/core/constants.ts'
import { Refusal } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { ClockMove, MoneyBody, PayBody, PayoutBody, PayoutFailBody, SpecimensBody } from '../sandbox/public.ts'
import {
  clockMove,
  clockRet,
  concludePayout,
  listLoans,
  listPayments,
  listPayouts,
  loansRet,
  makeSpecimens,
  messagesRet,
  moneyBody,
  moveClock,
  payBody,
  payByReference,
  paymentsRet,
  payoutBody,
  payoutFailBody,
  payoutsRet,
  readClock,
  resetClock,
  reverseMoney,
  specimensBody,
  specimensRet,
  resendPaymentEvent,
  sendPayoutEvent,
} from '../sandbox/public.ts'
import { listMessages } from '../../providers/messages/public.ts'
import type { SandboxClock } from '../../platform/sandbox-clock.ts'
import type { Services } from '../services.ts'
import { answerRefusal, answerSuccess } from './answer.ts'

/** The sandbox page's own calls. In production nobody mounts them, so their addresses do not exist. */
export const mountSandboxApi = (app: FastifyInstance, services: Services, clock: SandboxClock): void => {
  const { pool, jobs, sealer } = services
  const rows = [
    { method: 'GET', url: 'messages', ret: messagesRet, work: () => listMessages({ pool, sealer }) },
    { method: 'GET', url: 'clock', ret: clockRet, work: async () => readClock(clock) },
    {
      method: 'POST',
      url: 'clock',
      body: clockMove,
      ret: clockRet,
      work: (body: unknown, language: WireLanguage) => moveClock({ pool, jobs, clock }, body as ClockMove, language),
    },
    {
      method: 'POST',
      url: 'clock/reset',
      body: z.strictObject({}),
      ret: clockRet,
      work: () => resetClock({ pool, jobs, clock }),
    },
    {
      method: 'POST',
      url: 'specimens',
      body: specimensBody,
      ret: specimensRet,
      work: (body: unknown) => makeSpecimens(clock, body as SpecimensBody),
    },
    { method: 'GET', url: 'loans', ret: loansRet, work: () => listLoans(services) },
    { method: 'GET', url: 'payouts', ret: payoutsRet, work: () => listPayouts(services) },
    {
      method: 'POST',
      url: 'payouts/settle',
      body: payoutBody,
      ret: payoutsRet,
      work: (body: unknown, language: WireLanguage) => {
        const { payout_key: payoutKey } = body as PayoutBody
        return concludePayout(services, { payoutKey, failureReason: null }, language)
      },
    },
    {
      method: 'POST',
      url: 'payouts/fail',
      body: payoutFailBody,
      ret: payoutsRet,
      work: (body: unknown, language: WireLanguage) => {
        const { payout_key: payoutKey, reason: failureReason } = body as PayoutFailBody
        return concludePayout(services, { payoutKey, failureReason }, language)
      },
    },
    {
      method: 'POST',
      url: 'payouts/message',
      body: payoutBody,
      ret: payoutsRet,
      work: (body: unknown, language: WireLanguage) =>
        sendPayoutEvent(services, (body as PayoutBody).payout_key, language),
    },
    { method: 'GET', url: 'payments', ret: paymentsRet, work: () => listPayments(services) },
    {
      method: 'POST',
      url: 'payments/pay',
      body: payBody,
      ret: paymentsRet,
      work: (body: unknown, language: WireLanguage) => payByReference(services, body as PayBody, language),
    },
    {
      method: 'POST',
      url: 'payments/message',
      body: moneyBody,
      ret: paymentsRet,
      work: (body: unknown, language: WireLanguage) => resendPaymentEvent(services, body as MoneyBody, language),
    },
    {
      method: 'POST',
      url: 'payments/reverse',
      body: moneyBody,
      ret: paymentsRet,
      work: (body: unknown, language: WireLanguage) => reverseMoney(services, body as MoneyBody, language),
    },
  ] as const

  app.register(async (scope) => {
    for (const row of rows) {
      scope.route({
        method: row.method,
        url: `/sandbox/api/${row.url}`,
        config: { label: `sandbox/${row.url}` },
        handlerTimeout: REQUEST_TIMEOUT_MS,
        ...('body' in row && { schema: { body: row.body } }),
        handler: async (request, reply) => {
          await clock.refresh()
          const result = await row.work(request.body, request.language)
          if (result instanceof Refusal) return answerRefusal(request, reply, result)
          return answerSuccess(request, reply, row.ret.parse(result))
        },
      })
    }
  })
}
