import '../tokens.css'
import '../base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLocale } from '@hola/i18n/locale.ts'
import { Gallery } from './gallery.tsx'

// The page /ui of `npm run dev`: the parts as they are, changing with their files. The build knows nothing of it.

const root = document.getElementById('ui')
if (root) {
  startLocale()
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
}
