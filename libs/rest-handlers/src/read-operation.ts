import { notFound, type Context, type Row, type Selection } from '@content-service/domain'
import { answerRead } from './conditional.ts'
import type { RestHandler } from './http.ts'
import { NO_PARAMETERS, readParameters } from './paging.ts'
import type { Representation } from './representation.ts'

type ReadRecord = (context: Context, id: string, select: Selection) => Promise<Row | null>

/** The handler of the operation that reads one record; `word` names the record in messages. */
export const createReadHandler =
  (word: string, read: ReadRecord, as: Representation): RestHandler =>
  async (request, context, { id = '' }) => {
    readParameters(request.query, NO_PARAMETERS)
    const row = await read(context, id, as.select)
    if (row === null) throw notFound(word)
    return answerRead(request, as.present(row), { etag: as.tagOf(row), ...as.cacheHeaders?.(context, row) })
  }
