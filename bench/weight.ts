import { deskEntryBytesMax, deskPageBytesMax, deskWeight } from './desk-weight.ts'
import { firstScreen, laterParts, otherPages, pageBytesMax, ratioMax, reactAloneBytes } from './first-screen.ts'

// What the built apps weigh. Part of `npm test` by itself, and of `npm run bench:web`.

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(2).padStart(8)} kB`

/** Prints what the first screen and every other page weigh, and answers what is too heavy, a line each. */
export async function weigh(): Promise<string[]> {
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

  const pages = otherPages(first)
  console.log('Added by the next page, before it shows:')
  for (const { key, bytes } of pages) console.log(`${kilobytes(bytes)}  ${key}`)

  const desk = deskWeight()
  console.log('The desk before anybody signs in, and what each of its pages adds:')
  console.log(`${kilobytes(desk.entry)}  index.html, budget ${deskEntryBytesMax} bytes`)
  for (const { key, bytes } of desk.pages) console.log(`${kilobytes(bytes)}  ${key}`)

  return [
    ...(ratio > ratioMax ? [`the first screen is ${Math.ceil(first.bytes - alone * ratioMax)} bytes too heavy`] : []),
    ...(pages.length === 0 ? ['no other page was found in the build'] : []),
    ...pages
      .filter(({ bytes }) => bytes > pageBytesMax)
      .map(({ key }) => `${key} adds more than ${pageBytesMax} bytes`),
    ...(desk.entry > deskEntryBytesMax ? [`the desk is ${desk.entry - deskEntryBytesMax} bytes too heavy`] : []),
    ...(desk.pages.length === 0 ? ['no page of the desk is loaded by itself'] : []),
    ...desk.pages
      .filter(({ bytes }) => bytes > deskPageBytesMax)
      .map(({ key }) => `the desk's ${key} adds more than ${deskPageBytesMax} bytes`),
  ]
}

if (import.meta.main) {
  const heavy = await weigh()
  for (const line of heavy) console.log(line)
  process.exitCode = heavy.length > 0 ? 1 : 0
}
