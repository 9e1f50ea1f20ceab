import { createChangeRefusal, may, mayAll, type PolicyContext } from '../access/access.ts'
import type { Permission } from '../access/content-policy.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { isSame } from '../rules/is-same.ts'
import type { Values } from './readable-links.ts'

type Guarded = Pick<RecordType, 'inputs' | 'manyLinks' | 'changeRights' | 'masks'>

const isSent = (given: object, name: string): boolean =>
  Object.hasOwn(given, name) && (given as Values)[name] !== undefined

/** The permissions that decide about the sent members which not every writer may change, and whether they are visible. */
export const listChangeRights = (
  { changeRights, manyLinks, masks }: Guarded,
  given: object,
): readonly Permission[] =>
  Object.entries(changeRights).flatMap(([name, permission]) => {
    const link = manyLinks.find(({ attribute }) => attribute === name)
    const members = link ? [name, link.add, link.remove] : [name]
    if (!members.some((member) => isSent(given, member))) return []
    return [permission, ...(masks[name] ?? [])]
  })

/** @throws UNAUTHENTICATED, FORBIDDEN at the first of these members that the caller may not change in the record. */
const refuse = (
  context: PolicyContext,
  { changeRights }: Guarded,
  record: object,
  isChanged: (name: string) => boolean,
): void => {
  for (const [member, permission] of Object.entries(changeRights))
    if (isChanged(member) && !may(context, permission, record))
      throw createChangeRefusal(context, permission, member)
}

/**
 * C14.3: a member that the caller may not see counts as changed whenever it is sent, before its value is checked: otherwise
 * the response would tell whether it is the stored one. @throws UNAUTHENTICATED, FORBIDDEN.
 */
export const refuseUnseen = (context: PolicyContext, type: Guarded, given: object, record: object): void =>
  refuse(context, type, record, (name) => {
    return isSent(given, name) && !mayAll(context, type.masks[name] ?? [], record)
  })

const isCleared = (given: object, name: string): boolean => (given as Values)[name] === null

/** The permissions that decide whether the caller sees what the change clears. */
export const listClearRights = ({ masks }: Guarded, given: object): readonly Permission[] =>
  Object.entries(masks).flatMap(([name, permissions]) => (isCleared(given, name) ? permissions : []))

/**
 * C13.3: null leaves a value as it is that the caller may not see, because the caller has read null in its place: a form that is sent
 * back erases nothing.
 */
export const keepUnseen = (
  context: PolicyContext,
  { masks }: Guarded,
  values: Values,
  record: object,
): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== null || mayAll(context, masks[name] ?? [], record),
    ),
  )

/** C14.3: a change needs the permission on the record as it was. @throws UNAUTHENTICATED, FORBIDDEN. */
export const refuseChanged = (context: PolicyContext, type: Guarded, values: object, record: object): void =>
  refuse(
    context,
    type,
    record,
    (name) => isSent(values, name) && !isSame((values as Values)[name], (record as Values)[name]),
  )

/** C14.3: in a new record, a value that is not the initial one is a change. @throws UNAUTHENTICATED, FORBIDDEN. */
export const refuseSet = (context: PolicyContext, type: Guarded, record: object): void =>
  refuse(
    context,
    type,
    record,
    (name) => !isSame((record as Values)[name], type.inputs[name]?.initial ?? null),
  )
