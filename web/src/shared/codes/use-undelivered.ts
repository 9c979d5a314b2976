import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'

/** A provider knows within seconds that a message cannot be delivered; after this long it is asked no more. */
const ASK_EVERY_MS = 3_000
const ASKED_MAX = 20

/** Whether the message with this code could not be delivered, as far as anybody has said. */
export const useUndelivered = (deliveryId: string | undefined): boolean => {
  const [undelivered, setUndelivered] = useState<string>()
  useEffect(() => {
    if (deliveryId === undefined) return undefined
    let asked = 0
    const stop = (): void => clearInterval(timer)
    const look = async (): Promise<void> => {
      const { is_undelivered } = await api.call('user/code_delivery', { delivery_id: deliveryId }, { quiet: true })
      if (!is_undelivered) return
      stop()
      setUndelivered(deliveryId)
    }
    const timer = setInterval(() => {
      if (document.hidden) return
      asked += 1
      if (asked >= ASKED_MAX) stop()
      // Nobody is troubled with a question that she did not ask herself.
      look().catch(() => {})
    }, ASK_EVERY_MS)
    return stop
  }, [deliveryId])
  return undelivered !== undefined && undelivered === deliveryId
}
