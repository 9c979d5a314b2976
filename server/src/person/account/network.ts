import { isIPv6 } from 'node:net'
import type { BlindIndex, Sealer } from '../../platform/sealed/public.ts'

/** A caller's network, and for IPv6 the larger blocks that a provider hands to one customer. */
export type Networks = { readonly network: string; readonly block56: string | null; readonly block48: string | null }

/**
 * What counts as one network. A household with IPv6 has a whole /64 and would otherwise never meet a limit; who rents
 * more has a /56 or a /48. An IPv4 address that is written as IPv6 is the same IPv4 address.
 */
export const networksOf = (address: string): Networks => {
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return { network: address, block56: null, block48: null }
  const groups = groupsOf(bare)
  const mapped = ipv4In(groups)
  if (mapped !== undefined) return { network: mapped, block56: null, block48: null }
  const [one, two, three, four = 0] = groups.map((group) => Number.parseInt(group, 16))
  const hex = (...values: (number | undefined)[]): string => values.map((value = 0) => value.toString(16)).join(':')
  return {
    network: `${hex(one, two, three, four)}::/64`,
    block56: `${hex(one, two, three, four & 0xff00)}::/56`,
    block48: `${hex(one, two, three)}::/48`,
  }
}

/** The eight groups of an IPv6 address, however it is written. */
const groupsOf = (address: string): string[] => {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = canonical.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
}

const ipv4In = (groups: readonly string[]): string | undefined => {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

/** The same as the database knows them: they are only ever counted. */
export type NetworkIndexes = {
  readonly networkIndex: BlindIndex
  readonly block56Index: BlindIndex | null
  readonly block48Index: BlindIndex | null
}

export const networkIndexesOf = (sealer: Sealer, address: string): NetworkIndexes => {
  const { network, block56, block48 } = networksOf(address)
  const indexOf = (text: string): BlindIndex => sealer.blindIndex(text, 'network')
  return {
    networkIndex: indexOf(network),
    block56Index: block56 === null ? null : indexOf(block56),
    block48Index: block48 === null ? null : indexOf(block48),
  }
}

/** Whoever holds the lock of the widest block counts alone in all that is inside. */
export const widestOf = ({ networkIndex, block48Index }: NetworkIndexes): BlindIndex => block48Index ?? networkIndex
