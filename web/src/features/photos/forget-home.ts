/** Home is asked anew: what it showed a moment ago is over. */
export const forgetHome = (): void => {
  import('../../lib/query.ts').then(
    ({ queryClient }) => queryClient.invalidateQueries({ queryKey: ['app/home'] }),
    // Not loaded, so nothing of Home is kept.
    () => undefined,
  )
}
