import { notFound } from '@content-service/domain'
import { createRowReader, type ReadOperation } from '@content-service/domain/operations'
import { answerRead } from '../requests/conditional.ts'
import type { RestHandler } from '../http.ts'
import { NO_PARAMETERS, readParameters } from '../requests/paging.ts'
import type { Representation } from '../schemas/representation.ts'
import { memoizeByObject } from './memoize-by-object.ts'

/** The handler of an operation that reads one record. */
export const createReadHandler = (
  operation: Pick<ReadOperation, 'word' | 'parseId' | 'readable'>,
  as: Representation,
): RestHandler => {
  const read = createRowReader(operation, as.select)
  const write = memoizeByObject(as.write)
  return async (request, context, { id = '' }) => {
    readParameters(request.query, NO_PARAMETERS)
    const row = await read(context, id)
    if (row === null) throw notFound(operation.word)
    const { text, etag } = write(row)
    return answerRead(request, text, { etag, ...as.cacheHeaders?.(context, row) })
  }
}
