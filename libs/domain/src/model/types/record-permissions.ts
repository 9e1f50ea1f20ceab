import type { DeclaredPermission, Permission } from '../../access/content-policy.ts'
import { isValueFact, type DeclaredResource, type Fact, type Rights } from '../../access/rights.ts'
import type { Field } from '../fields/field.ts'
import { findKind } from '../fields/field-kinds.ts'

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

/** The facts by which rules can decide: states, the owner, other links, texts, numbers, flags and times (C14.3). */
export const deriveFacts = (attributes: Readonly<Record<string, Field>>): Readonly<Record<string, Fact>> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, field]): [string, Fact][] => {
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
