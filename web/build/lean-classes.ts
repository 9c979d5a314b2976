import type { Plugin } from 'vite'

const isStyles = (id: string): boolean => id.endsWith('.module.css')

/** What chooses a class by a value (`css[kind]`) or hands the list on needs all of it. */
const needsList = (code: string): boolean => /(?<!module\.)\bcss\b(?!\.\w| from )/.test(code)

/** The named exports of the style sheet instead of its list; undefined for a file that needs the list. */
export const leanClassNames = (code: string): string | undefined =>
  needsList(code) ? undefined : code.replace(/import css from ('[^']+\.module\.css')/, 'import * as css from $1')

/**
 * Writes a class name where it is used, instead of a list of all the names of a style sheet. The bundler then says by
 * itself which name has no style.
 */
export const leanClasses = (): Plugin[] => [
  {
    name: 'hola-lean-classes',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('.tsx') ? leanClassNames(code) : undefined),
  },
  {
    name: 'hola-lean-classes-styles',
    apply: 'build',
    enforce: 'post',
    // With every name written out nothing of the style sheet would seem to be used, and its styles would not be loaded.
    transform: (code, id) => (isStyles(id) ? { code, moduleSideEffects: 'no-treeshake' as const } : undefined),
  },
]
