/** What becomes of an address: one of ours is left to the router, another site is offered outside, the rest refused. */
export type AddressVerdict =
  | { readonly is: 'ours'; readonly url: string }
  | { readonly is: 'foreign'; readonly url: string; readonly host: string }
  | { readonly is: 'refused' }

const refused = { is: 'refused' } as const

/**
 * Ours are the pages of the app at our own origin, shown by the app itself. Nothing is shown in a frame: foreign content
 * in one could reach whatever the wrapper gives to the page.
 */
export const judgeAddress = (asked: string | undefined, origin: string): AddressVerdict => {
  if (!asked || !URL.canParse(asked, origin)) return refused
  const address = new URL(asked, origin)
  if (address.origin === origin) {
    return address.pathname === '/' ? { is: 'ours', url: address.hash.slice(1) || '/' } : refused
  }
  // A name before the host would make it look like another.
  if (address.protocol !== 'https:' || address.username !== '' || address.password !== '') return refused
  return { is: 'foreign', url: address.href, host: address.host }
}
