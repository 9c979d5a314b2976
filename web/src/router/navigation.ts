import type { EventChannel, Listener } from './event-channel.ts'
import type { AnyTarget, PageTarget, TabTarget } from './register.ts'
import type { OpenApi, Refused, Router } from './router.ts'

const first = Promise.withResolvers<Router>()
let installed = first.promise

/** Called once at start-up; calls that came earlier run now. */
export const installRouter = (router: Router): void => {
  first.resolve(router)
  installed = Promise.resolve(router)
}

/**
 * A refusal rejects with `{errMsg}`, as the original did. Most callers have nothing to do about a double tap, so a
 * rejection that nobody looks at is not reported as an error.
 */
const answer = <A extends string, Extra extends object>(
  api: A,
  result: Promise<Refused | Extra>,
): Promise<{ errMsg: `${A}:ok` } & Extra> => {
  const promise = result.then((value) =>
    'refused' in value
      ? Promise.reject({ errMsg: `${api}:fail ${value.refused}` })
      : { errMsg: `${api}:ok` as const, ...value },
  )
  promise.catch(() => undefined)
  return promise
}

const open = async (api: OpenApi, url: string): Promise<Refused | object> => {
  const opened = await (await installed).open(api, url)
  return 'refused' in opened ? opened : {}
}

/** Opens a page above this one, which stays alive below it. */
export const navigateTo = (
  url: PageTarget,
  options: { events?: Record<string, Listener> } = {},
): Promise<{ errMsg: 'navigateTo:ok'; eventChannel: EventChannel }> =>
  answer(
    'navigateTo',
    installed.then((router) => router.open('navigateTo', url, options.events)),
  )

/** Puts a page in the place of this one. */
export const redirectTo = (url: PageTarget): Promise<{ errMsg: 'redirectTo:ok' }> =>
  answer('redirectTo', open('redirectTo', url))

/** Closes everything and opens this page alone. */
export const reLaunch = (url: AnyTarget): Promise<{ errMsg: 'reLaunch:ok' }> =>
  answer('reLaunch', open('reLaunch', url))

/** Shows a tab as it was left, and closes the plain pages. */
export const switchTab = (url: TabTarget): Promise<{ errMsg: 'switchTab:ok' }> =>
  answer('switchTab', open('switchTab', url))

/** Goes back; the only page of the stack leads Home. */
export const navigateBack = (options: { delta?: number | string } = {}): Promise<{ errMsg: 'navigateBack:ok' }> => {
  const delta = Math.max(Number.parseInt(String(options.delta ?? 1), 10) || 1, 1)
  return answer(
    'navigateBack',
    installed.then(async (router) => (await router.back(delta)) ?? {}),
  )
}
