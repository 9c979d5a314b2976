import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { usePdf } from '../../shared/documents/use-pdf.ts'
import { Icon, type IconShape } from '@hola/ui/layout/icon.tsx'
import { downloadIcon, shareIcon } from '@hola/ui/layout/icons.ts'
import { Row } from '@hola/ui/layout/row-list.tsx'

/** A paper of a loan: a row that downloads it and, where the phone can, one that shares it. */
export function PdfRows({
  icon,
  good,
  title,
  detail,
  shareTitle,
  fetchPdf,
}: {
  icon: IconShape
  good?: boolean
  title: string
  detail: string
  shareTitle: string
  fetchPdf: () => Promise<File | undefined>
}): ReactNode {
  const { busy, download, share } = usePdf(fetchPdf, m.orders_downloaded)
  return (
    <>
      <Row
        icon={icon}
        good={good}
        title={title}
        detail={busy === 'download' ? m.orders_downloading() : detail}
        trailing={<Icon shape={downloadIcon} />}
        onClick={download}
      />
      {share && (
        <Row
          icon={icon}
          good={good}
          title={shareTitle}
          detail={busy === 'share' ? m.orders_downloading() : m.orders_share_text()}
          trailing={<Icon shape={shareIcon} />}
          onClick={share}
        />
      )}
    </>
  )
}
