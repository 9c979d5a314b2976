import { onTestFinished, vi } from 'vitest'

/** Stands in for the list of apps that a phone opens, until the test is over; a browser without a phone has none. */
export const fakeShare = () => {
  const share = vi.fn<Navigator['share']>(async () => undefined)
  const parts = { share, canShare: () => true }
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(navigator, name, { configurable: true, value })
  onTestFinished(() => {
    for (const name of Object.keys(parts)) Reflect.deleteProperty(navigator, name)
  })
  /** The words of each time, with plain spaces. */
  const texts = (): string[] => share.mock.calls.map(([data]) => data?.text?.replaceAll('\u00A0', ' ') ?? '')
  const fileNames = (): string[] => share.mock.calls.flatMap(([data]) => data?.files?.map(({ name }) => name) ?? [])
  return { share, texts, fileNames }
}
