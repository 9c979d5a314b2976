import { useState, type ReactNode } from 'react'
import { m } from '../../i18n/compiled/messages.js'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dock } from '../../ui/dock.tsx'
import { showToast } from '../../ui/feedback.ts'
import { alertIcon, checkCircleIcon, downloadIcon, shareIcon } from '../../ui/icons.ts'
import { Note } from '../../ui/note.tsx'
import type { ContractBody } from './contract-screen.tsx'
import { canSharePdf, pdfFile, pdfOf, saveFile, sha256Of } from '../../lib/pdf.ts'

type Fetched = { readonly file: File; readonly isChecked: boolean }

/** Sharing after a wait needs a new press: the browser remembers the first one for a few seconds only. */
const isPressForgotten = (problem: unknown): boolean =>
  problem instanceof DOMException && problem.name === 'NotAllowedError'

/** Takes the PDF home. It is fetched when asked for, and compared with the fingerprint that the page shows. */
export function PdfDock({
  body,
  sha256,
  onChanged,
}: {
  body: ContractBody
  sha256: string
  onChanged: () => void
}): ReactNode {
  const [fetched, setFetched] = useState<Fetched>()
  const [busy, setBusy] = useState<'download' | 'share'>()
  const [differs, setDiffers] = useState(false)
  const [canShare] = useState(canSharePdf)

  /** Undefined when there is no file to hand over, and the person knows why. */
  const fetchFile = async (): Promise<File | undefined> => {
    if (fetched) return fetched.file
    const { agreement, pdf_base64: base64 } = await api.call('loan/contract', { ...body, with_pdf: true })
    if (agreement.sha256 !== sha256) {
      showToast(m.sign_pdf_changed())
      onChanged()
      return undefined
    }
    if (base64 === null) throw new Error('a contract with its PDF was asked for, and came without')
    const bytes = pdfOf(base64)
    const computed = await sha256Of(bytes)
    const isOther = computed !== undefined && computed !== sha256
    setDiffers(isOther)
    if (isOther) return undefined
    const file = pdfFile(bytes, 'contrato', sha256.slice(0, 8))
    setFetched({ file, isChecked: computed !== undefined })
    return file
  }

  const take = async (as: 'download' | 'share', hand: (file: File) => Promise<void> | void): Promise<void> => {
    setBusy(as)
    try {
      const file = await fetchFile()
      if (file) await hand(file)
    } catch (problem) {
      // A failed call has been told.
      if (!(problem instanceof ApiError)) throw problem
    } finally {
      setBusy(undefined)
    }
  }

  const share = async (file: File): Promise<void> => {
    try {
      await navigator.share({ files: [file] })
    } catch (problem) {
      if (isPressForgotten(problem)) showToast(m.sign_share_again())
      // She closed the list of apps: nothing to say.
      else if (!(problem instanceof DOMException && problem.name === 'AbortError')) throw problem
    }
  }

  return (
    <>
      {/* Always there, so that what comes up in it is read out. */}
      <output>
        {differs && (
          <Note tone="bad" icon={alertIcon}>
            {m.sign_pdf_differs()}
          </Note>
        )}
        {fetched?.isChecked && (
          <Note tone="good" icon={checkCircleIcon}>
            {m.sign_pdf_matches()}
          </Note>
        )}
      </output>
      <Dock>
        {canShare && (
          <Button
            kind="secondary"
            icon={shareIcon}
            busy={busy === 'share'}
            busyText={m.sign_downloading()}
            onClick={() => void take('share', share)}
          >
            {m.sign_share()}
          </Button>
        )}
        <Button
          icon={downloadIcon}
          busy={busy === 'download'}
          busyText={m.sign_downloading()}
          onClick={() =>
            void take('download', (file) => {
              saveFile(file)
              showToast({ title: m.sign_downloaded() })
            })
          }
        >
          {m.sign_download()}
        </Button>
      </Dock>
    </>
  )
}
