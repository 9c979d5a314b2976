import type { DeskBodyOf, DeskPath, DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { useLocale } from '@hola/i18n/locale.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ConfirmedPath } from './desk-client.ts'
import { call } from './desk-client.ts'
import { useRefreshing } from './queries.ts'

type Cursor = string | object | null

/** The calls that answer a page and where the next one begins. */
export type PagedPath = {
  [Path in Exclude<DeskPath, ConfirmedPath>]: DeskRetOf<Path> extends { next: Cursor }
    ? 'after' extends keyof DeskBodyOf<Path>
      ? Path
      : never
    : never
}[Exclude<DeskPath, ConfirmedPath>]

const readPage = <Path extends PagedPath>(
  path: Path,
  body: Omit<DeskBodyOf<Path>, 'after'>,
  after: Cursor,
  left?: AbortSignal,
): Promise<DeskRetOf<Path>> => call(path, { ...body, ...(after === null ? {} : { after }) } as DeskBodyOf<Path>, left)

/** A list that is read page by page, kept up to date. `more` asks for the next page, if there is one. */
export const usePages = <Path extends PagedPath>(path: Path, body: Omit<DeskBodyOf<Path>, 'after'>) => {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [path, useLocale(), body],
    queryFn: ({ pageParam, signal }) => readPage(path, body, pageParam, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }: { next: Cursor }) => next,
    ...useRefreshing(),
  })
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return { pages: data?.pages, error, refetch, more, isWhole: !hasNextPage }
}

/** A file has no more rows than this: more is asked for with a filter. */
export const FILE_ROWS_MAX = 50_000

/** The whole of such a list, read page by page for a file. */
export const readPages = async <Path extends PagedPath, Row>(
  path: Path,
  body: Omit<DeskBodyOf<Path>, 'after'>,
  rowsOf: (page: DeskRetOf<Path>) => readonly Row[],
  told: (count: number) => void,
): Promise<Row[]> => {
  const rows: Row[] = []
  let after: Cursor = null
  do {
    const page: DeskRetOf<Path> = await readPage(path, body, after)
    rows.push(...rowsOf(page))
    told(rows.length)
    after = (page as { next: Cursor }).next
  } while (after !== null && rows.length < FILE_ROWS_MAX)
  return rows
}
