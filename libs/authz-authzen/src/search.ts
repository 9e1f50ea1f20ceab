import type { DecisionPoint } from './decision-point.ts'
import { readAction, readContext, readEntity, readType } from './entities.ts'
import type { ListedSubject, Properties } from './options.ts'
import { readSearch } from './page.ts'

/** A search for subjects asks the policy about each subject. One response covers this many, so that it ends soon. */
const MOST_SUBJECTS = 2_000

const NO_RESULTS = { results: [] }

/** Section 8.4: the subjects that have the permission for a resource. */
export async function searchSubjects(point: DecisionPoint, body: Properties): Promise<object> {
  const [{ type }, action, resource] = [
    readType(body, 'subject'),
    readAction(body),
    readEntity(body, 'resource'),
  ]
  const { page, show } = await readSearch('subject', body)
  const permission = point.permissionOf(resource.type, action.name)
  const list = point.subjectType(type)?.list
  if (!list || permission === undefined) return NO_RESULTS
  const row = await point.loadRow(resource)
  if (!row) return NO_RESULTS
  const isAllowed = ({ subject }: ListedSubject<object>) =>
    point.abilityOf(subject as never, action.properties, readContext(body)).can(permission, row)
  const listed = await list({ after: page.after, limit: MOST_SUBJECTS + 1 })
  const asked = listed.slice(0, MOST_SUBJECTS)
  const allowed = asked.filter(isAllowed)
  const found = allowed.slice(0, page.limit)
  const last = allowed.length > found.length ? found.at(-1) : listed.length > asked.length && asked.at(-1)
  return { ...show(last ? last.id : null, found.length), results: found.map(({ id }) => ({ type, id })) }
}

/** Section 8.5: the resources for which the subject has the permission. The filter of the policy selects them. */
export async function searchResources(point: DecisionPoint, body: Properties): Promise<object> {
  const [subject, action, { type }] = [
    readEntity(body, 'subject'),
    readAction(body),
    readType(body, 'resource'),
  ]
  const { page, show } = await readSearch('resource', body)
  const permission = point.permissionOf(type, action.name)
  const find = point.resourceType(type)?.find
  if (!find || permission === undefined) return NO_RESULTS
  const ability = await point.abilityFor(subject, action.properties, readContext(body))
  const filter = ability?.filter(permission)
  if (!filter || filter.kind === 'never') return NO_RESULTS
  const ids = await find(filter, { ...page, limit: page.limit + 1 })
  const found = ids.slice(0, page.limit)
  const next = ids.length > found.length ? (found.at(-1) ?? null) : null
  return { ...show(next, found.length), results: found.map((id) => ({ type, id })) }
}

/** Section 8.6: the actions that the subject may do on a resource. A policy has few actions, so that there is one page. */
export async function searchActions(point: DecisionPoint, body: Properties): Promise<object> {
  const [subject, resource] = [readEntity(body, 'subject'), readEntity(body, 'resource')]
  const { show } = await readSearch('action', body)
  const ability = await point.abilityFor(subject, {}, readContext(body))
  const actions = ability ? point.actionsOf(resource.type) : []
  const row = actions.length > 0 ? await point.loadRow(resource) : null
  const allowed = row ? actions.filter(([, permission]) => ability?.can(permission, row)) : []
  return { ...show(null, allowed.length), results: allowed.map(([name]) => ({ name })) }
}
