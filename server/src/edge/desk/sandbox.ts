import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { FillState, Services } from '../services.ts'
import type { DeskHandler } from './context.ts'

const fillOf = ({ fill }: Services): NonNullable<Services['fill']> => {
  if (fill === undefined) throw new Error('only the sandbox has a made-up book')
  return fill
}

const show = ({ state, doneOfThousand }: FillState): DeskRetOf<'sandbox/fill_state'> => ({
  state,
  done_share: doneOfThousand,
})

export const fillDesk: DeskHandler<'sandbox/fill'> = async ({ services }, { borrowers_count: borrowers }) => {
  const fill = fillOf(services)
  await fill.start(borrowers)
  return show(await fill.state())
}

export const fillState: DeskHandler<'sandbox/fill_state'> = async ({ services }) => show(await fillOf(services).state())
