import type { ReactNode } from 'react'
import { useLocale } from '@hola/i18n/locale.ts'
import { usePage } from '../../router/page-context.ts'
import { askedOf } from './offer.ts'
import { SignPage } from './sign-page.tsx'

/** Signing the offer that was chosen on the pages before. */
export function SignScreen(): ReactNode {
  useLocale()
  return <SignPage asked={askedOf(usePage().query)} />
}
