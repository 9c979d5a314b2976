/**
 * A visitor who follows an advertisement arrives with a query that means nothing to the app: it is dropped, so that a
 * reload and a shared link start clean. A link to a page of the app (`#/pages/…`) is kept whole, and inside the
 * Android wrapper, known by its marker in the user agent, the wrapper decides about the address.
 */
export const cleanStartUrl = (href: string, userAgent: string, marker: string): string => {
  if (marker !== '' && userAgent.includes(marker)) return href
  const url = new URL(href)
  const [hashPath = '', ...hashQuery] = url.hash.slice(1).split('?')
  if (hashPath !== '' && hashPath !== '/') return href
  const hasQuery = url.search !== '' || hashQuery.join('') !== ''
  return hasQuery ? url.origin + url.pathname : href
}
