import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { galleryFolder, type Picture } from '../e2e/gallery/album.ts'
import { indexPage } from '../e2e/gallery/index-page.ts'
import { compileMessages } from '../i18n/build/compile-messages.ts'
import { ensureBrowser, noBrowser } from './browser.ts'
import { buildIfStale } from './web-build.ts'

// npm run gallery               a picture of every screen in each of its states, in both languages, and a page that
//                               shows them all; a page of the route table without a picture fails
// npm run gallery -- --desk     the lender's desk alone, filled with its made-up book
// npm run gallery -- --readme   the four screens at the top of the README: docs/pictures/product.webp

const started = Date.now()
const root = join(import.meta.dirname, '..')

if (!(await ensureBrowser((line) => console.log(line)))) {
  console.error(noBrowser)
  process.exit(1)
}
await compileMessages()
await buildIfStale('web')
await buildIfStale('desk')

const take = (pictures: string): boolean => {
  const config = join('e2e', 'gallery', 'vitest.config.ts')
  const files = join('e2e', 'gallery', pictures)
  return spawnSync('vitest', ['run', '--config', config, files], { cwd: root, stdio: 'inherit' }).status === 0
}

if (process.argv.includes('--readme')) {
  process.exitCode = take('product') ? 0 : 1
} else if (process.argv.includes('--desk')) {
  process.exitCode = take('desk') ? 0 : 1
} else {
  rmSync(galleryFolder, { recursive: true, force: true })
  process.exitCode = take('in-') && take('desk') ? 0 : 1
  const listed = ['es', 'en', 'desk']
    .map((language) => join(galleryFolder, `${language}.json`))
    .filter((file) => existsSync(file))
  const pictures = listed.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Picture[])
  const page = join(galleryFolder, 'index.html')
  if (pictures.length > 0) writeFileSync(page, indexPage(pictures))

  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`${pictures.length} pictures in ${seconds} s: ${pathToFileURL(page)}`)
}
