import { and, where, type Condition } from '@content-service/authz'
import { parseClientId } from '../clients/client.ts'
import type { Context } from '../context/context.ts'
import { parseApiKeyId, parseUserId, parseWebhookId } from '../rules/ids.ts'
import type { Row } from '../reading/reading.ts'
import type { Collection } from '../model/collections.ts'
import { nestLinkedFacts } from '../access/linked-facts.ts'
import { listAllFacts } from '../visibility/shown-records.ts'
import type { User } from '../users/user.ts'

/** The users and records that a question to the policy names. An operator with access to the database may ask without a permission. */
export type AccessSources = Pick<Context, 'policy' | 'stores' | 'model'>

/** The collection of the records of a resource, and the fields that the policy may ask about. */
export interface RecordSource {
  readonly from: Collection
  readonly idOf: (text: string) => string | number | null
  readonly fields: readonly string[]
  /** The links that the policy follows. */
  readonly paths?: readonly string[]
}

/** Resources without records that could be named are absent. */
const SOURCES: Readonly<Partial<Record<string, RecordSource>>> = {
  'api-keys': { from: 'apiKeys', idOf: parseApiKeyId, fields: ['id', 'ownerId'] },
  webhooks: { from: 'webhooks', idOf: parseWebhookId, fields: ['id', 'ownerId'] },
  'oauth-clients': { from: 'oauthClients', idOf: parseClientId, fields: ['id'] },
}

/** The resource stands before the colon of a permission. */
export const readResource = (permission: string): string => permission.split(':')[0] ?? ''

/** Several declared types can share a permission: the first type of the model has the records. */
export const findRecordSource = (
  { model, policy }: Pick<AccessSources, 'model' | 'policy'>,
  resource: string,
): RecordSource | null => {
  const declared = model.types.find(({ permissions }) => readResource(permissions.read) === resource)
  if (!declared) return (Object.hasOwn(SOURCES, resource) && SOURCES[resource]) || null
  const permissions = policy.permissions.filter((permission) => readResource(permission) === resource)
  const paths = permissions.flatMap((permission) => policy.relations(permission))
  return {
    from: declared.plural,
    idOf: declared.parseId,
    fields: [...new Set(['id', ...listAllFacts({ model, policy }, declared.plural)])],
    paths: [...new Set(paths)].toSorted(),
  }
}

/** The user with an id as a client writes it. Null if there is none. */
export const findAccessUser = async ({ stores }: AccessSources, text: string): Promise<User | null> => {
  const id = parseUserId(text)
  return (id && (await stores.users.get(id))) || null
}

/** A list of records in the order of their ids. */
interface RecordPage {
  /** The id of the last record of the page before, as a client writes it. Null for the first page. */
  readonly after: string | null
  readonly limit: number
}

const byId = (id: string | number): Condition => where<{ id: typeof id }>().id.eq(id)

/** The records that satisfy a condition, with the fields that the policy may ask about. */
export const listAccessRecords = async (
  { stores }: AccessSources,
  { from, idOf, fields }: RecordSource,
  condition: Condition,
  { after, limit }: RecordPage,
): Promise<readonly Row[]> => {
  const last = after === null ? null : idOf(after)
  const query = { from, where: condition, window: { limit, offset: 0 }, select: { fields } }
  const orderBy = [{ by: 'id', direction: 'ASC' }] as const
  return stores.reader.find({ ...query, orderBy, ...(last !== null && { after: { id: last } }) })
}

/** The record with an id as a client writes it, as rules read it. Null if there is none. */
export const findAccessRecord = async (
  sources: AccessSources,
  source: RecordSource,
  text: string,
): Promise<object | null> => {
  const id = source.idOf(text)
  if (id === null) return null
  const [row] = await listAccessRecords(sources, source, and(byId(id)), { after: null, limit: 1 })
  return row ? nestLinkedFacts(row, source.paths ?? []) : null
}
