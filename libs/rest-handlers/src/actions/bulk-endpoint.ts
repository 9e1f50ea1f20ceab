import type { RecordType } from '@content-service/domain'
import { requireCredential } from '@content-service/domain/internal/access'
import { MOST_BULK_IDS, runBulkAction } from '@content-service/domain/internal/service'
import { Type } from 'typebox'
import { okList } from '../endpoints/answers.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { createJsonResponse } from '../protocol/http.ts'
import { createBody, receive } from '../requests/body.ts'
import {
  idSchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  textSchema,
  userIdInput,
} from '../schemas/schema-terms.ts'

type ActedType = Pick<RecordType, 'name' | 'names' | 'word' | 'isNumbered'>

/** C2.1: the id of a user is a number, or its text. */
const recordId = ({ word, isNumbered }: ActedType) =>
  isNumbered ? userIdInput : Type.Unsafe<string | number>(idSchema(`the ${word}`))

const createBulkBody = (type: ActedType) =>
  createBody(
    { description: `An action on several ${type.names.plural}.` },
    {
      ids: Type.Array(recordId(type), { maxItems: MOST_BULK_IDS, description: 'Different ids.' }),
      action: textSchema(100, 'An action that needs no input.', { examples: ['delete'] }),
    },
  )

const createResultSchema = (type: ActedType) =>
  objectSchema(
    { description: 'What the action has done to one record.' },
    {
      id: recordId(type),
      status: integerSchema(200, 599, 'The status that the same request for this record alone would have.'),
      code: nullableSchema(textSchema(100, 'The code of the refusal; null if the action is done.')),
    },
  )

/** C14.4: an action on each record of a list. */
export const createBulkEndpoint = (type: RecordType): Endpoint => {
  const body = createBulkBody(type)
  return {
    operation: 'bulkAction',
    id: `bulk${type.name}Action`,
    summary: `Perform an action on several ${type.names.plural}`,
    description:
      'A refusal concerns its record alone. Each record counts as one request. An unknown action, an action that needs an input, and an id that is in the list twice refuse the whole request.',
    access: 'signed in',
    body,
    answers: [okList(createResultSchema(type), 'A result for each id, in the order of the ids.')],
    handler: async (request, context) => {
      requireCredential(context)
      const { ids, action } = receive(request, body, {}).value()
      const results = await runBulkAction(context, { type, ids: ids.map(String), action })
      return createJsonResponse(
        200,
        results.map(({ status, refusal }, place) => ({
          id: ids[place],
          status,
          code: refusal?.code ?? null,
        })),
      )
    },
  }
}
