import type { DeclaredPermission, Permission } from '../access/content-policy.ts'
import type { DeclaredResource, Fact, Rights } from '../access/rights.ts'
import { isLink, isState, leadsToUser, type Field } from './field.ts'

/** The permissions to read, to write and to delete a record. */
export interface RecordPermissions {
  readonly read: Permission
  readonly write: Permission
  readonly delete: Permission
}

export const namePermission = (resource: string, action: string): Permission =>
  `${resource}:${action}` as DeclaredPermission

/** The resource of the permissions of a type: `products` for categories. */
export const nameResource = ({ read }: Pick<RecordPermissions, 'read'>): string => read.split(':')[0] ?? ''

/** If the type declares no right to delete, the right to write includes it. */
export const derivePermissions = (resource: string, actions: readonly string[]): RecordPermissions => ({
  read: namePermission(resource, 'read'),
  write: namePermission(resource, 'write'),
  delete: namePermission(resource, actions.includes('delete') ? 'delete' : 'write'),
})

/** The states of a record, its owner and its other links: the facts by which rules can decide. */
export const deriveFacts = (attributes: Readonly<Record<string, Field>>): Readonly<Record<string, Fact>> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, field]): [string, Fact][] => {
      if (isLink(field)) return [[name, leadsToUser(field) ? 'user' : 'record']]
      return isState(field) ? [[name, field.states]] : []
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
