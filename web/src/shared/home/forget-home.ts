/** What Home showed is over: it is asked anew, and until the answer is there it shows nothing old. */
export const forgetHome = (): void => {
  import('../../lib/query.ts').then(
    ({ queryClient }) => queryClient.resetQueries({ queryKey: ['app/home'] }),
    // Not loaded, so nothing of Home is kept.
    () => undefined,
  )
}
