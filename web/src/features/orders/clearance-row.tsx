import { useState, type ReactNode } from 'react'
import { m } from '../../i18n/compiled/messages.js'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { pdfFile, pdfOf, saveFile, sha256Of } from '../../lib/pdf.ts'
import { showToast } from '../../ui/feedback.ts'
import { Icon } from '../../ui/icon.tsx'
import { downloadIcon, shieldIcon } from '../../ui/icons.ts'
import { Row } from '../../ui/row-list.tsx'

/** The certificate that nothing is owed: fetched when asked for, and compared with its fingerprint. */
export function ClearanceRow({ orderId, number }: { orderId: string; number: string }): ReactNode {
  const [busy, setBusy] = useState(false)
  const take = async (): Promise<void> => {
    setBusy(true)
    try {
      const { sha256, pdf_base64: base64 } = await api.call('loan/clearance', { order_id: orderId })
      const bytes = pdfOf(base64)
      const computed = await sha256Of(bytes)
      if (computed !== undefined && computed !== sha256) return showToast(m.orders_clearance_differs())
      saveFile(pdfFile(bytes, 'libre-deuda', number))
      showToast({ title: m.orders_downloaded() })
    } catch (problem) {
      // A failed call has been told.
      if (!(problem instanceof ApiError)) throw problem
    } finally {
      setBusy(false)
    }
  }
  return (
    <Row
      icon={shieldIcon}
      good
      title={m.orders_clearance()}
      detail={busy ? m.orders_downloading() : m.orders_clearance_text()}
      trailing={<Icon shape={downloadIcon} />}
      onClick={() => {
        if (!busy) void take()
      }}
    />
  )
}
