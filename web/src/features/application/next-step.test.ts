import { expect, test } from 'vitest'
import { stepAfter, type Step } from './next-step.ts'

const progress = (...open: Step[]) => ({
  steps: (['basic', 'social', 'withdrawal', 'photos'] as const).map((step) => ({
    step,
    complete: !open.includes(step),
    saved_at: null,
    missing: [],
  })),
})

test.each([
  ['the first step leads to the second', 'basic', ['social', 'withdrawal', 'photos'], 'social'],
  ['what is complete is passed over', 'basic', ['photos'], 'photos'],
  ['the third leads to the photographs', 'withdrawal', ['photos'], 'photos'],
  ['a step that opened again waits for the later ones', 'withdrawal', ['basic', 'photos'], 'photos'],
  ['and comes when nothing else is open', 'withdrawal', ['social'], 'social'],
  ['with nothing open, the photographs are where it is sent', 'social', [], 'photos'],
] as const)('the next step: %s', (_, saved, open, next) => {
  expect(stepAfter(saved, progress(...open))).toBe(next)
})
