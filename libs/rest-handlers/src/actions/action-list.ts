import type { RecordType } from '@content-service/domain'
import { AVAILABLE_ACTIONS } from '@content-service/domain/internal/actions'
import { nameOne } from '@content-service/domain/internal/model'
import { okWithEtag } from '../endpoints/answers.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { createReadHandler } from '../endpoints/read-operation.ts'
import { createContentTag } from '../requests/etag.ts'
import type { Representation } from '../representations/representation.ts'
import { actionsSchema } from '../schemas/actions-schema.ts'

const write: Representation['write'] = (record) => {
  const text = JSON.stringify((record as Readonly<Record<string, unknown>>)[AVAILABLE_ACTIONS])
  return { text, etag: createContentTag(text) }
}

/** The actions alone: no other body of a record has them. */
const ACTIONS: Representation = {
  select: { fields: [AVAILABLE_ACTIONS] },
  present: (record) => record as ReturnType<Representation['present']>,
  write,
  computeTag: (record) => write(record).etag,
}

interface ReadRecord {
  readonly type: Pick<RecordType, 'word'>
  /** Reads the record; such a read is no view of an article. */
  readonly read: Parameters<typeof createReadHandler>[0]
  readonly access: Endpoint['access']
}

/** C12.8: what the caller may do to a record now. */
export const createActionList = ({ type: { word }, read, access }: ReadRecord): Endpoint => ({
  handler: createReadHandler(read, ACTIONS),
  operation: word,
  id: `${word}Actions`,
  summary: `List what you may do to ${nameOne(word)} now`,
  description:
    'For example, `update` if you may change it now. The list follows from your permissions and the state of the record.',
  access,
  answers: [okWithEtag(actionsSchema, 'The actions in alphabetical order.')],
})
