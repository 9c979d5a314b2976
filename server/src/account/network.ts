import { isIPv4, isIPv6 } from 'node:net'

/**
 * What counts as one network address. A household with IPv6 has a whole /64 and would otherwise never meet a limit; an
 * IPv4 address that a socket shows in IPv6 clothes is the same address.
 */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return address
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [before = '', after] = canonical.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
  return `${groups.slice(0, 4).join(':')}::/64`
}
