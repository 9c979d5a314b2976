import { useState, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { pdfOf, saveFile } from '../../shared/documents/pdf.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { downloadIcon } from '@hola/ui/layout/icons.ts'
import css from './privacy.module.css'

type Format = 'pdf' | 'json'

const types = { pdf: 'application/pdf', json: 'application/json' }

/** A copy of everything, to read or for another program. */
export function DownloadCard({ onDownloaded }: { onDownloaded: () => Promise<void> }): ReactNode {
  const [busy, setBusy] = useState<Format>()
  const download = async (format: Format): Promise<void> => {
    setBusy(format)
    try {
      const { file_name: name, content_base64: content } = await api.call('privacy/download', { format })
      saveFile(new File([pdfOf(content)], name, { type: types[format] }))
      showToast({ title: m.privacy_downloaded() })
      // The copy is an access of its own, which the page shows.
      await onDownloaded()
    } catch (problem) {
      // A failed call has been told.
      if (!(problem instanceof ApiError)) throw problem
    } finally {
      setBusy(undefined)
    }
  }
  const words = { pdf: m.privacy_download_pdf(), json: m.privacy_download_json() }
  return (
    <Card title={m.privacy_download()}>
      <div className={css.stack}>
        <p className={css.soft}>{m.privacy_download_text()}</p>
        <div className={css.buttons}>
          {(['pdf', 'json'] as const).map((format) => (
            <Button
              key={format}
              kind="secondary"
              icon={downloadIcon}
              busy={busy === format}
              busyText={m.privacy_downloading()}
              blocked={busy !== undefined && busy !== format}
              onClick={() => void download(format)}
            >
              {words[format]}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  )
}
