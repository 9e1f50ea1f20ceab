import { OperatorError } from '@content-service/domain/internal/rules'
import type { ServerState } from '@content-service/persistence'
import type { Composition } from '../../composition/composition.ts'
import type { Settings } from '../../settings/read-settings.ts'

export interface Finding {
  /** The checked setting or part. */
  readonly about: string
  /** The recommended change, or null. */
  readonly advice: string | null
  /** Whether the service cannot start or work without the change. */
  readonly isFatal: boolean
}

export interface Examined {
  readonly settings: Settings
  readonly composition: Composition
  /** The state of the PostgreSQL at DATABASE_URL, or the failure to read it; null for the embedded database. */
  readonly server: PromiseSettledResult<ServerState> | null
}

export type Examine = (examined: Examined) => Finding | Promise<Finding>

export const fine = (about: string): Finding => better(about, null)

export const better = (about: string, advice: string | null): Finding => ({ about, advice, isFatal: false })

export const wrong = (about: string, advice: string): Finding => ({ about, advice, isFatal: true })

/** Several failures, such as those of each address of a name, count as their first one. */
const findCause = (error: unknown): unknown =>
  error instanceof AggregateError ? findCause(error.errors[0]) : error

/** The reasons of a message, each in a line below its first line. */
const joinLines = (message: string): string => message.replace(/:\n\s*/, ': ').replaceAll(/\n\s*/g, '; ')

/** An error in one line, without a stack trace. */
export const explain = (error: unknown): string => {
  if (error instanceof OperatorError) return joinLines(error.message)
  const cause = findCause(error)
  const { message, code } = cause as { readonly message?: string; readonly code?: string }
  return (message || code || String(cause)).split('\n', 1).join()
}
