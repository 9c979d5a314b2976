import type { WireLanguage } from '@hola/core/language.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { GuestHome } from '../features/home/home-screen.tsx'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import layout from './layout.module.css'
import frame from './page-frame.module.css'
import { TabBar } from './tab-bar.tsx'

/** A guest's Home before any script has run and before any answer: the build draws it, `show-first-paint` shows it. */
export const firstPaint = (language: WireLanguage): string => {
  setLocale(language)
  return renderToStaticMarkup(
    <div className={layout.layout} data-first-paint="">
      <div className={layout.column}>
        <main className={frame.main}>
          <GuestHome offer={{ status: 'loading' }} />
        </main>
        <TabBar path="/" />
      </div>
    </div>,
    // The page's policy forbids styles in the markup: what the style sheets say must do until the scripts are there.
  ).replaceAll(/ style="[^"]*"/g, '')
}
