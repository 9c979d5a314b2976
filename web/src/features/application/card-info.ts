import type { RetOf } from '@hola/core/contract/contract.ts'

/** How far the reading of her ID card is, and what the card says once it is read. */
export type CardInfo = RetOf<'app/get_card_info'>
export type CardSays = NonNullable<CardInfo['card']>
