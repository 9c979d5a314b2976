import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser, Phone } from './phone.ts'

launchBrowser()

// Every other suite trusts these eyes: here they are shown what they must see.
describe('the phone of these tests', () => {
  let phone: Phone

  beforeAll(async () => {
    phone = await Phone.open()
  })

  beforeEach(async () => {
    await phone.page.goto('about:blank')
    await phone.goto('/pages/settings/settings')
    phone.problems.length = 0
  })

  afterAll(() => phone.close())

  test('notes an error on the console', async () => {
    await phone.page.evaluate(() => console.error('broken'))
    await expect.poll(() => phone.problems).toEqual(['console: broken'])
  })

  test('notes an error that nobody caught', async () => {
    await phone.page.evaluate(() => void setTimeout(() => Promise.reject(new Error('lost'))))
    await expect.poll(() => phone.problems).toEqual(['uncaught: lost'])
  })

  test('notes a request that is refused, and one that fails', async () => {
    await phone.page.evaluate(() => fetch('/nowhere'))
    await phone.page.route('**/gone', (route) => route.abort('connectionreset'))
    await phone.page.evaluate(() => fetch('/gone').catch(() => undefined))
    await expect.poll(() => phone.problems.join('\n')).toMatch(/answer 404: .*\/nowhere[\s\S]*request: .*\/gone/)
  })

  test('notes a script that the page’s policy forbids', async () => {
    await phone.page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.intruder = true'
      document.body.append(script)
    })
    await expect.poll(() => phone.problems.join('\n')).toContain('Content Security Policy')
    expect(await phone.page.evaluate(() => 'intruder' in window)).toBe(false)
  })

  test('sees what is wider than the screen', async () => {
    await phone.page.evaluate(() => {
      const wide = document.createElement('div')
      wide.style.cssText = 'position: absolute; left: 0; width: 500px; height: 1px'
      document.body.append(wide)
    })
    expect(await phone.overflow()).toBeGreaterThan(100)
  })

  test('sees what axe sees: a button without a name, words too pale to read', async () => {
    await phone.page.evaluate(() => {
      const main = document.querySelector('main')
      const pale = document.createElement('p')
      pale.style.cssText = 'color: #ddd; background: #fff'
      pale.textContent = 'pale'
      main?.append(document.createElement('button'), pale)
    })
    const found = (await phone.axe()).join('\n')
    expect(found).toContain('button-name')
    expect(found).toContain('color-contrast')
  })
})
