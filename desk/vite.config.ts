import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { messages } from '../i18n/build/compile-messages.ts'
import { compress } from '../web/build/compress.ts'
import { leanMessages } from '../web/build/lean-messages.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const server = process.env['HOLA_DESK_SERVER'] ?? 'http://localhost:8081'

/** The app of the lender's staff: another origin than the borrower's, and nothing of it in the borrower's build. */
export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [messages(), leanMessages(), react(), compress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // The Content-Security-Policy allows our own files only: nothing may be turned into a data: address.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script.
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { '/api': server } },
})
