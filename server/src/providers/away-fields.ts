/**
 * What a line in the log says of a problem that is a matter of time: who is away. Of all lines with the same name one a
 * minute is written.
 */
export const awayFields = (provider: string, { kind }: { readonly kind: string }): { readonly outage?: string } =>
  kind === 'unavailable' ? { outage: provider } : {}
