import type { RetOf } from '@hola/core/contract/contract.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocale, wireLanguageOf } from '../../i18n/locale.ts'
import type { Remote } from '../../lib/use-remote.ts'
import { useRemote } from '../../lib/use-remote.ts'
import type { OrderGroup } from './order-groups.ts'
import type { OrderWatch } from './watch-orders.ts'

export type Order = RetOf<'loan/order'>['order']

export const useOrder = (orderId: string) =>
  useRemote(
    'loan/order',
    useMemo(() => ({ order_id: orderId }), [orderId]),
  )

export type OrderListPath = 'user/get_processing_order' | 'user/get_complete_order'

/** One of the two lists as far as it was read, and the rest: none, still to be asked for, on its way, not to be had. */
export type OrderList = {
  readonly remote: Remote<readonly OrderGroup[]>
  readonly rest: 'none' | 'waiting' | 'loading' | 'failed'
}

/** One of the two lists, asked anew each time the page is shown. */
export const useOrderList = (path: OrderListPath): OrderList & { refresh: () => void; loadRest: () => void } => {
  const language = wireLanguageOf(useLocale())
  const [list, setList] = useState<OrderList>({ remote: { status: 'loading' }, rest: 'none' })
  const [attempt, setAttempt] = useState(0)
  const watch = useRef<OrderWatch>(undefined)

  useEffect(() => {
    let left = false
    import('./watch-orders.ts').then(
      ({ watchOrders }) => {
        if (!left) watch.current = watchOrders(path, language, setList)
      },
      () => {
        if (!left) setList({ remote: { status: 'failed' }, rest: 'none' })
      },
    )
    return () => {
      left = true
      watch.current?.stop()
      watch.current = undefined
    }
  }, [path, language, attempt])

  const refresh = useCallback((): void => {
    if (watch.current) return watch.current.refresh()
    setList({ remote: { status: 'loading' }, rest: 'none' })
    setAttempt((before) => before + 1)
  }, [])
  const loadRest = useCallback((): void => watch.current?.loadRest(), [])
  return { ...list, refresh, loadRest }
}
