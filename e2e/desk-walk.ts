import { isProof, tellProof } from '@hola/core/test-proof.ts'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { beforeAll, beforeEach, describe } from 'vitest'
import { freePort } from '../server/src/platform/free-port.ts'
import { ownServer } from './own-server.ts'
import { launchBrowser, Phone, type Language, type PhoneOptions } from './phone.ts'
import type { RunningServer } from './server.ts'

const languages: readonly Language[] = ['es', 'en']

/** The lender's desk on a server of its own, in one language. What is tapped comes from the messages of that language. */
export type DeskWalk = {
  readonly language: Language
  readonly server: () => RunningServer
  readonly url: () => string
  readonly port: () => number
  /** The desk before anybody is in. */
  readonly open: (options?: PhoneOptions) => Promise<Phone>
  /** A made-up member at her desk. */
  readonly signInAs: (name: string, options?: PhoneOptions) => Promise<Phone>
}

/** Asking who is in, before anybody is, is answered by 401: the browser notes that on its console. */
export const unexpected = (phone: Phone): string[] => phone.problems.filter((problem) => !problem.includes('401'))

/** What a message says, whatever stands in the places that were filled with `#`. */
export const like = (message: string): RegExp =>
  new RegExp(message.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('#', '.*'))

/**
 * Whole days of work. In a proof they are walked in both languages, each on a server of its own; otherwise in Spanish, and
 * one file of them, which says `inBoth`, in English too.
 */
export const walkTheDesk = (
  what: string,
  walk: (desk: DeskWalk) => void,
  { inBoth = false, settings = {} }: { inBoth?: boolean; settings?: Readonly<Record<string, string>> } = {},
): void => {
  launchBrowser()
  const walked = languages.filter((language) => language === 'es' || isProof || inBoth)
  tellProof(`${what}: languages`, walked.length, languages.length)
  describe.each(walked)('in %s', (language) => {
    let deskPort = 0
    const server = ownServer(async () => {
      deskPort = await freePort()
      return { DESK_PORT: String(deskPort), ...settings }
    })
    const url = (): string => `http://localhost:${deskPort}`
    const open = async (options: PhoneOptions = {}): Promise<Phone> => {
      const phone = await Phone.open({ width: 1440, height: 900, desk: true, language, ...options, url: url() })
      await phone.page.goto(url())
      return phone
    }
    const signInAs = async (name: string, options: PhoneOptions = {}): Promise<Phone> => {
      const phone = await open(options)
      await phone.page.getByRole('button', { name }).click()
      await phone.page.getByRole('navigation').waitFor()
      await phone.settled()
      return phone
    }
    beforeAll(() => void setLocale(language))
    beforeEach(() => void setLocale(language))
    walk({ language, server, url, port: () => deskPort, open, signInAs })
  })
}
