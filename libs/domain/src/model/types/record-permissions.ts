import type { DeclaredPermission, Permission } from '../../access/content-policy.ts'
import { isValueFact, type DeclaredResource, type Fact, type Rights } from '../../access/rights.ts'
import type { Field } from '../fields/field.ts'
import { findKind } from '../fields/field-kinds.ts'
import { listGroupMembers, type GroupMemberPath } from '../fields/group-members.ts'

/** The permissions to read, to create, to write and to delete a record. */
export interface RecordPermissions {
  readonly read: Permission
  readonly create: Permission
  readonly write: Permission
  readonly delete: Permission
}

export const namePermission = (resource: string, action: string): Permission =>
  `${resource}:${action}` as DeclaredPermission

/** The resource of the permissions of a type: `products` for categories. */
export const nameResource = ({ read }: Pick<RecordPermissions, 'read'>): string => read.split(':')[0] ?? ''

/** C14.3: the right to write includes the rights to create and to delete, unless the type declares them. */
export const derivePermissions = (resource: string, actions: readonly string[]): RecordPermissions => {
  const nameOr = (action: string): Permission =>
    namePermission(resource, actions.includes(action) ? action : 'write')
  return {
    read: namePermission(resource, 'read'),
    create: nameOr('create'),
    write: namePermission(resource, 'write'),
    delete: nameOr('delete'),
  }
}

/** Events have no value that only code of the service knows. */
const findFact = (field: Field): Fact | null => {
  // C16.2: a store computes the value when a right has decided already.
  if (field.computed !== undefined) return null
  const fact = findKind(field).fact(field)
  const isUnknown = field.isInternal === true || field.isHidden === true
  return fact !== null && isUnknown && isValueFact(fact) ? null : fact
}

/** C17.4: the action of who may erase deleted records. */
const PURGE = 'purge'

/** The permission to erase what is in the trash of a type. */
export const getPurgePermission = ({
  permissions,
}: {
  readonly permissions: Pick<RecordPermissions, 'read'>
}): Permission => namePermission(nameResource(permissions), PURGE)

/** The rights of a declaration; only administrators erase what is in the trash, unless it says more. */
export const withPurge = <Allowed extends Rights>(
  allowed: Allowed | undefined,
  trash: unknown,
): Allowed | undefined =>
  trash === true && allowed !== undefined ? { [PURGE]: { ADMIN: 'all' }, ...allowed } : allowed

type Attributes = Readonly<Record<string, Field>>

/** C16.1: the members of groups. A time inside a part is a text, so that no rule compares it with a time. */
const listMembers = (attributes: Attributes): readonly (readonly [string, Field])[] => {
  const isKnown = ({ attribute, field }: GroupMemberPath): boolean => {
    const group = attributes[attribute]
    return field.kind !== 'time' && group?.isInternal !== true && group?.isHidden !== true
  }
  return listGroupMembers(attributes).flatMap((member) =>
    isKnown(member) ? [[member.name, member.field] as const] : [],
  )
}

/**
 * The facts by which rules can decide: states, the owner, other links, texts, numbers, flags and times (C14.3), and members of
 * groups, under names such as `nutrition.calories` (C16.1).
 */
export const deriveFacts = (attributes: Attributes): Readonly<Record<string, Fact>> =>
  Object.fromEntries(
    [...Object.entries(attributes), ...listMembers(attributes)].flatMap(([name, field]): [string, Fact][] => {
      const fact = findFact(field)
      return fact === null ? [] : [[name, fact]]
    }),
  )

export const deriveResource = (
  name: string,
  rights: Rights,
  {
    attributes,
    ownerAttribute,
  }: { readonly attributes: Readonly<Record<string, Field>>; readonly ownerAttribute: string | null },
): DeclaredResource => ({
  name,
  actions: Object.keys(rights),
  rights,
  facts: deriveFacts(attributes),
  owner: ownerAttribute,
})
