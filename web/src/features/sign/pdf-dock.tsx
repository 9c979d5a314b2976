import type { BodyOf } from '@hola/core/contract/contract.ts'
import { useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { api } from '../../lib/api.ts'
import { pdfFile, pdfOf, sha256Of } from '../../shared/documents/pdf.ts'
import { usePdf } from '../../shared/documents/use-pdf.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { alertIcon, checkCircleIcon, downloadIcon, shareIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'

/** Takes the PDF home. It is fetched when asked for, and compared with the fingerprint that the page shows. */
export function PdfDock({
  body,
  sha256,
  onChanged,
}: {
  body: BodyOf<'loan/contract'>
  sha256: string
  onChanged: () => void
}): ReactNode {
  const [check, setCheck] = useState<'matches' | 'differs'>()

  const { busy, download, share } = usePdf(async () => {
    const { agreement, pdf_base64: base64 } = await api.call('loan/contract', { ...body, with_pdf: true })
    if (agreement.sha256 !== sha256) {
      showToast(m.sign_pdf_changed())
      onChanged()
      return undefined
    }
    if (base64 === null) throw new Error('a contract with its PDF was asked for, and came without')
    const bytes = pdfOf(base64)
    const computed = await sha256Of(bytes)
    const matches = computed === sha256
    setCheck(computed === undefined ? undefined : matches ? 'matches' : 'differs')
    return computed === undefined || matches ? pdfFile(bytes, 'contrato', sha256.slice(0, 8)) : undefined
  }, m.sign_downloaded)

  return (
    <>
      {/* Always there, so that what comes up in it is read out. */}
      <output>
        {check === 'differs' && (
          <Note tone="bad" icon={alertIcon}>
            {m.sign_pdf_differs()}
          </Note>
        )}
        {check === 'matches' && (
          <Note tone="good" icon={checkCircleIcon}>
            {m.sign_pdf_matches()}
          </Note>
        )}
      </output>
      <Dock>
        {share && (
          <Button
            kind="secondary"
            icon={shareIcon}
            busy={busy === 'share'}
            busyText={m.sign_downloading()}
            onClick={share}
          >
            {m.lib_share()}
          </Button>
        )}
        <Button icon={downloadIcon} busy={busy === 'download'} busyText={m.sign_downloading()} onClick={download}>
          {m.sign_download()}
        </Button>
      </Dock>
    </>
  )
}
