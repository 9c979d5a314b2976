import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing.ts'

/** One piece of work, a request or a job, and what its lines in the log say beside their own words. */
export type Task = {
  /** The orders that it has read or made. Their numbers say nothing about whose they are. */
  readonly orderNumbers: Set<string>
  /** Its place in a trace, where traces are sent. */
  readonly span: Span | undefined
}

export const newTask = (span?: Span): Task => ({ orderNumbers: new Set(), span })

const tasks = new AsyncLocalStorage<Task>()

/** Whatever `work` does, also after it waited, belongs to the task. */
export const inTask = <Result>(task: Task, work: () => Result): Result => tasks.run(task, work)

/** The order that the work under way is about, for its lines in the log. */
export const noteOrder = (orderNumber: string): void => void tasks.getStore()?.orderNumbers.add(orderNumber)

/** Where the work under way stands in its trace, for what it leads to. */
export const placeInTrace = (): string | undefined => tasks.getStore()?.span?.place

/** Work on several orders is about none of them. */
export const orderFields = ({ orderNumbers }: Task): { readonly order_number?: string } => {
  const [number, ...more] = orderNumbers
  return number === undefined || more.length > 0 ? {} : { order_number: number }
}

/** What every line in the log says of the work that it was written in. */
export const taskFields = (): { readonly order_number?: string; readonly trace_id?: string } => {
  const task = tasks.getStore()
  if (task === undefined) return {}
  return { ...orderFields(task), ...(task.span === undefined ? {} : { trace_id: task.span.traceId }) }
}
