import { join } from 'node:path'
import { build } from 'vite'
import { firstScreen, laterParts, otherPages, pageBytesMax, ratioMax, reactAloneBytes } from './first-screen.ts'

// npm run bench:web      builds the web app, then weighs its first screen
//   --built              weighs what is built already

if (!process.argv.includes('--built')) {
  await build({ configFile: join(import.meta.dirname, '..', 'web', 'vite.config.ts'), logLevel: 'warn' })
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(2).padStart(8)} kB`

const first = firstScreen()
const alone = await reactAloneBytes()
const ratio = first.bytes / alone

console.log('First screen, JavaScript, gzip: entry, what it imports, Home and its words')
for (const { file, bytes } of first.scripts) console.log(`${kilobytes(bytes)}  ${file}`)
console.log(`${kilobytes(first.bytes)}  sum (${first.bytes} bytes)`)
console.log(`${kilobytes(alone)}  react and react-dom alone (${alone} bytes)`)
console.log('Loaded later, when Home needs it, not counted above:')
for (const { key, bytes } of laterParts(first)) console.log(`${kilobytes(bytes)}  ${key}`)
console.log(`ratio ${ratio.toFixed(3)}, budget ${ratioMax.toFixed(2)}`)

if (ratio > ratioMax) {
  console.log(`the first screen is ${Math.ceil(first.bytes - alone * ratioMax)} bytes too heavy`)
  process.exitCode = 1
}

const pages = otherPages(first)
console.log('Added by the next page, before it shows:')
for (const { key, bytes } of pages) console.log(`${kilobytes(bytes)}  ${key}`)
const heavy = pages.filter(({ bytes }) => bytes > pageBytesMax)
for (const { key } of heavy) console.log(`${key} adds more than ${pageBytesMax} bytes`)
if (pages.length === 0 || heavy.length > 0) process.exitCode = 1
