/** The only source of "now". Handed in everywhere, so that a test or the sandbox can move it. */
export type Clock = { readonly now: () => Date }

/** The only source of chance. Handed in everywhere, so that a test can repeat it. */
export type Random = {
  readonly bytes: (count: number) => Uint8Array
  readonly uuid: () => string
}
