import { pino } from 'pino'
import type { Bindings, DestinationStream, Level, Logger, LoggerOptions } from 'pino'
import { isDatabaseAway } from './database-away.ts'
import { openOutageLines } from './outage-lines.ts'
import { taskFields } from './task.ts'

export type Log = Logger

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const satisfies readonly Level[]
export type LogLevel = (typeof logLevels)[number]

/**
 * The only fields that reach a log. A list of what may be written cannot miss a nested phone number, as a list of what
 * must be hidden can; a new field is added here, where a reviewer asks what it holds.
 */
export const loggedFields = [
  'request_id',
  'method',
  'path',
  'status',
  'code',
  'duration_ms',
  'job',
  'job_id',
  'attempt',
  'order_number',
  'trace_id',
  'outage',
  'count',
  'migration',
  'port',
  'mode',
  'signal',
  'version',
  'commit',
  'role',
] as const

const allowed: ReadonlySet<string> = new Set(loggedFields)

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const stackLines = (error: Error): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.trim())

const textOf = (error: object, field: string): string | undefined => {
  const value: unknown = Reflect.get(error, field)
  return typeof value === 'string' ? value : undefined
}

/**
 * PostgreSQL quotes the offending value in the message of a data error (class 22) and in every detail, so of its errors
 * only the state, the place and our own stack are kept.
 */
const describeError = (error: Error): Record<string, unknown> => {
  const sqlState = textOf(error, 'severity') === undefined ? undefined : textOf(error, 'code')
  return {
    type: error.name,
    code: textOf(error, 'code'),
    message: sqlState === undefined ? error.message : undefined,
    table: sqlState === undefined ? undefined : textOf(error, 'table'),
    constraint: sqlState === undefined ? undefined : textOf(error, 'constraint'),
    stack: stackLines(error),
    cause: error.cause instanceof Error ? describeError(error.cause) : undefined,
  }
}

const pick = (fields: Record<string, unknown>): Record<string, unknown> => {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'err' && value instanceof Error) kept.err = describeError(value)
    else if (allowed.has(name) && isScalar(value)) kept[name] = value
  }
  return kept
}

/** pino makes an error's message the line's own when nothing else is said; that message would not be looked at. */
const withWords = (args: readonly unknown[]): [unknown, ...unknown[]] => {
  const [first, ...rest] = args
  const fields = first instanceof Error ? { err: first } : first
  return typeof fields === 'object' && rest.length === 0 ? [fields, 'error'] : [fields, ...rest]
}

/** Who is away, when a line complains of that: a provider that the line itself names, or the database. */
const outageIn = (fields: unknown): string | undefined => {
  if (typeof fields !== 'object' || fields === null) return undefined
  const named: unknown = Reflect.get(fields, 'outage')
  if (typeof named === 'string') return named
  return isDatabaseAway(Reflect.get(fields, 'err')) ? 'database' : undefined
}

export const createLog = (level: LogLevel | 'silent', destination?: DestinationStream): Log => {
  const outageLines = openOutageLines()
  const options: LoggerOptions = {
    level,
    base: null,
    serializers: { err: (value: unknown) => value },
    formatters: { level: (label) => ({ level: label }), log: pick },
    mixin: taskFields,
    hooks: {
      logMethod(args, method) {
        const line = withWords(args)
        const [fields] = line
        const outage = outageIn(fields)
        const write = (...words: [unknown, ...unknown[]]): void => void Reflect.apply(method, this, words)
        if (outage === undefined) return write(...line)
        const err: unknown = Reflect.get(fields as object, 'err')
        const goesOn = (count: number): void => write({ outage, count, err }, `${outage} is still away`)
        if (!outageLines.holdsBack(outage, goesOn)) write({ ...(fields as object), outage }, ...line.slice(1))
      },
    },
  }
  const log = destination === undefined ? pino(options) : pino(options, destination)
  const child = log.child
  // pino formats what a line carries, not what a child logger carries along; children of children inherit this one.
  log.child = function makeChild(this: Log, bindings: Bindings, ...rest: unknown[]) {
    return Reflect.apply(child, this, [pick(bindings), ...rest])
  } as typeof log.child
  return log
}
