import { accept } from '../../rules/accept.ts'
import type { Field, GroupField, SetByService, ValuesOf } from './field.ts'
import { createRule, type Fields } from '../types/record-operation.ts'

const mapMembers = <Value>(members: Fields, read: (field: Field) => Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(members).map(([name, field]) => [name, read(field)]))

/**
 * An object whose members code of the service changes one by one; the contract of the typed interface has a type for
 * it.
 */
export const group = <const Members extends Fields>(
  members: Members,
  { about }: Pick<Field, 'about'>,
): GroupField<Members> & SetByService => {
  const rules = mapMembers(members, createRule)
  return {
    kind: 'group',
    about,
    schema: { type: 'object' },
    isOptional: false,
    isUnique: false,
    isInput: false,
    members,
    rules,
    // Each member has its initial value or a value that has passed its rule.
    initial: mapMembers(members, ({ initial }) => initial) as ValuesOf<Members>,
    check: (change) => accept(rules, change) as ValuesOf<Members>,
  }
}

/** Null clears a member that can be null. */
export type MemberChange<T> = { readonly [K in keyof T]?: T[K] | null | undefined }

/** The values after a change. A member that the change does not name keeps its value. @throws BAD_USER_INPUT. */
export const changeMembers = <Values extends object>(
  { check, initial }: Pick<Field<Values>, 'check'> & { readonly initial: Values },
  change: MemberChange<Values>,
  current = initial,
): Values => ({ ...current, ...check(change) })
