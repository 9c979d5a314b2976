import type { Coupon } from '@hola/core/coupon.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { CouponGift, CouponReason } from './gifts.ts'

export type StoredCoupon = Coupon & { readonly reason: CouponReason; readonly orderId: string | null }

/** A second coupon of the first approval, or for the same loan, is not written. */
export const insertCoupon = async (
  tx: Tx,
  coupon: CouponGift & {
    readonly userId: string
    readonly couponId: string
    readonly reason: CouponReason
    readonly earnedByOrderId: string | null
    readonly grantedAt: Date
    readonly expiresAt: Date
  },
): Promise<void> => {
  await tx.query(
    `INSERT INTO coupon (user_id, coupon_id, kind, reason, fee_reduction_centavos, extension_days, earned_by_order_id,
                         granted_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT DO NOTHING`,
    [
      coupon.userId,
      coupon.couponId,
      coupon.kind,
      coupon.reason,
      coupon.kind === 'fee_reduction' ? coupon.feeReductionCentavos : null,
      coupon.kind === 'interest_free_extension' ? coupon.extensionDays : null,
      coupon.earnedByOrderId,
      coupon.grantedAt,
      coupon.expiresAt,
    ],
  )
}

type CouponColumns = {
  coupon_id: string
  kind: Coupon['kind']
  reason: CouponReason
  fee_reduction_centavos: Centavos | null
  extension_days: number | null
  expires_at: Date
  used_at: Date | null
  order_id: string | null
}

const read = (row: CouponColumns): StoredCoupon => {
  const { kind, reason, fee_reduction_centavos: feeReduction, extension_days: extensionDays } = row
  const fields = {
    couponId: row.coupon_id,
    reason,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    orderId: row.order_id,
  }
  if (kind === 'fee_reduction' && feeReduction !== null) return { ...fields, kind, feeReduction }
  if (kind === 'interest_free_extension' && extensionDays !== null) return { ...fields, kind, extensionDays }
  throw new Error('a coupon that gives nothing')
}

/** A person's coupons, the newest first, up to `limit`. */
export const listCoupons = async (tx: Tx, userId: string, limit: number): Promise<StoredCoupon[]> => {
  const { rows } = await tx.query<CouponColumns>(
    `SELECT coupon_id, kind, reason, fee_reduction_centavos, extension_days, expires_at, used_at, order_id
       FROM coupon WHERE user_id = $1
      ORDER BY granted_at DESC, coupon_id LIMIT $2`,
    [userId, limit],
  )
  return rows.map(read)
}

/** Binds a coupon to the order it was used for. */
export const updateCouponUsed = async (
  tx: Tx,
  { userId, couponId, orderId, usedAt }: { userId: string; couponId: string; orderId: string; usedAt: Date },
): Promise<void> => {
  const { rowCount } = await tx.query(
    `UPDATE coupon SET used_at = $4, order_id = $3, returned_by_order_id = NULL
      WHERE user_id = $1 AND coupon_id = $2 AND used_at IS NULL`,
    [userId, couponId, orderId, usedAt],
  )
  if (rowCount !== 1) throw new Error('a coupon was used that was not free')
}

/**
 * Frees what was bound to an order, with as much time left as it had when it was used. The sandbox's clock can be set
 * back: nothing is taken off it.
 */
export const updateCouponsFree = async (
  tx: Tx,
  { userId, orderId, at }: { userId: string; orderId: string; at: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE coupon SET expires_at = expires_at + greatest($3 - used_at, interval '0'), used_at = NULL, order_id = NULL,
                       returned_by_order_id = order_id
      WHERE user_id = $1 AND order_id = $2`,
    [userId, orderId, at],
  )
}

/** Binds again to an order what came back from it and is free. */
export const updateCouponsBound = async (
  tx: Tx,
  { userId, orderId, at }: { userId: string; orderId: string; at: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE coupon SET used_at = $3, order_id = $2, returned_by_order_id = NULL
      WHERE user_id = $1 AND returned_by_order_id = $2 AND used_at IS NULL`,
    [userId, orderId, at],
  )
}

/** Takes away the coupon that a loan has brought, while nobody has used it. */
export const deleteUnusedCouponOf = async (
  tx: Tx,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<void> => {
  await tx.query('DELETE FROM coupon WHERE user_id = $1 AND earned_by_order_id = $2 AND used_at IS NULL', [
    userId,
    orderId,
  ])
}
