import { notFound } from '@content-service/domain'
import { createRowReader, type ReadOperation } from '@content-service/domain/operations'
import { answerRead } from '../requests/conditional.ts'
import type { RestHandler } from '../http.ts'
import { NO_PARAMETERS, readParameters } from '../requests/paging.ts'
import type { Representation } from '../schemas/representation.ts'

/** The handler of an operation that reads one record. */
export const createReadHandler = (
  operation: Pick<ReadOperation, 'word' | 'parseId' | 'readable'>,
  as: Representation,
): RestHandler => {
  const read = createRowReader(operation, as.select, as.write)
  return async (request, context, { id = '' }) => {
    readParameters(request.query, NO_PARAMETERS)
    const found = await read(context, id)
    if (found === null) throw notFound(operation.word)
    const { row, shown } = found
    const { text, etag } = shown
    return answerRead(request, text, { etag, ...as.cacheHeaders?.(context, row) })
  }
}
