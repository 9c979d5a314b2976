import { AsyncLocalStorage } from 'node:async_hooks'

/** One piece of work, a request or a job, and what its lines in the log say beside their own words. */
export type Task = {
  /** The orders that it has read or made. Their numbers say nothing about whose they are. */
  readonly orderNumbers: Set<string>
}

export const newTask = (): Task => ({ orderNumbers: new Set() })

const tasks = new AsyncLocalStorage<Task>()

/** Whatever `work` does, also after it waited, belongs to the task. */
export const inTask = <Result>(task: Task, work: () => Result): Result => tasks.run(task, work)

/** The order that the work under way is about, for its lines in the log. */
export const noteOrder = (orderNumber: string): void => void tasks.getStore()?.orderNumbers.add(orderNumber)

/** For a line in the log. Work on several orders is about none of them. */
export const taskFields = (): { readonly order_number?: string } => {
  const numbers = tasks.getStore()?.orderNumbers
  const [number, ...more] = numbers ?? []
  return number === undefined || more.length > 0 ? {} : { order_number: number }
}
