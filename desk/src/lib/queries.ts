import type { DeskBodyOf, DeskPath, DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { useLocale } from '@hola/i18n/locale.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { QueryClient, useQuery } from '@tanstack/react-query'
import type { ConfirmedPath } from './desk-client.ts'
import { call, DeskError } from './desk-client.ts'
import { useIsAtWork } from './at-work.ts'

const REFRESH_MS = 20_000

/** The connection is watched elsewhere: a query that found none is asked again when it is back. */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 5_000 } },
  })

/**
 * What changes under the hands of others appears by itself, as long as somebody is at work here: asking in the name of an
 * empty chair would keep its session open.
 */
export const useRefreshing = (): { refetchInterval: number | false } => ({
  refetchInterval: useIsAtWork() ? REFRESH_MS : false,
})

/** One reading call, kept up to date. */
export const useCall = <Path extends Exclude<DeskPath, ConfirmedPath>>(
  path: Path,
  body: DeskBodyOf<Path>,
  { isLive = false, isWanted = true }: { isLive?: boolean; isWanted?: boolean } = {},
): UseQueryResult<DeskRetOf<Path>> => {
  const refreshing = useRefreshing()
  return useQuery<DeskRetOf<Path>>({
    queryKey: [path, useLocale(), body],
    queryFn: ({ signal }) => call(path, body, signal),
    enabled: isWanted,
    ...(isLive ? refreshing : {}),
  })
}

/** Whether this is the sandbox: only there does the call exist. */
export const useSandboxMembers = () => {
  const { data, error } = useCall('session/sandbox_members', {})
  return {
    members: data?.members ?? [],
    isSandbox: data !== undefined,
    isKnown: data !== undefined || isMissing(error),
  }
}

const isMissing = (problem: unknown): boolean => problem instanceof DeskError && problem.kind === 'missing'
