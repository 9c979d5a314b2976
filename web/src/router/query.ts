export type Query = Readonly<Record<string, string>>

const decode = (text: string): string => {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Half an escape ("100%") was typed by a person: it is shown as it came.
    return spaced
  }
}

export const parseQuery = (text: string): Query => {
  const values = new Map<string, string>()
  for (const part of text.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decode(at < 0 ? part : part.slice(0, at))
    const value = at < 0 ? '' : decode(part.slice(at + 1))
    const before = values.get(name)
    values.set(name, before === undefined ? value : `${before},${value}`)
  }
  return Object.fromEntries(values)
}

/** The inverse of `splitUrl`: what it writes into the address bar is read back as the same query after F5. */
export const buildUrl = (path: string, query: Query): string => {
  const parts = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}

/** Only the first `?` divides: an address given as a value may hold another one. */
export const splitUrl = (url: string): { path: string; query: Query } => {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: {} } : { path: url.slice(0, at), query: parseQuery(url.slice(at + 1)) }
}

/** A url without a leading slash belongs to the folder of the current page (`/pages/index/index` → `/pages/index/`). */
export const resolveUrl = (url: string, currentPath: string): string => {
  if (url.startsWith('/')) return url
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const folders = currentPath.split('/').slice(1, -1)
  for (const step of path.split('/')) {
    if (step === '..') folders.pop()
    else if (step !== '.') folders.push(step)
  }
  return `/${folders.join('/')}${at < 0 ? '' : url.slice(at)}`
}
