import type { WireLanguage } from '@hola/core/language.ts'
import { say } from '@hola/i18n/words.ts'
import type { PayMethod } from '../../providers/collection/public.ts'

type Words = { readonly name: string; readonly steps: readonly string[]; readonly creditedText: string }

/** What stands on the counter where a slip is paid. */
const networks = { rapipago: 'Rapipago', pagofacil: 'Pago Fácil' } as const

/** How each way to pay is called and done. */
export const methodWords = (method: PayMethod['methodId'], language: WireLanguage): Words => {
  const name = say(`repay_method_${method}_name`, language)
  if (method === 'transfer' || method === 'checkout')
    return {
      name,
      steps: ([1, 2, 3] as const).map((step) => say(`repay_method_${method}_step_${step}`, language)),
      creditedText: say(`repay_method_${method}_credited`, language),
    }
  const network = networks[method]
  return {
    name,
    steps: ([1, 2, 3, 4] as const).map((step) => say(`repay_method_slip_step_${step}`, language, { network })),
    creditedText: say('repay_method_slip_credited', language),
  }
}
