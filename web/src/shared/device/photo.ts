import type { BridgeData } from '@hola/core/bridge/protocol.ts'
import type { Refused } from '../../bridge/ask.ts'

/** A photo from the wrapper: of the face with its own front camera, of a card with the camera of the phone. */
export const photoFromWrapper = async (
  kind: BridgeData<'takePhoto'>['kind'],
  consentVersion: string,
): Promise<Blob | Refused> => {
  const { liveness, permission, takePhoto } = await import('../../bridge/native.ts')
  // Asked only now, when it is plain what for; who refused for good is told so by the camera itself.
  const state = await permission.check('camera')
  if ('granted' in state && !state.granted && state.can_ask) await permission.request('camera')
  const answer = await (kind === 'selfie' ? liveness(consentVersion) : takePhoto(kind, consentVersion))
  if ('refused' in answer) return answer
  const { mime_type: type, base64 } = answer.photo
  try {
    return new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], { type })
  } catch {
    return { refused: 'invalid_answer' }
  }
}
