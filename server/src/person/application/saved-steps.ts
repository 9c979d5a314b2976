import type { SavedBasic, SavedSocial, SavedWithdrawal } from '@hola/core/stored/steps.ts'
import { keptSteps } from '@hola/core/stored/steps.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { AssociatedData, Sealer } from '../../platform/sealed/public.ts'
import type { StepRow } from './store.ts'
import { listSteps, upsertStep } from './store.ts'

/** What was typed in each of the three forms, those of today or earlier ones. */
export type StepInfo = {
  readonly basic: SavedBasic
  readonly social: SavedSocial
  readonly withdrawal: SavedWithdrawal
}
export type FormStep = keyof StepInfo

export type SavedStep<Info> = { readonly info: Info; readonly savedAt: Date }

/** The three forms as they were last saved; null before. */
export type SavedSteps = { readonly [Step in FormStep]: SavedStep<StepInfo[Step]> | null }

const associatedDataOf = (userId: string, step: FormStep): AssociatedData => ({
  table: 'application_step',
  column: 'sealed',
  row: [userId, step],
})

export const readSteps = async (tx: Tx, sealer: Sealer, userId: string): Promise<SavedSteps> => {
  const rows = await listSteps(tx, userId)
  const open = <Info>(step: FormStep, shape: { readonly readText: (text: string) => Info }): SavedStep<Info> | null => {
    const row: StepRow | undefined = rows.find((one) => one.step === step)
    if (row === undefined) return null
    const info = shape.readText(sealer.open(row.sealed, associatedDataOf(userId, step)).toString())
    return { info, savedAt: row.savedAt }
  }
  return {
    basic: open('basic', keptSteps.basic),
    social: open('social', keptSteps.social),
    withdrawal: open('withdrawal', keptSteps.withdrawal),
  }
}

export const writeStep = async <Step extends FormStep>(
  tx: Tx,
  sealer: Sealer,
  userId: string,
  step: Step,
  { info, savedAt }: SavedStep<StepInfo[Step]>,
): Promise<void> => {
  const shapes: { readonly [One in FormStep]: { readonly writeText: (info: StepInfo[One]) => string } } = keptSteps
  const sealed = sealer.seal(shapes[step].writeText(info), associatedDataOf(userId, step))
  await upsertStep(tx, userId, { step, sealed, savedAt })
}
