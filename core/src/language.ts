/** The languages that a request may ask for. The interface has a third, Vietnamese, which travels as `en`. */
export const wireLanguages = ['en', 'es'] as const

export type WireLanguage = (typeof wireLanguages)[number]
