import { expect, test } from 'vitest'
import { leanClassNames } from './lean-classes.ts'

const styles = `import css from './card.module.css'\n`

test('names that are written out come one by one', () => {
  expect(leanClassNames(`${styles}const A = () => <p className={css.text}>{css.note}</p>`)).toBe(
    `import * as css from './card.module.css'\nconst A = () => <p className={css.text}>{css.note}</p>`,
  )
})

test('what chooses a class by a value or hands the list on keeps the list', () => {
  expect(leanClassNames(`${styles}const A = ({ kind }) => <p className={css[kind]} />`)).toBeUndefined()
  expect(leanClassNames(`${styles}const all = { ...css }`)).toBeUndefined()
  expect(leanClassNames(`${styles}classesOf(css)`)).toBeUndefined()
})
