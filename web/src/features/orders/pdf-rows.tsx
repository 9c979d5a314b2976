import type { ReactNode } from 'react'
import { m } from '../../i18n/compiled/messages.js'
import { usePdf } from '../../lib/use-pdf.ts'
import { Icon, type IconShape } from '../../ui/icon.tsx'
import { downloadIcon, shareIcon } from '../../ui/icons.ts'
import { Row } from '../../ui/row-list.tsx'

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
