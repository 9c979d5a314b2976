import { formatUnit } from '@hola/i18n/format.ts'

/** `91 días`, `1 day`: so many days, in the language and the number that belong to them. */
export const daysText = (count: number): string => formatUnit(count, 'day')
