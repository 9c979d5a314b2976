import type { linkTo } from '../../lib/link.ts'

/** Where a person stands, as a page says it. */
export type Standing = {
  readonly title: string
  readonly text: string
  /** The one way on. */
  readonly action: { readonly name: string } & ReturnType<typeof linkTo>
}
