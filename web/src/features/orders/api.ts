import type { RetOf } from '@hola/core/contract/contract.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocale, wireLanguageOf } from '@hola/i18n/locale.ts'
import { useRemote } from '../../lib/use-remote.ts'
import type { OrderList, OrderListPath } from './order-list.ts'
import type { OrderWatch } from './watch-orders.ts'

export type Order = RetOf<'loan/order'>['order']

export const useOrder = (orderId: string) =>
  useRemote(
    'loan/order',
    useMemo(() => ({ order_id: orderId }), [orderId]),
  )

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
