import type { DeskBodyOf, DeskPath, DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { useLocale } from '@hola/i18n/locale.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ConfirmedPath } from './desk-client.ts'
import { call } from './desk-client.ts'
import { useRefreshing } from './queries.ts'

/** The calls that answer a page and where the next one begins. */
type PagedPath = {
  [Path in Exclude<DeskPath, ConfirmedPath>]: DeskRetOf<Path> extends { next: string | null } ? Path : never
}[Exclude<DeskPath, ConfirmedPath>]

/** A list that is read page by page, kept up to date. `more` asks for the next page, if there is one. */
export const usePages = <Path extends PagedPath>(path: Path, body: Omit<DeskBodyOf<Path>, 'after'>) => {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [path, useLocale(), body],
    queryFn: ({ pageParam, signal }) =>
      call(path, { ...body, ...(pageParam === null ? {} : { after: pageParam }) } as DeskBodyOf<Path>, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...useRefreshing(),
  })
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return { pages: data?.pages, error, refetch, more, isWhole: !hasNextPage }
}
