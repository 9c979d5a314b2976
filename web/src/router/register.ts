import type { ComponentType } from 'react'

/** One row of the route table. `app/route-table.ts` holds the rows; nothing else does. */
export type RouteRow = {
  readonly path: `/${string}`
  readonly alias?: `/${string}`
  readonly kind: 'tab' | 'page'
  readonly access: 'guest' | 'user'
  readonly screen: () => Promise<ComponentType>
  readonly title: () => string
  readonly navBar: boolean
  readonly pullToRefresh?: boolean
  /** A long page: on a desk it has two columns. */
  readonly wide?: boolean
}

/**
 * `app/route-table.ts` adds `routes: typeof routes` to this interface. So a feature that navigates is checked against the
 * real table without importing `app`.
 */
export interface Register {}

type Row = Register extends { routes: readonly (infer R)[] } ? R : RouteRow

type PathsOf<R> = R extends { path: infer P extends string }
  ? P | (R extends { alias: infer A extends string } ? A : never)
  : never

/** A path of the table, alone or with a query. */
type UrlOf<P extends string> = P | `${P}?${string}`

/** `./x` and `../x` are resolved against the folder of the current page when the call runs. */
type RelativeUrl = `./${string}` | `../${string}`

export type TabUrl = UrlOf<PathsOf<Extract<Row, { kind: 'tab' }>>>
export type PageUrl = UrlOf<PathsOf<Extract<Row, { kind: 'page' }>>>
export type AnyUrl = TabUrl | PageUrl
export type PageTarget = PageUrl | RelativeUrl
export type TabTarget = TabUrl | RelativeUrl
export type AnyTarget = AnyUrl | RelativeUrl
