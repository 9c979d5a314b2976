import { QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query'
import type { BodyOf, CallPath, RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { ApiError } from './api-client.ts'
import { api } from './api.ts'
import { keepAnswer, lastKnown } from './last-known.ts'
import { onSessionChange } from './session.ts'
import type { Remote, Watch } from './remote.ts'

const RETRIES_MAX = 2

const isConnectionProblem = (problem: Error): boolean =>
  problem instanceof ApiError && (problem.kind === 'network' || problem.kind === 'timeout')

/** A broken connection may be whole in a second; a refusal is an answer, and asking again does not change it. */
export const retryQuery = (failures: number, problem: Error): boolean =>
  isConnectionProblem(problem) && failures < RETRIES_MAX

/** Queries call the server quietly, so that three attempts end in one toast. */
const tell = (problem: Error | null): void => {
  if (problem instanceof ApiError && ['network', 'timeout', 'refused'].includes(problem.kind)) {
    showToast(problem.message)
  }
}

/** Reached only from lazily loaded code: the library would not fit into the first screen. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (problem, query) => {
      // With older data on the screen a failed refresh in the background is not worth an interruption.
      if (query.state.data === undefined) tell(problem)
    },
  }),
  defaultOptions: {
    queries: {
      retry: retryQuery,
      // Without this an offline phone would wait in silence instead of hearing that it is offline.
      networkMode: 'always',
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      staleTime: 15_000,
    },
  },
})

// Nobody may see what was loaded for somebody else.
onSessionChange(() => {
  void queryClient.resetQueries()
})

/** What the server said when it refused; undefined when it could not be asked. */
export const saidBy = (problem: Error): string | undefined =>
  problem instanceof ApiError && problem.kind === 'refused' ? problem.message : undefined

/** Keeps a call's answer up to date and tells `listener` where it stands, first at once. */
export const watchCall = <Path extends CallPath>(
  path: Path,
  language: WireLanguage,
  listener: (remote: Remote<RetOf<Path>>) => void,
  body?: BodyOf<Path>,
): Watch => {
  const observer = new QueryObserver<RetOf<Path>>(queryClient, {
    queryKey: body === undefined ? [path, language] : [path, language, body],
    // Without a body it is a call that needs nothing but its name.
    queryFn: async ({ signal }) => {
      const answer = (await api.call(path, body ?? ({} as BodyOf<Path>), { signal, quiet: true })) as RetOf<Path>
      if (body === undefined) keepAnswer(path, language, answer)
      return answer
    },
    ...(body !== undefined && { staleTime: 0 }),
  })
  const report = (): void => {
    const { data, dataUpdatedAt, error, isFetching } = observer.getCurrentResult()
    if (data !== undefined)
      listener({ status: 'ready', data, readAt: new Date(dataUpdatedAt), outdated: error !== null })
    else if (error && !isFetching) {
      const known = isConnectionProblem(error) ? lastKnown(path, language) : undefined
      listener(
        known
          ? { status: 'ready', data: known.data as RetOf<Path>, readAt: known.readAt, outdated: true }
          : { status: 'failed', problem: saidBy(error) },
      )
    } else listener({ status: 'loading' })
  }
  const stop = observer.subscribe(report)
  report()
  return {
    stop,
    async refresh() {
      const { data, error } = await observer.refetch()
      if (data !== undefined) tell(error)
    },
  }
}
