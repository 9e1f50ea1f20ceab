import type { Context, Selection } from '@content-service/domain'
import { recordNotFound } from '@content-service/domain/internal/rules'
import type { ChooseShape, ChosenShape } from '../representations/chosen-shape.ts'
import type { QueryParameters } from '../requests/query-parameter.ts'
import { createRowReader, readRow, type ReadOperation } from '@content-service/domain/internal/operations'
import { answerRead } from '../requests/conditional.ts'
import type { RestHandler } from '../protocol/http.ts'
import { NO_PARAMETERS, readParameters } from '../requests/paging.ts'
import type { Representation } from '../representations/representation.ts'

/** The members that a URL chooses (C13.5). */
interface Choosing {
  readonly query?: QueryParameters
  readonly choose?: ChooseShape
}

/** Caches keep a record by fields that a narrowed body need not have. */
const withStatus = ({ select: { fields }, cacheHeaders }: Representation, select: Selection): Selection =>
  cacheHeaders && fields.includes('status')
    ? { ...select, fields: [...new Set([...select.fields, 'status'])] }
    : select

/** The handler of an operation that reads one record. */
export const createReadHandler = (
  operation: Pick<ReadOperation, 'word' | 'parseId' | 'readable' | 'isSingle'>,
  as: Representation,
  { query = NO_PARAMETERS, choose = () => null }: Choosing = {},
): RestHandler => {
  const read = createRowReader(operation, as.select, as.write)
  const readChosen = async (context: Context, id: string, chosen: ChosenShape) => {
    await context.quota.charge(chosen.links)
    const row = await readRow(context, operation, id, withStatus(as, chosen.as.select))
    return row && { row, shown: chosen.as.write(row) }
  }
  return async (request, context, { id = '' }) => {
    const chosen = choose(readParameters(request.query, query))
    const found = await (chosen ? readChosen(context, id, chosen) : read(context, id))
    if (found === null) throw recordNotFound(operation)
    const { row, shown } = found
    const { text, etag } = shown
    return answerRead(request, text, { etag, ...as.cacheHeaders?.(context, row) })
  }
}
