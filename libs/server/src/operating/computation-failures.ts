import type { FailedComputation } from '@content-service/domain/internal/model'
import type { Logger } from 'pino'

/** C16.2: the code of a field fails for each record that a list shows. */
const SILENT_MS = 60_000

/** Logs the failures of computed fields in reads, for each field at most once a minute. The model bounds the fields. */
export const createFailureReport = (
  log: Pick<Logger, 'error'>,
  now: () => number = () => performance.now(),
) => {
  const loggedAt = new Map<string, number>()
  return (failure: FailedComputation): void => {
    const last = loggedAt.get(failure.place) ?? -Infinity
    if (now() - last < SILENT_MS) return
    loggedAt.set(failure.place, now())
    log.error({ err: failure }, 'a computed field is null')
  }
}
