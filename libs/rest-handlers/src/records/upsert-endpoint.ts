import type { ContentModel, Context, RecordType } from '@content-service/domain'
import { nameOne, nameUpsert } from '@content-service/domain/internal/model'
import type { RunOperation } from '@content-service/domain/internal/operations'
import { upsertRecord, type Upserted } from '@content-service/domain/internal/records'
import { findOperation } from '@content-service/domain/internal/service'
import { created, okWithContentLocation } from '../endpoints/answers.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { readTag } from '../endpoints/run-operation.ts'
import { respond } from '../endpoints/run-response.ts'
import type { RestHandler, RestRequest } from '../protocol/http.ts'
import { RestError } from '../protocol/problem.ts'
import { receive } from '../requests/body.ts'
import { createPrecondition } from '../requests/conditional.ts'
import type { Representation } from '../representations/representation.ts'
import { textSchema } from '../schemas/schema-terms.ts'
import type { RecordSchemas } from '../representations/record-schemas.ts'

interface Parts {
  readonly model: ContentModel
  readonly type: RecordType
  readonly schemas: RecordSchemas
  readonly as: Representation
}

/** The variable of the address. */
export const refSchema = textSchema(300, 'Your own name for the record, such as its key in another system.', {
  minLength: 1,
  examples: ['crm-4711'],
})

/** The ref can be any line of text, so that the address has it percent-encoded (RFC 3986 §2.1). @throws BAD_REQUEST. */
const decodeRef = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new RestError('BAD_REQUEST', 'The ref in the address is not percent-encoded UTF-8.')
  }
}

const listAnswers = ({ type, schemas }: Parts) => ({
  changed: okWithContentLocation(schemas.shown, `The changed ${type.word}.`),
  created: created(schemas.shown, `The new ${type.word}.`),
})

interface UpsertRequest {
  readonly request: RestRequest
  readonly context: Context
  /** The segment of the address. */
  readonly ref: string
}

const write = (
  { type, schemas, as }: Parts,
  { request, context, ref }: UpsertRequest,
): Promise<Upserted<RecordType>> => {
  const body = receive(request, schemas.newBody, type.rules)
  // Only a new record needs all members.
  const changed = receive(request, schemas.upsertBody, type.rules)
  const prepare = async (id: string | null) => {
    const computeTag = await readTag({ request, context, id: id ?? '' }, as)
    return createPrecondition<object>(request, id === null ? body : changed, computeTag)
  }
  const readRef = (): string => {
    body.readable()
    return decodeRef(ref)
  }
  // The precondition refuses a body that is not a whole input.
  return upsertRecord(context, type, { readRef, given: body.known() as never, prepare })
}

const createHandler = (parts: Parts): RestHandler => {
  const { model, type, as } = parts
  // An upsert is an operation that runs a function.
  const operation = findOperation(model, nameUpsert(type)) as RunOperation<never, unknown>
  const answers = listAnswers(parts)
  return async (request, context, { ref = '' }) => {
    const { record, isNew } = await write(parts, { request, context, ref })
    const answer = isNew ? answers.created : answers.changed
    const location = `/api/${type.names.path}`
    return respond(context, operation, record, { summary: '', as, answer, location })
  }
}

/** C14.4: creates or changes the record with a ref. */
export const createUpsertEndpoint = (parts: Parts): Endpoint => {
  const { type, schemas } = parts
  const { changed, created: added } = listAnswers(parts)
  const { read, write: change, create } = type.permissions
  const needed = [...new Set([change, create])].map((each) => `\`${each}\``).join(' and ')
  return {
    handler: createHandler(parts),
    operation: nameUpsert(type),
    summary: `Change ${nameOne(type.word)} by your own name for it, or create it`,
    description: `Properties that you leave out keep their values; a new record needs the properties that \`POST\` needs. With \`If-None-Match: *\` the request only creates, with \`If-Match\` it only changes. Needs ${needed} on all records.`,
    access: change,
    body: schemas.upsertBody,
    shows: read,
    answers: [changed, added],
    isConditional: true,
  }
}
