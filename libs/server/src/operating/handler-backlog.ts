import type { HandlerBacklog } from '@content-service/domain/internal/handlers'
import type { Registry } from 'prom-client'
import { createQueueRegister, registerGauge } from './gauge.ts'

/** Does not affect readiness: a handler of the team fails, or the worker is behind. */
export type HandlersCheck = 'ok' | `behind by ${number} s` | `dead letters: ${string}` | 'unknown'

/** Much longer than the time in which a worker notices new work. */
const BEHIND_AFTER_S = 60

/** The age of the oldest due run, in seconds. */
const computeLag = ({ dueSince }: HandlerBacklog, now: Date): number =>
  dueSince === null ? 0 : Math.max(0, (now.getTime() - dueSince.getTime()) / 1_000)

/** The handlers with dead letters, each with their number. */
export const describeDeadLetters = ({ deadLetters }: Pick<HandlerBacklog, 'deadLetters'>): string =>
  Object.entries(deadLetters)
    .map(([name, count]) => `${name} ${count}`)
    .toSorted()
    .join(', ')

export const checkHandlerBacklog = (backlog: HandlerBacklog | null): HandlersCheck => {
  if (backlog === null) return 'unknown'
  const dead = describeDeadLetters(backlog)
  if (dead !== '') return `dead letters: ${dead}`
  const lag = Math.round(computeLag(backlog, new Date()))
  return lag < BEHIND_AFTER_S ? 'ok' : `behind by ${lag} s`
}

type Read = () => Promise<HandlerBacklog | null>

/** The runs of handlers, which all processes share. */
export const registerHandlers = (registry: Registry, backlog: Read): void => {
  const register = createQueueRegister(registry, backlog)
  register('handler_waiting', 'The number of events that wait for handlers.', ({ waiting }) => waiting)
  register('handler_lag_seconds', 'The time that the oldest due event has waited for a handler.', (found) =>
    computeLag(found, new Date()),
  )
  registerGauge(registry, {
    name: 'handler_dead_letters',
    help: 'The number of events that a handler has not handled after all attempts.',
    aggregator: 'max',
    label: 'handler',
    read: async () => (await backlog())?.deadLetters ?? null,
  })
}
