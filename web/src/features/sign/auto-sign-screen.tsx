import type { ReactNode } from 'react'
import { useLocale } from '@hola/i18n/locale.ts'
import { usePage } from '../../router/page-context.ts'
import { askedOf } from './offer.ts'
import { SignPage } from './sign-page.tsx'

/** The same for who has borrowed before, her last amount and term filled in. Nothing is signed without her. */
export function AutoSignScreen(): ReactNode {
  useLocale()
  return <SignPage asked={askedOf(usePage().query)} again />
}
