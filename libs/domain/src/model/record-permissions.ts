import type { DeclaredPermission, Permission } from '../access/content-policy.ts'
import type { DeclaredResource, Fact, Rights, ValueFact } from '../access/rights.ts'
import { isLink, isState, isTime, leadsToUser, type Field, type ValueSchema } from './field.ts'

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

/** The longest text by which a rule can decide, because rows and events have the texts that rules compare. */
const LONGEST_FACT = 10_000

const VALUE_FACTS = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'flag',
  array: null,
  object: null,
} as const satisfies Readonly<Record<ValueSchema['type'], ValueFact | null>>

/** Events have no value that only code of the service knows. */
const findFact = (field: Field): Fact | null => {
  if (isLink(field)) return leadsToUser(field) ? 'user' : 'record'
  if (isState(field)) return field.states
  const { type, maxLength = 0 } = field.schema
  if (field.isInternal || field.isHidden || maxLength > LONGEST_FACT) return null
  return isTime(field) ? 'time' : VALUE_FACTS[type]
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
