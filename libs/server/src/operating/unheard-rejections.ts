import type { ContentModel } from '@content-service/domain'
import { copyThrown } from '@content-service/domain/internal/handlers'
import type { Logger } from 'pino'

/**
 * C16.4: a handler may begin work for which it does not wait. Node would end the process when such work fails, together with
 * the runs of other handlers.
 */
export const logUnheardRejections = (
  model: Pick<ContentModel, 'handlers'>,
  log: Pick<Logger, 'error'>,
): void => {
  if (model.handlers.length === 0) return
  process.on('unhandledRejection', (thrown) =>
    log.error(
      { err: copyThrown(thrown) },
      'work failed for which nobody waits: a handler must wait for all that it begins, with await',
    ),
  )
}
