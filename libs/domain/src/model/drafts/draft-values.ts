import { isObject } from '../../rules/is-object.ts'
import type { Field } from '../fields/field.ts'
import { namePartMember } from '../fields/member-rules.ts'
import { isGroup } from '../fields/part-fields.ts'
import { readLinkedIds } from '../links/joined-links.ts'
import type { DraftType } from './draft-type.ts'
import type { Fields } from '../types/record-operation.ts'

type Values = Readonly<Record<string, unknown>>

const read = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? (value as Values)[name] : undefined

/** A saved value in the place of that of the record: a group keeps the members that the draft does not have. */
export const overlayValue = (field: Field, current: unknown, saved: unknown): unknown => {
  if (!isGroup(field) || !isObject(saved)) return saved
  const members = Object.entries(field.members).flatMap(([name, member]) => {
    const key = namePartMember(name, member)
    const [before, after] = [read(current, key), read(saved, key)]
    const value = after === undefined ? before : overlayValue(member, before, after)
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(members)
}

/** The values of a record with those of a draft in their place. */
export const overlayValues = (fields: Fields, current: Values, saved: Values): Values => {
  const values = Object.entries(saved).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field === undefined ? [] : [[name, overlayValue(field, current[name], value)] as const]
  })
  return { ...current, ...Object.fromEntries(values) }
}

/** The ids of the links in parts, by which reads find their records. */
export const listPartIds = (type: DraftType, values: Values): Values =>
  Object.fromEntries(type.partLinks.map((link) => [link.name, readLinkedIds(type, link, values)]))

/** One value in the steps of its change. */
interface Change {
  /** What the user has sent, once the rules have accepted it. */
  readonly sent: unknown
  /** The value before, as the user sees it: that of the draft, or of the record. */
  readonly before: unknown
  /** The value after the change, whole. */
  readonly after: unknown
  /** What the draft has. */
  readonly saved: unknown
}

/**
 * What a draft keeps of a change. Of a group it keeps the members that the user has sent, so that its application leaves the other
 * ones as they are then. A group that was null is kept whole.
 */
export const keepSent = (field: Field, { sent, before, after, saved }: Change): unknown => {
  if (!isGroup(field) || !isObject(sent) || !isObject(before)) return toJson(after)
  const members = Object.entries(field.members).flatMap(([name, member]) => {
    const key = namePartMember(name, member)
    if (read(sent, key) === undefined) return []
    const [inSent, inBefore, inAfter, inSaved] = [sent, before, after, saved].map((each) => read(each, key))
    const change = { sent: inSent, before: inBefore, after: inAfter, saved: inSaved }
    return [[key, keepSent(member, change)] as const]
  })
  return { ...(isObject(saved) ? saved : {}), ...Object.fromEntries(members) }
}

const toJson = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null))
