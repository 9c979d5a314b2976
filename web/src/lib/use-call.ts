import { useQuery } from '@tanstack/react-query'
import type { BodyOf, CallPath, RetOf } from '@hola/core/contract/contract.ts'
import { useLocale, wireLanguageOf } from '../i18n/locale.ts'
import { ApiError } from './api-client.ts'
import { api } from './api.ts'
import { queryClient } from './query.ts'
import type { Remote } from './use-remote.ts'

/** What the server said when it refused; undefined when it could not be asked. */
export const saidBy = (problem: Error | null): string | undefined =>
  problem instanceof ApiError && problem.kind === 'refused' ? problem.message : undefined

/**
 * The answer of a call that says something in its body, asked anew each time the page is shown. For screens that are
 * loaded later: the first screen takes `useRemote`.
 */
export const useCall = <Path extends Exclude<CallPath, 'loan/preview'>>(
  path: Path,
  body: BodyOf<Path>,
): { remote: Remote<RetOf<Path>>; problem: string | undefined; refresh: () => void } => {
  const language = wireLanguageOf(useLocale())
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(
    {
      queryKey: [path, language, body],
      queryFn: async ({ signal }) => (await api.call(path, body, { signal, quiet: true })) as RetOf<Path>,
      staleTime: 0,
    },
    queryClient,
  )
  const refresh = (): void => void refetch()
  if (data !== undefined) {
    const remote = { status: 'ready', data, readAt: new Date(dataUpdatedAt), outdated: error !== null } as const
    return { remote, problem: undefined, refresh }
  }
  const status = error && !isFetching ? 'failed' : 'loading'
  return { remote: { status }, problem: saidBy(error), refresh }
}
