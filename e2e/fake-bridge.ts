import { bridgeExamples } from '@hola/core/bridge/examples.ts'
import { bridgeCalls, CHUNK_CHARS_MAX, nativePermissions, nativeUpload } from '@hola/core/bridge/protocol.ts'
import type { BridgeCall, BridgeMessage, NativeError, NativePermission } from '@hola/core/bridge/protocol.ts'
import { readShape } from '@hola/core/bridge/read-shape.ts'
import type { Shape } from '@hola/core/bridge/shape.ts'
import { UPLOAD_ATTEMPTS_MAX } from '@hola/core/constants.ts'
import type { Page } from 'playwright-core'
import type { JavaBridge, PhoneState } from './java-bridge.ts'

/** Whatever stands behind `window.androidBridge` in a test. */
export type BridgeDriver = Pick<JavaBridge, 'connect' | 'turn' | 'used' | 'stop'>

const refused = (error: NativeError) => ({ error })

/** The wrapper as the protocol describes it, without a line of Java: what the web side is tried with everywhere. */
export class FakeBridge implements BridgeDriver {
  private readonly state: PhoneState = {}
  private readonly granted = new Set<NativePermission>()
  private readonly unaskable = new Set<NativePermission>()
  private readonly cache = new Map<string, string>()
  private readonly usedFor: string[] = []
  private page: Page | undefined
  private onTurned: ((value: undefined) => void) | undefined
  private readonly origin: string
  private ran: Promise<unknown> = Promise.resolve()

  constructor(origin: string) {
    this.origin = origin
  }

  async connect(page: Page): Promise<void> {
    this.page = page
    await page.exposeBinding('postToFake', (_, message: string) => this.receive(message))
    await page.addInitScript(() => {
      const { postToFake } = window as unknown as { postToFake: (json: string) => void }
      window.androidBridge = { postMessage: (json) => postToFake(json) }
    })
  }

  turn(state: PhoneState): void {
    Object.assign(this.state, state)
    this.onTurned?.(undefined)
    if (!state.granted) return
    this.granted.clear()
    for (const name of state.granted) this.granted.add(name)
  }

  async used(): Promise<string[]> {
    return [...this.usedFor]
  }

  async stop(): Promise<void> {
    await this.ran
  }

  private async receive(json: string): Promise<void> {
    const message = JSON.parse(json) as BridgeMessage
    const answer = JSON.stringify(await this.judge(message))
    const { callbackId } = message
    if (callbackId === undefined || this.state.silent) return
    if (answer.length <= CHUNK_CHARS_MAX) {
      return this.run('onNativeMessage', { callbackId, data: JSON.parse(answer) as unknown })
    }
    for (let at = 0; at < answer.length; at += CHUNK_CHARS_MAX) {
      this.run('onNativeChunk', { callbackId, data: answer.slice(at, at + CHUNK_CHARS_MAX) })
    }
    this.run('onNativeChunk', { callbackId })
  }

  private run(name: 'onNativeMessage' | 'onNativeChunk', message: unknown): void {
    const run = () =>
      this.page?.evaluate(([name, json]) => window[name]?.(json), [name, JSON.stringify(message)] as const)
    this.ran = this.ran.then(run).catch(() => undefined)
  }

  private async judge({ event, action, mode, data = {} }: BridgeMessage): Promise<unknown> {
    const name = action === undefined ? event : `${event}.${action}`
    if (!Object.hasOwn(bridgeCalls, name)) return refused('unknown_event')
    const call = name as BridgeCall
    const {
      consent,
      permission,
      uploads,
      data: shape,
    }: { data: Shape } & (typeof bridgeCalls)[BridgeCall] = bridgeCalls[call]
    const isUpload = mode === 'native_upload'
    if (consent !== null && !(data as { consent_version?: string }).consent_version) return refused('no_consent')
    const read = readShape(isUpload ? { ...shape, upload: nativeUpload.upload } : shape, data)
    if (!read || (isUpload && uploads === null)) return refused('invalid_data')
    if (permission !== null && !this.granted.has(permission)) return refused('permission_denied')
    const answer = this.carryOut(call, read as Readonly<Record<string, string>>)
    return isUpload && !('error' in answer) ? this.upload(call, answer, data) : answer
  }

  private carryOut(call: BridgeCall, data: Readonly<Record<string, string>>): object {
    const { photo, contact, opens_links: opensLinks = true } = this.state
    const example = bridgeExamples[call].answer
    const key = data['key'] ?? ''
    const permission = data['name'] as NativePermission
    switch (call) {
      case 'takePhoto':
      case 'liveness':
        return photo ? { photo: { mime_type: 'image/jpeg', base64: photo } } : example
      case 'pickerContact':
        return contact === null ? refused('cancelled') : (contact ?? example)
      case 'permission.check':
        return this.permission(permission)
      case 'permission.request':
        return this.request(permission)
      case 'localCache.get':
        return { value: this.cache.get(key) ?? null }
      case 'localCache.set':
        this.cache.set(key, data['value'] ?? '')
        return {}
      case 'localCache.clear':
        this.usedFor.push('cache clear')
        this.cache.clear()
        return {}
      case 'afEvent':
        this.usedFor.push(`count ${data['name']}`)
        return {}
      case 'intentUriOpen.check_support':
        return { supported: opensLinks }
      case 'intentUriOpen.start':
        this.usedFor.push(`open ${data['uri']}`)
        return opensLinks ? {} : refused('unavailable')
      case 'selfAppInfo':
        return { ...example, build: 'direct' }
      default:
        return example
    }
  }

  private permission(name: NativePermission): object {
    const granted = this.granted.has(name)
    return { granted, can_ask: granted || !this.unaskable.has(name) }
  }

  private request(name: NativePermission): object {
    if (!this.granted.has(name) && !this.unaskable.has(name)) {
      this.usedFor.push(`disclosure ${name}`, `system question ${nativePermissions[name].android}`)
      if (this.state.grants === false) this.unaskable.add(name)
      else this.granted.add(name)
    }
    return this.permission(name)
  }

  /** As the wrapper does it: a call of its own, with the headers that the page gave it. */
  private async upload(call: BridgeCall, answer: object, data: unknown): Promise<object> {
    const { upload } = data as { upload: Readonly<Record<string, string | number>> }
    const headers = Object.entries(upload).map(([name, value]): [string, string] => [
      name.replaceAll('_', '-'),
      String(value),
    ])
    const body = 'packages' in answer ? { data: answer.packages } : 'sms_list' in answer ? answer : { data: answer }
    this.usedFor.push(`upload ${bridgeCalls[call].uploads}`)
    for (let attempt = 1; attempt <= UPLOAD_ATTEMPTS_MAX; attempt += 1) {
      while (this.state.holds_uploads) await new Promise((resolve) => (this.onTurned = resolve))
      if ((this.state.loses_uploads ?? 0) > 0) {
        this.state.loses_uploads = (this.state.loses_uploads ?? 0) - 1
        continue
      }
      const response = await fetch(`${this.origin}/api/${bridgeCalls[call].uploads}`, {
        method: 'POST',
        headers: [...headers, ['content-type', 'application/json']],
        body: JSON.stringify(body),
      })
      const { ret } = (await response.json()) as { ret: object | null }
      if (ret) return ret
    }
    return refused('upload_failed')
  }
}
