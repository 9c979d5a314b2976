/** Lower case without accents, so that "cordoba" finds Córdoba. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
