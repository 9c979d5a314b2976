/** How far a command is, and at what. */
export type Progress = { readonly done: number; readonly total: number; readonly what: string }

const WIDTH = 30
const LINE = 78

/** One line that is drawn over itself on a terminal; in a log, where nobody watches, there is none. */
export const progressBar = (
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
): { readonly draw: (progress: Progress) => void; readonly end: () => void } => {
  let isOpen = false
  return {
    draw: ({ done, total, what }) => {
      if (!stream.isTTY) return
      const share = total === 0 ? 1 : Math.min(1, done / total)
      const filled = Math.round(share * WIDTH)
      const bar = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %`
      stream.write(`\r${`${bar} ${done} of ${total}, ${what}`.slice(0, LINE).padEnd(LINE)}`)
      isOpen = true
    },
    end: () => {
      if (isOpen) stream.write('\n')
      isOpen = false
    },
  }
}
