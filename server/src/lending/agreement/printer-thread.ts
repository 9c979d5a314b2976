import { parentPort } from 'node:worker_threads'
import type { PrintAnswer, PrintRequest } from './printer.ts'
import { documentPdf } from './pdf.ts'

if (parentPort === null) throw new Error('this file runs in a thread of printer.ts')
const port = parentPort

port.on('message', ({ document, imprint }: PrintRequest) => {
  const answer = (given: PrintAnswer): void => port.postMessage(given)
  documentPdf(document, imprint).then(
    ({ bytes, pageCount }) => answer({ bytes, pageCount }),
    (error: unknown) => answer({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
