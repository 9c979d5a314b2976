import type { NativePermission } from '@hola/core/bridge/protocol.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { compileHostTests } from '../android/tools/host-tests.ts'
import { compileForTests, fixtures, quick, type Jdk } from '../android/tools/jdk.ts'
import type { Toolchain } from '../android/tools/toolchain.ts'

/** What the made-up phone behind the core is like. What is not said stays as it was. */
export type PhoneState = {
  granted?: readonly NativePermission[]
  /** What the person answers to the system's question, and before it to our own words. */
  grants?: boolean
  agrees_to_disclosure?: boolean
  /** What the camera takes, in base64; null while the person has not pressed the button. */
  photo?: string | null
  /** She presses it, for every photo that is waited for. */
  release_photos?: string
  contact?: { name: string; phone: string } | null
  /** Latitude, longitude, milliseconds since 1970. */
  place?: readonly [number, number, number] | null
  now_ms?: number
  /** Sender, milliseconds since 1970, text; the newest first. */
  sms?: readonly (readonly [string, number, string])[]
  installed?: readonly string[]
  opens_links?: boolean
  /** The app is no longer seen. */
  hide?: true
  /** So many calls of the wrapper to the server get lost. */
  loses_uploads?: number
  /** While it is true, the wrapper's calls to the server do not go out. */
  holds_uploads?: boolean
  /** The wrapper does what it is asked and never answers. */
  silent?: boolean
}

type Line = { script?: string; used?: string[] }

/** A program that speaks lines of JSON, with a folder that its caller removes. */
export type BridgeProgram = {
  readonly folder: string
  readonly java: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** The framework writes warnings of its own; the core has nothing to say. */
  readonly isTalkative?: boolean
}

/** The core, with a phone that is made up. */
export function coreProgram(jdk: Jdk): BridgeProgram {
  const folder = mkdtempSync(join(tmpdir(), 'hola-java-bridge-'))
  compileForTests(jdk, folder)
  const args = [...quick, '-cp', folder, 'hola.core.StdioHost', join(fixtures, 'protocol.json'), 'direct']
  return { folder, java: jdk.java, args }
}

/** The whole wrapper on Android's own classes. */
export function hostProgram(tools: Toolchain): BridgeProgram {
  const folder = mkdtempSync(join(tmpdir(), 'hola-host-bridge-'))
  const args = [...compileHostTests(tools, 'direct', folder), 'hola.host.HostOverStdio']
  return { folder, java: tools.jdk.java, args, env: tools.env, isTalkative: true }
}

/**
 * The wrapper's real Java core behind `window.androidBridge`: what the page posts goes to a child process, and the
 * scripts that the core makes are run in the page, as the host does on a phone.
 */
export class JavaBridge {
  private readonly child: ChildProcess
  private readonly pages: Page[] = []
  /** Scripts run one after the other, as they come. */
  private ran: Promise<unknown> = Promise.resolve()
  private onUsed: ((used: string[]) => void) | undefined
  private errors = ''
  private isSilent = false

  private readonly isTalkative: boolean

  constructor({ java, args, env, isTalkative = false }: BridgeProgram, origin: string) {
    this.isTalkative = isTalkative
    this.child = spawn(java, [...args, origin], { stdio: 'pipe', env: { ...process.env, ...env } })
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.errors += text))
    if (!this.child.stdout) throw new Error('unreachable: its output is piped')
    createInterface({ input: this.child.stdout }).on('line', (line) => this.heard(JSON.parse(line) as Line))
  }

  /** To be called before the page is opened. */
  async connect(page: Page): Promise<void> {
    this.pages.push(page)
    await page.exposeBinding('postToJava', (_, message: string) => this.write({ message, top: page.url() }))
    // Put into every frame, as Android does it; which page may use it is the core's to say.
    await page.addInitScript(() => {
      const { postToJava } = window as unknown as { postToJava: (json: string) => void }
      window.androidBridge = { postMessage: (json) => postToJava(json) }
    })
  }

  turn({ silent, ...state }: PhoneState): void {
    if (silent !== undefined) this.isSilent = silent
    this.write(state)
  }

  /** What the phone was used for so far, in its order. */
  used(): Promise<string[]> {
    return new Promise((resolve) => {
      this.onUsed = resolve
      this.write({ ask_used: true })
    })
  }

  async stop(): Promise<void> {
    const ended = new Promise<number | null>((resolve) => this.child.on('close', resolve))
    this.child.stdin?.end()
    const code = await ended
    await this.ran
    if (code !== 0 || (this.errors !== '' && !this.isTalkative)) throw new Error(`the wrapper said: ${this.errors}`)
  }

  private write(line: unknown): void {
    this.child.stdin?.write(`${JSON.stringify(line)}\n`)
  }

  private heard({ script, used }: Line): void {
    if (used) this.onUsed?.(used)
    if (script === undefined || this.isSilent) return
    const page = this.pages.at(-1)
    this.ran = this.ran.then(() => page?.evaluate(script)).catch(() => undefined)
  }
}
