import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** What git would list, where git is missing or does not trust the folder (an unpacked archive, another owner). */
function walk(): string[] {
  const made = /(^|\/)(node_modules|\.git|\.cache|\.data|dist|compiled)(\/|$)|\.log$/
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !made.test(file) && statSync(join(root, file), { throwIfNoEntry: false })?.isFile(),
  )
}

function listed(): string[] {
  const git = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return git.status === 0 ? git.stdout.split('\0') : walk()
}

/** Every file that a clone would have, plus the new ones that nobody has added yet. Ignored ones do not exist here. */
export const files: readonly string[] = listed()
  .filter((file) => file !== '' && existsSync(join(root, file)))
  .toSorted()

const texts = new Map<string, string>()

export function textOf(file: string): string {
  let text = texts.get(file)
  if (text === undefined) {
    text = readFileSync(join(root, file), 'utf8')
    texts.set(file, text)
  }
  return text
}

export const matching = (...patterns: RegExp[]): string[] =>
  files.filter((file) => patterns.some((pattern) => pattern.test(file)))

export const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) || /(^|\/)(test-[a-z-]+|[a-z-]+-fixture|fixtures?)\.tsx?$/.test(file)

/** The text with comments blanked, so that a rule about code does not trip over a sentence. Line numbers stay. */
export function codeOf(file: string): string {
  const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ')
  const text = textOf(file)
  if (file.endsWith('.css')) return text.replace(/\/\*[\s\S]*?\*\//g, blank)
  if (file.endsWith('.sql')) return text.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/--[^\n]*/g, blank)
  // Strings come first in the alternation: a `//` inside one is an address, not a comment.
  return text.replace(
    /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (whole: string, string?: string) => string ?? blank(whole),
  )
}

/** `file:line: text` for every line of the code that a rule forbids. */
export function violations(inFiles: readonly string[], pattern: RegExp, read = codeOf): string[] {
  return inFiles.flatMap((file) => {
    const shown = textOf(file).split('\n')
    return read(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${shown[index]?.trim()}`] : []))
  })
}

export type Import = {
  file: string
  specifier: string
  target: string
  typeOnly: boolean
  /** What is taken by name; empty for a whole module. */
  names: readonly string[]
}

const namesIn = (clause: string): string[] =>
  (/\{([^}]*)\}/.exec(clause)?.[1] ?? '').split(',').flatMap((one) => /^\s*(?:type\s+)?(\w+)/.exec(one)?.[1] ?? [])

/** Imports and re-exports with the file that they lead to, as a path of this repository (or the package's own name). */
export function importsOf(file: string): Import[] {
  const code = codeOf(file)
  const found: Import[] = []
  const pattern =
    /\b(?:import|export)\s+(type\s+)?(?:([\w*{}\s,$]+?)\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
  for (const [, type, clause = '', fixed, lazy] of code.matchAll(pattern)) {
    const specifier = fixed ?? lazy ?? ''
    const target = specifier.startsWith('.')
      ? posix.normalize(posix.join(dirname(file), specifier))
      : specifier.replace(/^@hola\/(core|i18n|ui)\//, '$1/src/')
    found.push({ file, specifier, target, typeOnly: type !== undefined, names: namesIn(clause) })
  }
  return found
}
