import type { WireLanguage } from '@hola/core/language.ts'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient, saidBy } from '../../lib/query.ts'
import type { OrderList, OrderListPath } from './order-list.ts'
import { mergeGroups } from './order-groups.ts'

export type OrderWatch = { readonly stop: () => void; readonly refresh: () => void; readonly loadRest: () => void }

/** Reached only from lazily loaded code, as the library it needs: keeps a list up to date, page by page. */
export const watchOrders = (
  path: OrderListPath,
  language: WireLanguage,
  listener: (list: OrderList) => void,
): OrderWatch => {
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: [path, language],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.call(path, cursor === undefined ? {} : { cursor }, { signal, quiet: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: 0,
  })
  const report = (): void => {
    const { data, dataUpdatedAt, error, isFetching, ...rest } = observer.getCurrentResult()
    if (data) {
      const outdated = error !== null && !rest.isFetchNextPageError
      listener({
        remote: { status: 'ready', data: mergeGroups(data.pages), readAt: new Date(dataUpdatedAt), outdated },
        rest: restOf(rest),
      })
    } else if (error && !isFetching) listener({ remote: { status: 'failed', problem: saidBy(error) }, rest: 'none' })
    else listener({ remote: { status: 'loading' }, rest: 'none' })
  }
  const stop = observer.subscribe(report)
  report()
  return {
    stop,
    refresh: () => void observer.refetch(),
    loadRest: () => {
      if (!observer.getCurrentResult().isFetching) void observer.fetchNextPage()
    },
  }
}

const restOf = (result: {
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  hasNextPage: boolean
}): OrderList['rest'] => {
  if (result.isFetchingNextPage) return 'loading'
  if (result.isFetchNextPageError) return 'failed'
  return result.hasNextPage ? 'waiting' : 'none'
}
