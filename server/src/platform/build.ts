import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const checkout = join(import.meta.dirname, '..', '..', '..')

const textOf = (...path: readonly string[]): string | undefined => {
  try {
    return readFileSync(join(checkout, ...path), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** The commit of the checkout: a branch is a file that names it, or a line among many after git has packed them. */
const commitOfCheckout = (): string | undefined => {
  const head = textOf('.git', 'HEAD')
  const branch = head?.startsWith('ref: ') ? head.slice('ref: '.length) : undefined
  if (branch === undefined) return head
  const packed = textOf('.git', 'packed-refs')?.split('\n') ?? []
  return textOf('.git', branch) ?? packed.find((line) => line.endsWith(` ${branch}`))?.split(' ')[0]
}

/** Which build of the product runs: what somebody asks first when two servers differ. */
export type Build = { readonly version: string; readonly commit: string }

export const buildOf = ({ commit }: { readonly commit?: string }): Build => {
  const { version } = JSON.parse(textOf('package.json') ?? '{}') as { version?: string }
  // `npm run package` writes it beside a copy that has no checkout.
  return { version: version ?? 'unknown', commit: commit ?? textOf('COMMIT') ?? commitOfCheckout() ?? 'unknown' }
}
