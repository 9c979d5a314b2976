import { basicInfo } from '@hola/core/application/basic.ts'
import type { BasicInfo } from '@hola/core/application/basic.ts'
import { extraInfo } from '@hola/core/application/social.ts'
import type { ExtraInfo } from '@hola/core/application/social.ts'
import { transferInfo } from '@hola/core/application/withdrawal.ts'
import type { TransferInfo } from '@hola/core/application/withdrawal.ts'
import type * as z from 'zod/mini'
import type { Tx } from '../../platform/db/public.ts'
import type { Place, Sealer } from '../../platform/sealed/public.ts'
import type { StepRow } from './store.ts'
import { listSteps, upsertStep } from './store.ts'

/** What is typed in each of the three forms. */
export const stepForms = { basic: basicInfo, social: extraInfo, withdrawal: transferInfo } as const

export type StepInfo = { readonly basic: BasicInfo; readonly social: ExtraInfo; readonly withdrawal: TransferInfo }
export type FormStep = keyof StepInfo

export type SavedStep<Info> = { readonly info: Info; readonly savedAt: Date }

/** The three forms as they were last saved; null before. */
export type SavedSteps = { readonly [Step in FormStep]: SavedStep<StepInfo[Step]> | null }

const placeOf = (userId: string, step: FormStep): Place => ({
  table: 'application_step',
  column: 'sealed',
  row: [userId, step],
})

export const readSteps = async (tx: Tx, sealer: Sealer, userId: string): Promise<SavedSteps> => {
  const rows = await listSteps(tx, userId)
  const open = <Schema extends z.ZodMiniType>(step: FormStep, schema: Schema): SavedStep<z.output<Schema>> | null => {
    const row: StepRow | undefined = rows.find((one) => one.step === step)
    if (row === undefined) return null
    // Read by the schema that let it in: ids and fields may be added to it, never taken away.
    const info = schema.parse(JSON.parse(sealer.open(row.sealed, placeOf(userId, step)).toString()))
    return { info, savedAt: row.savedAt }
  }
  return {
    basic: open('basic', stepForms.basic),
    social: open('social', stepForms.social),
    withdrawal: open('withdrawal', stepForms.withdrawal),
  }
}

export const writeStep = async <Step extends FormStep>(
  tx: Tx,
  sealer: Sealer,
  userId: string,
  step: Step,
  { info, savedAt }: SavedStep<StepInfo[Step]>,
): Promise<void> => {
  await upsertStep(tx, userId, { step, sealed: sealer.seal(JSON.stringify(info), placeOf(userId, step)), savedAt })
}
