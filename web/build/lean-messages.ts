import type { Plugin } from 'vite'

const languages = ['en', 'es', 'vi'] as const

const choose = `
export const say = (en, es, vi = en) => (inputs, options) => {
  const text = { en, es, vi }[options?.locale ?? getLocale()]
  return typeof text === 'string' ? text : text(inputs)
}
`

/** The text of one language as Paraglide writes it: a function that returns one template, with or without inputs. */
const textOf = (language: string, code: string): string | undefined => {
  const type = String.raw`/\*\*[^\n]*?\*/`
  const pattern = String.raw`const ${language}_\w+ = ${type} \((i?)\) => \{\s*return ${type} \((${'`'}[^${'`'}]*${'`'})\)\s*\};`
  const [, input, template] = new RegExp(pattern).exec(code) ?? []
  return input ? `(i) => ${template}` : template
}

/**
 * The same message in a third of the bytes: its texts and one shared function, instead of four functions of its own.
 * Undefined for what is not that simple (a plural), which stays as it is.
 */
export const leanMessage = (name: string, code: string): string | undefined => {
  const [en, es, vi] = languages.map((language) => textOf(language, code))
  if (!en || !es) return undefined
  const texts = [en, es, ...(vi ? [vi] : [])].join(', ')
  return `import { say } from '../runtime.js'\nexport const ${name} = /*@__PURE__*/ say(${texts})\n`
}

export const leanRuntime = (code: string): string => code + choose

export const leanMessages = (): Plugin => ({
  name: 'hola-lean-messages',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const [, name] = /\/i18n\/src\/compiled\/messages\/(\w+)\.js$/.exec(id) ?? []
    if (name !== undefined) return leanMessage(name, code)
    return id.endsWith('/i18n/src/compiled/runtime.js') ? leanRuntime(code) : undefined
  },
})
