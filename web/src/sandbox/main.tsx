import '../ui/tokens.css'
import '../ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLocale } from '../i18n/locale.ts'
import { FeedbackHost } from '../ui/feedback-host.tsx'
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
