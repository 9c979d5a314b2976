import * as z from 'zod/mini'
import { count, instant, line, listOf } from '../contract/fields.ts'
import { product } from '../product/product.ts'
import { deskCalls } from './call.ts'

const version = z.strictObject({
  version_count: count,
  published_at: instant,
  published_by: line(60),
  /** Offered now; the others were. */
  is_current: z.boolean(),
  product,
})

export const productCalls = deskCalls({
  'products/list': {
    power: 'see_money',
    kind: 'read',
    summary: 'What is offered, and what was: every publication of every product, the newest first.',
    body: z.strictObject({}),
    ret: z.strictObject({ publications: listOf(version, 200) }),
  },
})
