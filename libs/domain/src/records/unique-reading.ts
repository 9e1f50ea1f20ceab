import type { Condition } from '@content-service/authz'
import { findSlug, SLUGS } from '../model/slugs/slugged.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { listUniqueKeys, type UniqueKey } from '../model/unique-keys.ts'
import { allOf, type Query, type Selection } from '../reading/reading.ts'
import { badValue, InvalidValue, type Problem } from '../rules/errors.ts'
import { isObject } from '../rules/is-object.ts'
import { createComparison } from '../visibility/lists/comparisons.ts'
import { listMembers, type ValueMember } from '../visibility/lists/list-members.ts'
import type { ReadContext, ReaderContext } from '../visibility/read-context.ts'
import { planVisible, readFirst, type PlannedRead } from '../visibility/visibility.ts'
import { filterFound } from '../visibility/visible-rows.ts'

/** The value of one key by its name: `{ code: 'A1' }` or `{ hallSlot: { hallId, slot } }`. */
export type GivenKey = Readonly<Record<string, unknown>>

/** @throws BAD_USER_INPUT with the path of a wrong value. */
const compareMember = (
  context: ReadContext,
  type: RecordType,
  { member, path }: { readonly member: ValueMember; readonly path: Problem['path'] },
  value: unknown,
): Condition => {
  try {
    return createComparison(context, { type, member, operator: 'eq' }, value)
  } catch (error) {
    throw error instanceof InvalidValue ? badValue(path, error.message) : error
  }
}

const findMember = (context: ReadContext, type: RecordType, attribute: string): ValueMember => {
  const member = listMembers(context.model, type)[attribute]
  if (member?.kind !== 'value') throw new Error(`${type.name}.${attribute} is not compared`)
  return member
}

/** A text is equal as its unique index compares it, and a link that the caller does not see is null (C14.4). */
const compareValue = (
  context: ReadContext,
  type: RecordType,
  [attribute, value]: readonly [string, unknown],
  path: Problem['path'],
): Condition => {
  const found = findMember(context, type, attribute)
  const member = found.values === 'text' ? { ...found, ignoresCase: true as const } : found
  return compareMember(context, type, { member, path }, value)
}

/** C17.7: a slug that the record has or had. The statement is the same whether a record has it or not. */
const compareSlug = (context: ReadContext, type: RecordType, name: string, value: unknown): Condition => {
  const member = { ...findMember(context, type, name), attribute: 'slug', isIndexed: false }
  const isEqual = compareMember(context, type, { member, path: ['where', name] }, value)
  const isOfType: Condition = { op: 'eq', attribute: 'type', value: type.name }
  return { op: 'some', attribute: SLUGS, condition: allOf(isOfType, isEqual) }
}

const compareKey = (
  context: ReadContext,
  type: RecordType,
  { name, attributes }: UniqueKey,
  given: unknown,
): Condition => {
  const [only = name] = attributes
  if (findSlug(type)?.name === only && attributes.length === 1) return compareSlug(context, type, only, given)
  if (attributes.length === 1) return compareValue(context, type, [only, given], ['where', name])
  const values = isObject(given) ? given : {}
  return allOf(
    ...attributes.map((attribute) =>
      compareValue(context, type, [attribute, values[attribute]], ['where', name, attribute]),
    ),
  )
}

/** @throws BAD_USER_INPUT unless exactly one key is given. */
const findKey = (type: RecordType, given: GivenKey): UniqueKey => {
  const keys = listUniqueKeys(type)
  const [name = '', ...others] = Object.keys(given)
  const key = keys.find((each) => each.name === name)
  if (key && others.length === 0) return key
  throw badValue(['where'], `must have one of ${keys.map((each) => each.name).join(', ')}`)
}

const filterByKey = (context: ReadContext, given: RecordType, where: GivenKey): Condition => {
  const type = context.model.typeNamed(given.name)
  const key = findKey(type, where)
  return allOf(compareKey(context, type, key, where[key.name]), filterFound(context, type.plural))
}

/** C14.4: plans the read of the record with the values of a unique key that the caller may read. @throws BAD_USER_INPUT. */
export const planByKey = (
  context: ReadContext,
  type: RecordType,
  where: GivenKey,
  select: Selection,
): PlannedRead => {
  const window = { limit: 1, offset: 0 }
  const query: Query = {
    from: type.plural,
    where: filterByKey(context, type, where),
    orderBy: [],
    window,
    select,
  }
  return planVisible(context, query)
}

/** C17.7: the id and the present slug of the record that has or had the slug, if the caller may read it. */
export const readBySlug = async (
  context: ReaderContext,
  type: RecordType,
  slug: string,
): Promise<{ readonly id: string; readonly slug: unknown } | null> => {
  const name = findSlug(type)?.name ?? ''
  const planned = planByKey(context, type, { [name]: slug }, { fields: ['id', name] })
  const row = await readFirst(context, planned)
  return row && { id: String(row['id']), slug: row[name] }
}
