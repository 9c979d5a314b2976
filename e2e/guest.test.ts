import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { someOf } from '@hola/core/test-proof.ts'
import { routes } from '../web/src/app/routes.ts'
import { launchBrowser, Phone } from './phone.ts'

launchBrowser()

const codePage = '/pages/account/get-code-page/get-code-page'
const closed = someOf(
  'pages that need a log-in, opened by a guest',
  routes.filter((row) => row.access === 'user').map((row) => row.path),
  4,
)

describe('a guest who opens a page that needs a log-in', () => {
  let phone: Phone

  beforeAll(async () => {
    phone = await Phone.open()
  })

  beforeEach(async () => {
    phone.problems.length = 0
    await phone.page.goto('about:blank')
  })

  afterAll(() => phone.close())

  test.each(closed)('%s: is led to the log-in, which knows the way back', async (path) => {
    await phone.goto(`${path}?id=7`)
    const [page, query = ''] = phone.hash().slice(1).split('?')
    expect(page).toBe(codePage)
    expect([...new URLSearchParams(query).values()]).toContain(`${path}?id=7`)
    expect(phone.problems).toEqual([])
  })
})
