import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { compressFolder } from './compress.ts'

test('text files get a brotli and a gzip file beside them, pictures do not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hola-compress-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const text = 'const hola = 1\n'.repeat(100)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'a.js'), text)
  await writeFile(join(folder, 'index.html'), text)
  await writeFile(join(folder, 'assets', 'a.png'), 'picture')
  await compressFolder(folder)
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    'assets',
    'assets/a.js',
    'assets/a.js.br',
    'assets/a.js.gz',
    'assets/a.png',
    'index.html',
    'index.html.br',
    'index.html.gz',
  ])
  expect(brotliDecompressSync(await readFile(join(folder, 'assets/a.js.br'))).toString()).toBe(text)
  expect(gunzipSync(await readFile(join(folder, 'index.html.gz'))).toString()).toBe(text)
})
