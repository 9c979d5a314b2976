import { useInfiniteQuery } from '@tanstack/react-query'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { useLocale, wireLanguageOf } from '../../i18n/locale.ts'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query.ts'
import { saidBy, useCall } from '../../lib/use-call.ts'
import type { Remote } from '../../lib/use-remote.ts'
import { mergeGroups, type OrderGroup } from './order-groups.ts'

export type Order = RetOf<'loan/order'>['order']
type ListPath = 'user/get_processing_order' | 'user/get_complete_order'

export type OrderList = {
  readonly remote: Remote<readonly OrderGroup[]>
  /** What the server said when it refused. */
  readonly problem: string | undefined
  readonly refresh: () => void
  /** The rest of a long list: none, on its way, could not be loaded, or waiting to be asked for. */
  readonly rest: 'none' | 'loading' | 'failed' | 'waiting'
  readonly loadRest: () => void
}

/** One of the two lists, as far as it was read, asked anew each time the page is shown. */
export const useOrderList = (path: ListPath): OrderList => {
  const language = wireLanguageOf(useLocale())
  const query = useInfiniteQuery(
    {
      queryKey: [path, language],
      queryFn: ({ pageParam: cursor, signal }) =>
        api.call(path, cursor === undefined ? {} : { cursor }, { signal, quiet: true }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
      staleTime: 0,
    },
    queryClient,
  )
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query
  const actions = {
    refresh: () => void query.refetch(),
    loadRest: () => void (!isFetching && query.fetchNextPage()),
  }
  if (data === undefined) {
    const status = error && !isFetching ? 'failed' : 'loading'
    return { remote: { status }, problem: saidBy(error), rest: 'none', ...actions }
  }
  return {
    remote: {
      status: 'ready',
      data: mergeGroups(data.pages),
      readAt: new Date(query.dataUpdatedAt),
      outdated: error !== null && !isFetchNextPageError,
    },
    problem: undefined,
    rest: isFetchingNextPage ? 'loading' : isFetchNextPageError ? 'failed' : hasNextPage ? 'waiting' : 'none',
    ...actions,
  }
}

export const useOrder = (orderId: string) => useCall('loan/order', { order_id: orderId })
