import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { IdentityThresholds } from './verdict.ts'

/** The numbers of the identity check, in versions: a verdict names the one it was made by. */
export type IdentityRules = { readonly version: string; readonly thresholds: IdentityThresholds }

const file = new URL('../../../data/identity.json', import.meta.url)

const distance = z.number().check(z.positive(), z.maximum(2))
const sharpness = z.number().check(z.nonnegative())

const schema = z.strictObject({
  version: z.string().check(z.regex(/^[0-9a-z][0-9a-z.-]{0,19}$/)),
  face_match_distance: distance,
  face_refuse_distance: distance,
  face_reuse_distance: distance,
  spoof_max: z.number().check(z.positive()),
  liveness_min: z.number().check(z.nonnegative(), z.maximum(1)),
  retakes_max: z.int().check(z.nonnegative()),
  sharpness_min: z.strictObject({ front: sharpness, back: sharpness, selfie: sharpness }),
})

/** Throws when the file breaks a rule: the server does not start with limits that mean nothing. */
export const readIdentityRules = (): IdentityRules => {
  const read = schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  if (read.face_match_distance >= read.face_refuse_distance)
    throw new Error('identity.json: faces must match at a smaller distance than they are refused at')
  return {
    version: read.version,
    thresholds: {
      faceMatchDistance: read.face_match_distance,
      faceRefuseDistance: read.face_refuse_distance,
      faceReuseDistance: read.face_reuse_distance,
      maxSpoof: read.spoof_max,
      minLiveness: read.liveness_min,
      maxRetakes: read.retakes_max,
      minSharpness: read.sharpness_min,
    },
  }
}
