import { bridgeCalls, nativeErrors, nativeUpload } from '@hola/core/bridge/protocol.ts'
import type {
  BridgeAnswer,
  BridgeCall,
  BridgeData,
  BridgeMessage,
  NativeError,
  UploadableCall,
  UploadCredentials,
  Uploaded,
} from '@hola/core/bridge/protocol.ts'
import { readShape } from '@hola/core/bridge/read-shape.ts'
import type { Shape, ShapeValue } from '@hola/core/bridge/shape.ts'
import { isInWrapper } from './in-wrapper.ts'
import { wrapperPort } from './wrapper-port.ts'

/** Why there is no answer: what the wrapper said, or what became of asking it. */
export type BridgeProblem = NativeError | 'outside' | 'no_answer' | 'invalid_answer' | 'too_large'

export type Refused = { readonly refused: BridgeProblem }

export const messageOf = (call: BridgeCall, rest: Pick<BridgeMessage, 'mode' | 'data'>): BridgeMessage => {
  const [event = '', action] = call.split('.')
  return { event, ...(action !== undefined && { action }), ...rest }
}

const isNativeError = (error: unknown): error is NativeError => (nativeErrors as readonly unknown[]).includes(error)

/** The data of an answer, whether it came whole or as text in chunks; nothing that it holds is believed unread. */
export const readAnswer = <S extends Shape>(shape: S, answer: unknown): ShapeValue<S> | Refused => {
  let data = answer
  if (typeof answer === 'string') {
    try {
      data = JSON.parse(answer)
    } catch {
      return { refused: 'invalid_answer' }
    }
  }
  if (typeof data === 'object' && data !== null && Object.hasOwn(data, 'error')) {
    const { error }: { error?: unknown } = data
    return { refused: isNativeError(error) ? error : 'failed' }
  }
  return readShape(shape, data) ?? { refused: 'invalid_answer' }
}

const exchange = <S extends Shape>(call: BridgeCall, message: BridgeMessage, shape: S) => {
  const seconds: number | null = bridgeCalls[call].answer_seconds_max
  return new Promise<ShapeValue<S> | Refused>((resolve) => {
    if (!isInWrapper()) return resolve({ refused: 'outside' })
    try {
      wrapperPort.send(message, {
        onAnswer: (answer) => resolve(readAnswer(shape, answer)),
        onGivenUp: (why) => resolve({ refused: why }),
        ...(seconds !== null && { limitMs: seconds * 1000 }),
      })
    } catch {
      resolve({ refused: 'failed' })
    }
  })
}

/** One question to the wrapper and its answer, or why there is none. It never throws. */
export const ask = <Call extends BridgeCall>(
  call: Call,
  data: BridgeData<Call>,
): Promise<BridgeAnswer<Call> | Refused> =>
  exchange(call, messageOf(call, { data }), bridgeCalls[call].answer as (typeof bridgeCalls)[Call]['answer'])

/** The same, but the wrapper sends what it reads to the server itself and answers how much was kept. */
export const askToUpload = <Call extends UploadableCall>(
  call: Call,
  data: BridgeData<Call>,
  upload: UploadCredentials,
): Promise<Uploaded | Refused> =>
  exchange(call, messageOf(call, { mode: 'native_upload', data: { ...data, upload } }), nativeUpload.uploaded)
