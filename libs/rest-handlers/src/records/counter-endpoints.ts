import { declareRecordRead, type ContentModel, type RecordType } from '@content-service/domain'
import { listCounters, nameOne, nameStats } from '@content-service/domain/internal/model'
import { Type, type TSchema } from 'typebox'
import { noContent, okWithEtag } from '../endpoints/answers.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { createReadHandler } from '../endpoints/read-operation.ts'
import { createRepresentation } from '../representations/representation.ts'
import type { Endpoints } from '../routing/route.ts'
import { closed, counterSchema } from '../schemas/schema-terms.ts'
import { declareEndpointIn } from './record-parts.ts'

interface CountedType {
  readonly model: ContentModel
  readonly type: RecordType
}

const createStatsSchema = (type: RecordType, more: Readonly<Record<string, TSchema>>) =>
  Type.Object(
    {
      ...Object.fromEntries(
        listCounters(type).map((name) => [name, counterSchema(type.fields[name]?.about ?? '')]),
      ),
      ...more,
    },
    { ...closed, title: nameStats(type), description: 'The counters that readers change.' },
  )

/** C6.8: readers change the counters, so that they have a separate address. A read of the counters is not a view. */
const statsEndpoint = (type: RecordType, more: Readonly<Record<string, TSchema>>): Endpoints => {
  if (listCounters(type).length === 0) return {}
  const { word, names } = type
  const schema = createStatsSchema(type, more)
  const endpoint: Endpoint = {
    handler: createReadHandler(declareRecordRead(type), createRepresentation(schema)),
    operation: word,
    id: `${word}Stats`,
    summary: `Get the counters of ${nameOne(word)}`,
    access: 'anyone',
    answers: [okWithEtag(schema, `The counters of the ${word}.`)],
  }
  return { [`GET /api/${names.path}/:id/stats`]: endpoint }
}

const likeEndpoints = ({ model, type }: CountedType): Endpoints => {
  if (!type.takesLikes) return {}
  const declareEndpoint = declareEndpointIn(model)
  const { name, word, names } = type
  const address = `/api/${names.path}/:id/like`
  return {
    [`PUT ${address}`]: declareEndpoint(`like${name}`, {
      summary: `Like ${nameOne(word)}`,
      answer: noContent(`You like the ${word}.`),
    }),
    [`DELETE ${address}`]: declareEndpoint(`unlike${name}`, {
      summary: `Remove your like from ${nameOne(word)}`,
      answer: noContent(`You do not like the ${word}.`),
    }),
  }
}

/** C17.5: the counters of a type, with further ones, and its likes. None for a type without either. */
export const counterEndpoints = (
  counted: CountedType,
  more: Readonly<Record<string, TSchema>> = {},
): Endpoints => ({ ...statsEndpoint(counted.type, more), ...likeEndpoints(counted) })
