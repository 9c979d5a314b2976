import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type App, appNames, apps, isBuilt } from './web-build.ts'

// The one-line start: the two apps are built when they are missing or older than their sources, then the server runs, here.

const root = join(import.meta.dirname, '..')
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** In a process of its own, so that the server does not carry the build tools in its memory. */
async function build(app: App): Promise<number> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--config', join(root, app, 'vite.config.ts'), '--logLevel', 'warn']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  let isStopped = false
  const stop = (): void => {
    isStopped = true
    child.kill()
  }
  for (const signal of stopSignals) process.on(signal, stop)
  const code = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.on('close', (status) => resolve(status ?? 1))
  })
  for (const signal of stopSignals) process.off(signal, stop)
  if (isStopped) {
    console.log(' stopped.')
    process.exit(0)
  }
  if (code !== 0) console.error(`\n${output}\nBuilding ${apps[app].name} failed: see above.`)
  return code
}

for (const app of appNames.filter((one) => !isBuilt(one))) {
  const started = Date.now()
  process.stdout.write(`Building ${apps[app].name} …`)
  if ((await build(app)) !== 0) process.exit(1)
  console.log(` ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

await import('../server/src/main.ts')
