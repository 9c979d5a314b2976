import { locale } from './locale.ts'

/** The product lives in one country: every instant is shown on its clocks, wherever the phone believes to be. */
const timeZone = 'America/Argentina/Buenos_Aires'

/** Long forms speak the interface's language; 'en-GB' because day comes before month here in any language. */
const longFormLocales = { en: 'en-GB', es: 'es-AR', vi: 'vi' } as const

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making an Intl formatter is slow on a cheap phone, using it is not. */
const dateFormatter = (name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const found = formatters.get(name)
  if (found) return found
  const made = new Intl.DateTimeFormat(name.split(' ')[0], { timeZone, ...options })
  formatters.set(name, made)
  return made
}

/** `05/03/2027`, from the contract's `2027-03-05`. */
export const formatDay = (day: string): string => day.split('-').toReversed().join('/')

const instantOf = (instant: Date | string): Date => (typeof instant === 'string' ? new Date(instant) : instant)

/** `05/03/2027`, in Argentina. */
export const formatDate = (instant: Date | string): string =>
  dateFormatter('es-AR date', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(instantOf(instant))

/** `09:05` or `21:40`, in Argentina. */
export const formatTime = (instant: Date | string, { seconds = false }: { seconds?: boolean } = {}): string =>
  dateFormatter(`es-AR time${seconds ? ' with seconds' : ''}`, {
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
    hourCycle: 'h23',
  }).format(instantOf(instant))

/** `Sunday`, `domingo`, from the contract's `2027-03-05`. */
export const formatWeekday = (day: string): string =>
  dateFormatter(`${longFormLocales[locale()]} weekday`, { weekday: 'long' }).format(
    // At noon it is the same day in every zone that shows it.
    new Date(`${day}T15:00:00.000Z`),
  )

/** `Friday 5 March 2027`, `viernes, 5 de marzo de 2027`. */
export const formatLongDate = (instant: Date | string): string =>
  dateFormatter(`${longFormLocales[locale()]} long`, { dateStyle: 'full' }).format(instantOf(instant))
