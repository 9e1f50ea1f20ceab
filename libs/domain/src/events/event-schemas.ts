import { ARTICLE_STATUSES } from '../articles/publish-workflow.ts'
import { USER_ROLES } from '../users/role-names.ts'
import { USER_STATUSES } from '../users/user.ts'
import { TEST_EVENT } from './domain-event.ts'
import type { RecordType } from '../model/record-type.ts'
import type { ContentModel } from '../model/content-model.ts'
import { declaredMembers } from './declared-events.ts'
import type { toArticleFacts, toDeletedUserData, toUserData } from './event-data.ts'
import { listTypeEvents, type UserEvent } from './event-names.ts'

/** Of the documents below. A change that a receiver would notice as more than a new member is a new version. */
export const EVENT_VERSION = 1

type Schema = Readonly<Record<string, unknown>>
/** The compiler names the member that has no schema. */
type Members<Data extends (...args: never[]) => object> = Readonly<Record<keyof ReturnType<Data>, Schema>>

const text = { type: 'string' }
const nullable = ({ type, ...rest }: { readonly type: string }): Schema => ({ type: [type, 'null'], ...rest })
const time = { type: 'string', format: 'date-time' }
const uuid = { type: 'string', format: 'uuid' }
const userId = { type: 'integer', minimum: 1 }
const flag = { type: 'boolean' }
const texts = { type: 'array', items: text }
const versioned = {
  version: { type: 'integer', minimum: 1 },
  createdAt: time,
  updatedAt: nullable(time),
}

/** C3.7: what the webhook's owner may not see is null, and the email masked. */
const user = {
  id: userId,
  username: text,
  name: text,
  email: text,
  role: { enum: USER_ROLES },
  roles: texts,
  status: { enum: [...USER_STATUSES, null] },
  age: nullable({ type: 'integer' }),
  permissions: { type: ['array', 'null'], items: text },
  profile: {
    type: 'object',
    properties: {
      bio: nullable(text),
      avatar: nullable(text),
      website: nullable(text),
      location: nullable(text),
    },
  },
  ...versioned,
} satisfies Members<typeof toUserData> & { readonly role: Schema }

const deletedUser = { id: userId, isPermanent: flag } satisfies Members<typeof toDeletedUserData>

const ARTICLE_FACTS = {
  articleOwnerId: userId,
  articleStatus: { enum: ARTICLE_STATUSES },
} satisfies Members<typeof toArticleFacts>

const describeDeclaredData = (type: RecordType): Schema => ({
  id: uuid,
  ...declaredMembers(type),
  ...(type.plural === 'comments' && ARTICLE_FACTS),
  ...(type.isFixed ? { createdAt: time } : versioned),
})

/** The data of the events that no declaration describes. */
const BUILT_IN_DATA = {
  'user.created': user,
  'user.updated': user,
  'user.deleted': deletedUser,
  'user.restored': user,
  [TEST_EVENT]: { webhookId: uuid },
} as const satisfies Readonly<Record<UserEvent | typeof TEST_EVENT, Schema>>

const object = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

const documentSchema = (type: string, data: Schema): Schema =>
  object({
    id: {
      ...uuid,
      description:
        'The id of the event, the same in each delivery. The header webhook-id has the same value.',
    },
    type: { const: type },
    version: { const: EVENT_VERSION },
    timestamp: { ...time, description: 'The time of the event.' },
    data: object(data),
  })

const collectData = ({ types }: ContentModel): Readonly<Record<string, Schema>> => {
  const members = types.flatMap((type) =>
    listTypeEvents(type).map((name) => [name, describeDeclaredData(type)]),
  )
  return { ...BUILT_IN_DATA, ...Object.fromEntries(members) }
}

/** The JSON Schema (2020-12) of all that is sent to webhooks (C11.1); members may be added. */
export const createEventSchemas = (model: ContentModel): Schema => {
  const data = collectData(model)
  const all = [...model.eventNames, TEST_EVENT]
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Events of the content service',
    oneOf: all.map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(all.map((type) => [type, documentSchema(type, data[type] ?? {})])),
  }
}
