const WIDTH = 30

export type Bar = { readonly show: (done: number) => void; readonly end: () => void }

/** How far something long has come: drawn over itself on a terminal, and nothing where the output is kept. */
export const openBar = (what: string, all: number): Bar => {
  const startedAt = performance.now()
  const draw = (line: string): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${line}`)
  }
  return {
    show: (done) => {
      const share = Math.min(1, done / all)
      const filled = Math.round(share * WIDTH)
      const leftS = Math.round(((performance.now() - startedAt) / 1000) * (1 / share - 1))
      draw(`${what} [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %, ${leftS} s left`)
    },
    end: () => draw(''),
  }
}
