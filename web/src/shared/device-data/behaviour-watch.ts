import type { BehaviourScreen } from '@hola/core/device/behaviour.ts'
import type { PageUrl } from '../../router/register.ts'
import type { Router } from '../../router/router.ts'
import { topOf } from '../../router/stack.ts'
import { behaviourField, followVisits, withVisit } from './behaviour.ts'
import { liveConsent, mayRead } from '../consents/consents.ts'
import { upload } from './device-data.ts'
import { storage } from '../../lib/storage.ts'

/** The pages on which it tells something how it went. */
const screens: Readonly<Partial<Record<string, BehaviourScreen>>> = {
  '/pages/step/step-basic/step-basic': 'step_basic',
  '/pages/step/step-social/step-social': 'step_social',
  '/pages/step/step-withdrawal/step-withdrawal': 'step_withdrawal',
  '/pages/step/step-withdrawal/step-withdrawal-new': 'step_withdrawal',
  '/pages/upload/upload-id-card/upload-id-card': 'photos',
  '/pages/loan/loan-info-choose/loan-info-choose': 'loan_choose',
  '/pages/loan/loan-information/loan-information': 'loan_offer',
  '/pages/contract-new/contract-new': 'agreement',
  '/pages/sign/sign': 'sign',
  '/pages/sign/auto-sign': 'sign',
  '/pages/repay/repay': 'repay',
} satisfies Partial<Record<PageUrl, BehaviourScreen>>

/** Where a page leads once it has done what it is for; the forms tell it by themselves. */
const isEnd = (path: string): boolean => path.startsWith('/pages/landing/')

const fieldOf = ({ target }: Event) =>
  behaviourField(target instanceof Element ? target.closest<HTMLElement>('[data-field]')?.dataset['field'] : undefined)

/**
 * Watches how the screens go, from outside: no screen knows of it, and without a live consent nothing listens. Of a
 * field only its name is taken, and whether it was empty before.
 */
export const watchBehaviour = (router: Router): { readonly check: () => void } => {
  let stop: AbortController | undefined

  const visits = followVisits({
    now: Date.now,
    keep: (visit) => {
      if (liveConsent('behaviour')) storage.set('event-list', withVisit(storage.get('event-list') ?? [], visit))
    },
  })

  const start = (signal: AbortSignal): void => {
    /** Fields that held something when they were entered, or have been filled in since. */
    let filled = new Set<string>()
    let path = ''

    const follow = (): void => {
      const next = topOf(router.snapshot().stack).path
      if (next === path) return
      path = next
      filled = new Set()
      if (isEnd(path)) visits.note('submit')
      const before = visits.screen()
      visits.open(screens[path])
      if (before) void upload('behaviour')
    }

    const nameOf = ({ target }: Event): string | undefined =>
      target instanceof HTMLInputElement ? target.name || target.id : undefined

    const entered = (event: Event): void => {
      const name = nameOf(event)
      const { target } = event
      if (name && target instanceof HTMLInputElement && target.type !== 'radio' && target.value !== '') filled.add(name)
    }
    const changed = (event: Event): void => {
      const name = nameOf(event)
      if (!name) return
      if (filled.has(name)) visits.note('correct', fieldOf(event))
      filled.add(name)
    }
    const problems = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement) || target.getAttribute('aria-invalid') !== 'true') continue
        visits.note('problem', behaviourField(target.closest<HTMLElement>('[data-field]')?.dataset['field']))
      }
    })

    const listen = { signal, capture: true }
    document.addEventListener('focusin', entered, listen)
    document.addEventListener('change', changed, listen)
    document.addEventListener('paste', (event) => visits.note('paste', fieldOf(event)), listen)
    document.addEventListener('submit', () => visits.note('submit'), listen)
    document.addEventListener('visibilitychange', () => visits.note(document.hidden ? 'hide' : 'show'), listen)
    problems.observe(document.body, { subtree: true, attributeFilter: ['aria-invalid'] })
    const leave = router.subscribe(follow)
    signal.addEventListener('abort', () => {
      problems.disconnect()
      leave()
    })
    follow()
  }

  return {
    check() {
      if (!mayRead('behaviour')) {
        stop?.abort()
        stop = undefined
        visits.drop()
      } else if (!stop) {
        stop = new AbortController()
        start(stop.signal)
        void upload('behaviour')
      }
    },
  }
}
