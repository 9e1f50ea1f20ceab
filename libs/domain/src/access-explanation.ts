import { where } from '@content-service/authz'
import { explain, type RuleTrace } from '@content-service/authz/explain'
import { authorizeOnAll } from './access.ts'
import { parseClientId } from './clients/client.ts'
import type { Context } from './context.ts'
import type { Caller, Permission } from './content-policy.ts'
import { badValue, notFound } from './errors.ts'
import { parseApiKeyId, parseUserId, parseWebhookId } from './ids.ts'
import type { Collection } from './reading.ts'
import type { Row } from './reading.ts'
import { listFacts } from './shown-records.ts'
import { toCaller } from './users/roles.ts'
import type { User } from './users/user.ts'

/** A question to the policy: may the user do this, to this record? */
export interface AccessQuestion {
  readonly permission: string
  /** The record; absent if the question names no record. */
  readonly id?: string | undefined
  /** The user; absent for the caller, with the credential in use. */
  readonly userId?: string | undefined
}

/** The decision of the policy and its reasons (C7.7), for a person to read. */
export interface AccessExplanation {
  readonly permission: Permission
  readonly decision: 'ALLOW' | 'DENY'
  readonly reason: string
  readonly rules: readonly RuleTrace[]
  /** The conditions that an allow would need. */
  readonly missing: readonly string[]
  /** The whole explanation, with a line per rule. */
  readonly text: string
}

/** The collection of the records of a resource, and the fields that the policy may ask about. */
interface Source {
  readonly from: Collection
  readonly idOf: (text: string) => string | number | null
  readonly fields: readonly string[]
}

/** Null where there are no records that could be named. */
const SOURCES = {
  'api-keys': { from: 'apiKeys', idOf: parseApiKeyId, fields: ['ownerId'] },
  webhooks: { from: 'webhooks', idOf: parseWebhookId, fields: ['ownerId'] },
  'oauth-clients': { from: 'oauthClients', idOf: parseClientId, fields: ['id'] },
  audit: null,
} as const satisfies Readonly<Record<string, Source | null>>

/** The resource stands before the colon of a permission. */
const readResource = (permission: Permission): string => permission.split(':')[0] ?? ''

/** Several declared types can share a permission: the first type of the model has the records. */
const findSource = ({ model }: Sources, permission: Permission): Source | null => {
  const resource = readResource(permission)
  const declared = model.types.find(({ permissions }) => readResource(permissions.read) === resource)
  if (declared)
    return { from: declared.plural, idOf: declared.parseId, fields: ['id', ...listFacts(model, permission)] }
  return SOURCES[resource as keyof typeof SOURCES]
}

/** An operator with access to the database may ask without a permission. */
type Sources = Pick<Context, 'policy' | 'stores' | 'model'>

const parsePermission = ({ policy }: Sources, given: string): Permission => {
  const known = policy.permissions.find((permission) => permission === given)
  if (known === undefined) throw badValue(['permission'], `must be one of ${policy.permissions.join(', ')}`)
  return known
}

/** The subject of the question, and the reason why the subject cannot sign in, if any. */
interface AccessSubject {
  readonly subject: Caller
  readonly hindrance: string | null
}

/** C3.2: only an ACTIVE, not deleted user can authenticate. */
const findHindrance = ({ deleted, status }: User): string | null => {
  if (deleted) return 'the account is deleted'
  return status === 'ACTIVE' ? null : `the account is ${status}`
}

const findSubject = async ({ stores }: Sources, given: string): Promise<AccessSubject> => {
  const id = parseUserId(given)
  const user = id && (await stores.users.get(id))
  if (!user) throw notFound('user')
  return { subject: toCaller(user), hindrance: findHindrance(user) }
}

/** Adds the reason why the subject cannot sign in: then the policy alone does not decide. */
const addHindrance = (explained: AccessExplanation, hindrance: string | null): AccessExplanation =>
  hindrance === null
    ? explained
    : {
        ...explained,
        decision: 'DENY',
        reason: 'cannot-sign-in',
        missing: [`an account that can sign in: ${hindrance}`, ...explained.missing],
        text: `deny ${explained.permission}: cannot-sign-in, ${hindrance}; else:\n${explained.text}`,
      }

const find = async ({ stores }: Sources, { from, idOf, fields }: Source, text: string): Promise<Row> => {
  const id = idOf(text)
  if (id === null) throw notFound('record')
  const window = { limit: 1, offset: 0 }
  const query = { from, where: where<{ id: typeof id }>().id.eq(id), orderBy: [], window, select: { fields } }
  const [row] = await stores.reader.find(query)
  if (row === undefined) throw notFound('record')
  return row
}

/** The record with the fields that the policy may ask about. The caller has `audit:read`, which allows any record. */
const findRecord = async (
  sources: Sources,
  permission: Permission,
  id: string | undefined,
): Promise<Row | null> => {
  if (id === undefined) return null
  const source = findSource(sources, permission)
  if (source === null)
    throw badValue(
      ['id'],
      `must be absent, because the permission is not about a single record of ${readResource(permission)}`,
    )
  return find(sources, source, id)
}

const explainDecision = async (
  sources: Sources,
  { subject, hindrance }: AccessSubject,
  { permission: given, id }: AccessQuestion,
): Promise<AccessExplanation> => {
  const permission = parsePermission(sources, given)
  const record = await findRecord(sources, permission, id)
  // The permission and the type of its records are known only when the program runs.
  const { decision, ...why } = explain(sources.policy, subject, permission as never, record as never)
  const [effect, reason] = [decision.effect === 'allow' ? 'ALLOW' : 'DENY', decision.reason] as const
  return addHindrance({ permission, decision: effect, reason, ...why }, hindrance)
}

/** `explainAccess`, for `audit:read`. @throws BAD_USER_INPUT, NOT_FOUND. */
export const explainAccess = async (
  context: Context,
  question: AccessQuestion,
): Promise<AccessExplanation> => {
  authorizeOnAll(context, 'audit:read')
  parsePermission(context, question.permission)
  return context.inShare(async () => {
    const { userId: asked } = question
    const about =
      asked === undefined ? { subject: context.caller, hindrance: null } : await findSubject(context, asked)
    return explainDecision(context, about, question)
  })
}

/** `explainAccess` for an operator. @throws BAD_USER_INPUT, NOT_FOUND. */
export const explainUserAccess = async (
  sources: Sources,
  question: AccessQuestion & { readonly userId: string },
): Promise<AccessExplanation> =>
  explainDecision(sources, await findSubject(sources, question.userId), question)
