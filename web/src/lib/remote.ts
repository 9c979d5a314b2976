/** Where a call's answer stands. `outdated`: the last attempt to refresh it failed. */
export type Remote<Data> =
  | { readonly status: 'loading' }
  /** `problem` is what the server said, if it said anything. */
  | { readonly status: 'failed'; readonly problem?: string | undefined }
  | { readonly status: 'ready'; readonly data: Data; readonly readAt: Date; readonly outdated: boolean }

export type Watch = {
  readonly stop: () => void
  /** Asks again because the person asked for it: she hears when it fails. */
  readonly refresh: () => Promise<void>
}
