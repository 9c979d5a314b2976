import { useState, type ReactNode } from 'react'
import { useLocale } from '@hola/i18n/locale.ts'
import { api } from '../../lib/api.ts'
import { switchTab } from '../../router/navigation.ts'
import { ConnectionFailed } from './connection-failed.tsx'

/** The service cannot be reached: a tap asks again, and Home comes back with the first answer. */
export function ApiStateScreen(): ReactNode {
  useLocale()
  const [trying, setTrying] = useState(false)
  const tryAgain = async (): Promise<void> => {
    if (trying) return
    setTrying(true)
    try {
      await api.call('app/home', {})
      await switchTab('/')
    } catch {
      // The client has said why; the screen stays to be tapped again.
    } finally {
      setTrying(false)
    }
  }
  return <ConnectionFailed onRetry={() => void tryAgain()} trying={trying} />
}
