import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'

// For people who change the code: the server starts again when its sources change, the web app changes in the open page.
// One Ctrl-C stops both.

const root = join(import.meta.dirname, '..')
const apiPort = process.env['PORT'] ?? '8080'
const deskApiPort = process.env['DESK_PORT'] ?? String(Number(apiPort) + 1)
const webPort = 5173
const deskPort = 5174
const watched = ['server/src', 'server/migrations', 'server/data', 'core/src']

process.env['HOLA_SERVER'] = `http://127.0.0.1:${apiPort}`
const web = await createServer({
  configFile: join(root, 'web', 'vite.config.ts'),
  server: { port: webPort },
  plugins: [
    {
      name: 'other-pages',
      configureServer: ({ middlewares }) => {
        // The server gives the sandbox its address without the ending; here Vite gives it, and to the parts at /ui.
        middlewares.use((request, _response, next) => {
          if (request.url === '/sandbox' || request.url === '/ui') request.url += '.html'
          next()
        })
      },
    },
  ],
})
await web.listen()
const webUrl = web.resolvedUrls?.local[0]?.replace(/\/$/, '')
process.env['HOLA_DESK_SERVER'] = `http://127.0.0.1:${deskApiPort}`
const desk = await createServer({
  configFile: join(root, 'desk', 'vite.config.ts'),
  // A passkey belongs to this very address: another port would be another desk.
  server: { port: deskPort, strictPort: true },
})
await desk.listen()
const deskOrigin = `http://localhost:${deskPort}`
console.log(`The desk of the lender's staff: ${deskOrigin}`)

console.log(`Every part of the interface, in each of its states: ${webUrl}/ui`)

// In a group of its own: Ctrl-C reaches us alone, and we pass it on once.
const server = spawn(
  process.execPath,
  [
    ...watched.map((folder) => `--watch-path=${join(root, folder)}`),
    '--watch-preserve-output',
    join(root, 'server', 'src', 'main.ts'),
  ],
  {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PORT: apiPort,
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? webUrl,
      DESK_PORT: deskApiPort,
      DESK_ORIGIN: process.env['DESK_ORIGIN'] ?? deskOrigin,
    },
  },
)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill('SIGTERM'))
server.on('close', async (code) => {
  await Promise.all([web.close(), desk.close()])
  process.exit(code ?? 0)
})
