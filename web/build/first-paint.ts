import { wireLanguages } from '@hola/core/language.ts'
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { build, createServer, type Plugin, type UserConfig } from 'vite'
import type * as FirstPaint from '../src/app/first-paint.tsx'
import { messages } from '../../i18n/build/compile-messages.ts'

const webFolder = join(import.meta.dirname, '..')

/** Home as the app itself draws it, in each language, run here with the names of the classes that the build gives. */
const drawings = async (css: UserConfig['css']): Promise<string> => {
  const server = await createServer({
    configFile: false,
    root: webFolder,
    logLevel: 'error',
    appType: 'custom',
    plugins: [messages(), react()],
    ...(css ? { css } : {}),
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  try {
    const { firstPaint } = (await server.ssrLoadModule('/src/app/first-paint.tsx')) as typeof FirstPaint
    return wireLanguages
      .map((language) => `<template lang="${language}">${firstPaint(language)}</template>`)
      .join('\n    ')
  } finally {
    await server.close()
  }
}

const script = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    root: webFolder,
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(webFolder, 'src/app/show-first-paint.ts'), output: { format: 'iife' } },
    },
  })
  const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error('show-first-paint.ts gave no script')
  return chunk.code
}

/**
 * The page carries a guest's Home, drawn, in both languages, and a small script that shows the right one: on a slow
 * phone the first paint does not wait for React.
 */
export const firstPaint = (): Plugin => {
  let css: UserConfig['css']
  return {
    name: 'hola-first-paint',
    apply: 'build',
    enforce: 'post',
    config(config) {
      css = config.css
    },
    async generateBundle(_, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('the build has no index.html')
      const reference = this.emitFile({ type: 'asset', name: 'show-first-paint.js', source: await script() })
      const place = '<div id="app"></div>'
      // What is seen first comes first: on a slow line the scripts would take half of it from the style sheets.
      const html = String(page.source).replaceAll(
        /<(?:script type="module"|link rel="modulepreload")/g,
        '$& fetchpriority="low"',
      )
      if (!html.includes(place)) throw new Error(`index.html has no ${place}`)
      page.source = html.replace(
        place,
        `${place}\n    ${await drawings(css)}\n    <script src="/${this.getFileName(reference)}"></script>`,
      )
    },
  }
}
