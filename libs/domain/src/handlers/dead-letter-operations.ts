import { where } from '@content-service/authz'
import { authorizeOnAll } from '../access/access.ts'
import type { StoreContext, Clock } from '../context/context.ts'
import { createFilter, declareList } from '../operations/read-operations.ts'
import { actOnRecord } from '../operations/run-operation.ts'
import { notFound } from '../rules/errors.ts'
import { parseHandlerRunId, type HandlerRunId, type HandlerRunRow } from './handler-store.ts'

const IS_DEAD = where<HandlerRunRow>().status.eq('DEAD')

/** C19.5: tries an event again that a handler has not handled. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND. */
export const retryHandlerEvent = async (
  context: StoreContext & Clock,
  id: HandlerRunId | null,
): Promise<void> => {
  authorizeOnAll(context, 'webhooks:write')
  const isRetried = id !== null && (await context.stores.handlers.retry(id, context.now()))
  if (!isRetried) throw notFound('dead letter')
}

/** C19.5. */
export const handlerOperations = {
  handlerDeadLetters: declareList({
    resource: 'handlers',
    from: 'handlerRuns',
    access: 'webhooks:write',
    filter: createFilter('webhooks:write', IS_DEAD),
  }),
  retryHandlerEvent: actOnRecord(parseHandlerRunId, retryHandlerEvent, {
    resource: 'handlers',
    access: 'webhooks:write',
  }),
} as const
