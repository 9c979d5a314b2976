const spanish = new Intl.Collator('es', { numeric: true })

/** As people look for names: accents do not matter, and Comuna 2 comes before Comuna 10. */
export const inSpanishOrder = (one: string, other: string): number => spanish.compare(one, other)
