import { expect, test } from 'vitest'
import { inOneModule } from './compile-messages.ts'

test('messages in one module: what all of them import once, then each as it was', () => {
  const message = (name: string): string =>
    `import { getLocale } from '../runtime.js';\nexport const ${name} = getLocale`
  expect(inOneModule([message('hello'), message('goodbye')])).toBe(
    `import { getLocale } from '../runtime.js';\n\nexport const hello = getLocale\n\nexport const goodbye = getLocale`,
  )
})
