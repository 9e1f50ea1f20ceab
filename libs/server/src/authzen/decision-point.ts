import { and, or, where, type Condition, type Filter } from '@content-service/authz'
import type { AuthzenOptions } from '@content-service/authz-authzen'
import { type Caller, type User } from '@content-service/domain'
import { LISTED_USERS } from '@content-service/domain/internal/visibility'
import {
  type AccessSources,
  findAccessRecord,
  findAccessUser,
  findHindrance,
  findRecordSource,
  listAccessRecords,
  readResource,
} from '@content-service/domain/internal/explanation'
import { toCaller } from '@content-service/domain/internal/users'

type Options = AuthzenOptions<Caller, object>

const user = where<Pick<User, 'status'>>()

/** The users who can sign in (C3.2): nobody else has a permission. */
const SIGNING_IN: Condition = and(LISTED_USERS, user.status.eq('ACTIVE'))

const createUserType = (sources: AccessSources): Options['subjects'][string] => ({
  load: async ({ id }) => {
    const found = await findAccessUser(sources, id)
    return found && findHindrance(found) === null ? toCaller(found) : null
  },
  list: async (page) => {
    const source = findRecordSource(sources, 'users')
    if (!source) return []
    const selected = { ...source, fields: ['id', 'roles', 'permissions'] }
    const users = (await listAccessRecords(sources, selected, SIGNING_IN, page)) as unknown as readonly User[]
    return users.map((found) => ({ id: String(found.id), subject: toCaller(found) }))
  },
})

const conditionOf = (filter: Filter): Condition =>
  filter.kind === 'when' ? filter.where : filter.kind === 'always' ? and() : or()

const createResourceType = (
  sources: AccessSources,
  resource: string,
  onRead: () => Promise<void>,
): Options['resources'][string] => {
  const source = findRecordSource(sources, resource)
  if (!source) return {}
  return {
    load: async ({ id }) => {
      await onRead()
      return findAccessRecord(sources, source, id)
    },
    find: async (filter, page) => {
      const records = await listAccessRecords(sources, source, conditionOf(filter), page)
      return records.map(({ id }) => String(id))
    },
  }
}

/** The policy of the service as a decision point of AuthZEN: the subjects are its users, the resources those of the policy. */
export const describeDecisionPoint = (
  context: AccessSources,
  onRead: () => Promise<void>,
): Pick<Options, 'policy' | 'subjects' | 'resources'> => ({
  policy: context.policy as unknown as Options['policy'],
  subjects: { user: createUserType(context) },
  resources: Object.fromEntries(
    [...new Set(context.policy.permissions.map(readResource))].map((resource) => [
      resource,
      createResourceType(context, resource, onRead),
    ]),
  ),
})
