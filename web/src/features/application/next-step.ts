import type { RetOf } from '@hola/core/contract/contract.ts'
import { forgetHome } from '../../shared/home/forget-home.ts'
import { navigateTo } from '../../router/navigation.ts'
import type { PageUrl } from '../../router/register.ts'

type Progress = RetOf<'app/save_basic_info'>['application']
export type Step = Progress['steps'][number]['step']

const pages = {
  basic: '/pages/step/step-basic/step-basic',
  social: '/pages/step/step-social/step-social',
  withdrawal: '/pages/step/step-withdrawal/step-withdrawal',
  photos: '/pages/upload/upload-id-card/upload-id-card',
} as const satisfies Record<Step, PageUrl>

/**
 * Where to go on after a step was saved: to the next one that is still open, past those that are complete already. A
 * step before it that has opened again waits until all the others are done, so that nobody walks in a circle.
 */
export const stepAfter = (saved: Step, { steps }: Pick<Progress, 'steps'>): Step => {
  const at = steps.findIndex(({ step }) => step === saved)
  const open = [...steps.slice(at + 1), ...steps.slice(0, at)].find(({ complete }) => !complete)
  return open?.step ?? 'photos'
}

export const goOn = (saved: Step, application: Progress): void => {
  forgetHome()
  void navigateTo(pages[stepAfter(saved, application)])
}
