import { where, type Condition } from '@content-service/authz'
import { authorizeOnAll } from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { about } from '../model/operation.ts'
import type { ListOperation } from '../operations/read-operations.ts'
import { allOf, type Order } from '../reading/reading.ts'
import { accept } from '../rules/accept.ts'
import { parseUserId } from '../rules/ids.ts'
import { createTextRule } from '../rules/text.ts'
import { pointInTime } from '../rules/time.ts'
import { NOTHING } from '../visibility/visible-rows.ts'
import type { AuditEntry } from './audit-entry.ts'

/** C19.5: the filters of the audit log, as a client sends them. */
export interface AuditFilters {
  readonly actorId?: string | undefined
  readonly resource?: string | undefined
  readonly resourceId?: string | undefined
  readonly action?: string | undefined
  /** The first and the last time, both inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The names of the filters, with the most characters of each. */
export const AUDIT_FILTERS = {
  actorId: 100,
  resource: 100,
  resourceId: 300,
  action: 100,
  from: 64,
  to: 64,
} as const satisfies Readonly<Record<keyof AuditFilters, number>>

const rules = {
  actorId: createTextRule(1, AUDIT_FILTERS.actorId),
  resource: createTextRule(1, AUDIT_FILTERS.resource),
  resourceId: createTextRule(1, AUDIT_FILTERS.resourceId),
  action: createTextRule(1, AUDIT_FILTERS.action),
  from: pointInTime,
  to: pointInTime,
}

const entry = where<AuditEntry>()

/** C2.1: a malformed id is the id of nobody. */
const isOfActor = (text: string): Condition => {
  const actor = parseUserId(text)
  return actor === null ? NOTHING : entry.actorId.eq(actor)
}

/** @throws BAD_USER_INPUT with all problems. */
export const parseAuditFilters = (filters: AuditFilters): Condition => {
  const { actorId, resource, resourceId, action, from, to } = accept(rules, filters)
  return allOf(
    actorId !== undefined && isOfActor(actorId),
    resource !== undefined && entry.resource.eq(resource),
    resourceId !== undefined && entry.resourceId.eq(resourceId),
    action !== undefined && entry.action.eq(action),
    from !== undefined && entry.at.gte(from),
    to !== undefined && entry.at.lte(to),
  )
}

const BY_ID: readonly Order[] = [{ by: 'id', direction: 'DESC' }]
/** An index of each filter has the times behind the values. */
const BY_TIME: readonly Order[] = [{ by: 'at', direction: 'DESC' }, ...BY_ID]

const listEntries = (context: Context, filters: AuditFilters) => {
  authorizeOnAll(context, 'audit:read')
  const names = Object.keys(AUDIT_FILTERS) as (keyof AuditFilters)[]
  const given = names.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]]))
  const isFiltered = given.length > 0
  return {
    // C19.5: a cursor belongs to its filters.
    name: isFiltered ? `auditLog ${JSON.stringify(given)}` : 'auditLog',
    where: parseAuditFilters(filters),
    orderBy: isFiltered ? BY_TIME : BY_ID,
  }
}

/** C7.10: the entries of the audit log, newest first. */
export const auditOperations = {
  auditLog: {
    ...about('audit'),
    kind: 'list',
    access: 'audit:read',
    from: 'auditEntries',
    list: listEntries,
  } satisfies ListOperation<AuditFilters>,
} as const
