import '@hola/ui/tokens.css'
import './tokens.css'
import '@hola/ui/base.css'
import './desk.css'
import { startLocale } from '@hola/i18n/locale.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router'
import { isAnythingKept } from '../lib/kept.ts'
import { App } from './app.tsx'

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app')
startLocale()
// The browser itself asks before something typed is lost with the tab.
addEventListener('beforeunload', (event) => {
  if (isAnythingKept()) event.preventDefault()
})
createRoot(root).render(
  <StrictMode>
    {/* The server knows one page: which of ours it shows stands behind the #, and is never sent. */}
    <HashRouter>
      <App />
    </HashRouter>
  </StrictMode>,
)
