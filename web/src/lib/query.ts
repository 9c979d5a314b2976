import { QueryCache, QueryClient } from '@tanstack/react-query'
import { showToast } from '../ui/feedback.ts'
import { ApiError } from './api-client.ts'
import { onSessionChange } from './session.ts'

const RETRIES_MAX = 2

const isConnectionProblem = (problem: Error): boolean =>
  problem instanceof ApiError && (problem.kind === 'network' || problem.kind === 'timeout')

/** A broken connection may be whole in a second; a refusal is an answer, and asking again does not change it. */
export const retryQuery = (failures: number, problem: Error): boolean =>
  isConnectionProblem(problem) && failures < RETRIES_MAX

/** Queries call the server quietly, so that three attempts end in one toast. */
const tell = (problem: Error): void => {
  if (isConnectionProblem(problem) || (problem instanceof ApiError && problem.kind === 'refused')) {
    showToast(problem.message)
  }
}

/** Screens import this only from lazily loaded parts: the library would not fit into the first screen. */
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
