import '@hola/ui/tokens.css'
import '@hola/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLocale } from '@hola/i18n/locale.ts'
import { FeedbackHost } from '@hola/ui/overlay/feedback-host.tsx'
import { SandboxPage } from './sandbox-page.tsx'

const root = document.getElementById('sandbox')
if (root) {
  startLocale()
  createRoot(root).render(
    <StrictMode>
      <SandboxPage />
      <FeedbackHost />
    </StrictMode>,
  )
}
