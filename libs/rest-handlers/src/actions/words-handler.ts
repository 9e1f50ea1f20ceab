import { unconditional } from '@content-service/domain'
import type { TypeActions } from '@content-service/domain/internal/operations'
import type { RestHandler } from '../protocol/http.ts'
import { answerRead } from '../requests/conditional.ts'
import { createContentTag } from '../requests/etag.ts'
import { NO_PARAMETERS, readParameters } from '../requests/paging.ts'

/** The handler of an operation that lists words about the caller. */
export const createWordsHandler =
  (operation: TypeActions): RestHandler =>
  async (request, context) => {
    readParameters(request.query, NO_PARAMETERS)
    const words = await operation.run(context, { id: '', input: {}, precondition: unconditional })
    const text = JSON.stringify(words)
    return answerRead(request, text, { etag: createContentTag(text) })
  }
