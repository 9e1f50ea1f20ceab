import type { ContentModel, RecordType } from '@content-service/domain'
import { nameOne, nameOperationBody } from '@content-service/domain/internal/model'
import { findOperation } from '@content-service/domain/internal/service'
import { Type } from 'typebox'
import { noContent, okWithContentLocation } from '../endpoints/answers.ts'
import { createEndpoint } from '../endpoints/declare-endpoint.ts'
import { createBodyType } from '../requests/body.ts'
import type { RecordSchemas } from '../representations/record-schemas.ts'
import type { Representation } from '../representations/representation.ts'
import type { Endpoints } from '../routing/route.ts'
import { closed, textSchema } from '../schemas/schema-terms.ts'

interface Parts {
  readonly model: ContentModel
  readonly type: RecordType
  readonly schemas: RecordSchemas
  readonly as: Representation
}

/** C4.3: an RFC 3339 timestamp. */
const createScheduleBody = ({ word }: RecordType, title: string) =>
  createBodyType(
    Type.Object(
      {
        publishAt: textSchema(64, 'The time of publication: RFC 3339, in the future.', {
          format: 'date-time',
          examples: ['2030-01-01T09:00:00Z'],
        }),
      },
      { ...closed, title, description: `The scheduled publication of ${nameOne(word)}.` },
    ),
  )

/** C17.2: the schedule is a part of the record, with the entity tag of the record. None for a type without a schedule. */
export const scheduleEndpoints = (
  { model, type, schemas, as }: Parts,
  title = nameOperationBody(type, 'schedule'),
): Endpoints => {
  if (type.schedule === null) return {}
  const { name, word, names } = type
  const address = `/api/${names.path}/:id/schedule`
  const [set, remove] = [`schedule${name}`, `unschedule${name}`]
  return {
    [`PUT ${address}`]: createEndpoint(set, findOperation(model, set), {
      summary: `Schedule the publication of ${nameOne(word)}`,
      body: createScheduleBody(type, title),
      as,
      location: `/api/${names.path}`,
      answer: okWithContentLocation(schemas.shown, `The ${word} with its schedule.`),
    }),
    [`DELETE ${address}`]: createEndpoint(remove, findOperation(model, remove), {
      summary: `Cancel the scheduled publication of ${nameOne(word)}`,
      as,
      answer: noContent(`The ${word} is not scheduled.`),
    }),
  }
}
