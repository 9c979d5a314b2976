import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { api } from '../../lib/api.ts'
import { pdfFile, pdfOf, sha256Of } from '../../shared/documents/pdf.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { shieldIcon } from '@hola/ui/layout/icons.ts'
import { PdfRows } from './pdf-rows.tsx'

/** The certificate that nothing is owed: fetched when asked for, and compared with its fingerprint. */
export function ClearanceRow({ orderId, number }: { orderId: string; number: string }): ReactNode {
  const fetchPdf = async (): Promise<File | undefined> => {
    const { sha256, pdf_base64: base64 } = await api.call('loan/clearance', { order_id: orderId })
    const bytes = pdfOf(base64)
    const computed = await sha256Of(bytes)
    if (computed === undefined || computed === sha256) return pdfFile(bytes, 'libre-deuda', number)
    showToast(m.orders_clearance_differs())
    return undefined
  }
  return (
    <PdfRows
      icon={shieldIcon}
      good
      title={m.orders_clearance()}
      detail={m.orders_clearance_text()}
      shareTitle={m.orders_clearance_share()}
      fetchPdf={fetchPdf}
    />
  )
}
