import { locale } from '../../i18n/locale.ts'

/** `91 días`, `1 day`: so many days, in the language and the number that belong to them. */
export const daysText = (count: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count)
