/** Asks for Home again in the background: what it shows stays until the answer is there, and a failure is no toast. */
export const followHome = (): void => {
  import('../../lib/query.ts').then(
    ({ queryClient }) => queryClient.invalidateQueries({ queryKey: ['app/home'] }),
    // Not loaded, so nothing of Home is on the screen.
    () => undefined,
  )
}
