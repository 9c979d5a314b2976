// What other rooms may use of this one. Nothing of it is imported past this file.

export { closeQuotas, findLimit, lockQuota, quotaBy, setLimit, settleQuota, settleQuotaOf, showQuota } from './quota.ts'
