import { useState } from 'react'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { ApiError } from '../../lib/api-client.ts'
import { saveFile } from './pdf.ts'
import { canSharePdf, share } from '../../lib/share.ts'

/**
 * A PDF to take home, and where the device can, to hand to another app. It is fetched when first asked for; `fetchPdf`
 * answers undefined when there is no file to hand over and the person knows why.
 */
export const usePdf = (fetchPdf: () => Promise<File | undefined>, savedText: () => string) => {
  const [fetched, setFetched] = useState<File>()
  const [busy, setBusy] = useState<'download' | 'share'>()
  const [canShare] = useState(canSharePdf)

  const take = async (as: 'download' | 'share', hand: (file: File) => void): Promise<void> => {
    if (busy) return
    setBusy(as)
    try {
      const file = fetched ?? (await fetchPdf())
      setFetched(file)
      if (file) hand(file)
    } catch (problem) {
      // A failed call has been told.
      if (!(problem instanceof ApiError)) throw problem
    } finally {
      setBusy(undefined)
    }
  }

  const download = (): void =>
    void take('download', (file) => {
      saveFile(file)
      showToast({ title: savedText() })
    })
  const sharePdf = (): void => void take('share', (file) => void share({ files: [file] }))
  return { busy, download, share: canShare ? sharePdf : undefined }
}
