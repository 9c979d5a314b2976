import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/**
 * Figures about the business are not for strangers. With a METRICS_TOKEN the scraper shows it as a bearer token; without
 * one only the machine itself may read, and a request that some proxy passed on is not the machine itself. Not every proxy
 * says so; therefore nobody reads in production without a token.
 */
export const mayReadMetrics = (request: FastifyRequest, { mode, metricsToken }: Settings): boolean => {
  if (metricsToken !== undefined) return sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
  if (mode === 'production') return false
  const passedOn = request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined
  return !passedOn && isLoopback(request.socket.remoteAddress ?? '')
}

const isLoopback = (address: string) => /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address)

/** Takes the same time whatever is wrong with the guess. */
const sameText = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

const digest = (text: string) => createHash('sha256').update(text).digest()
