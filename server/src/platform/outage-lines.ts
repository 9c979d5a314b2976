/** How often a lasting outage is worth a line. */
const OUTAGE_LINE_MS = 60_000

type Outage = { heldCount: number; write: (count: number) => void }

/**
 * While a database or a provider is away, everybody who needs it complains. The first complaint is written at once, the
 * others are counted: one line a minute says how many there were, until a minute passes without any.
 */
export const openOutageLines = (): {
  /** Whether the line is held back. One that is has `write` called with the number of them, once for all, later. */
  readonly holdsBack: (outage: string, write: (count: number) => void) => boolean
} => {
  const outages = new Map<string, Outage>()

  const tell = (name: string, outage: Outage): void => {
    const { heldCount, write } = outage
    if (heldCount === 0) return void outages.delete(name)
    outage.heldCount = 0
    later(name, outage)
    write(heldCount)
  }
  const later = (name: string, outage: Outage): void =>
    void setTimeout(() => tell(name, outage), OUTAGE_LINE_MS).unref()

  return {
    holdsBack: (name, write) => {
      const known = outages.get(name)
      if (known === undefined) {
        const outage = { heldCount: 0, write }
        outages.set(name, outage)
        later(name, outage)
        return false
      }
      known.heldCount += 1
      known.write = write
      return true
    },
  }
}
