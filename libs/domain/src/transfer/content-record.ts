import { accept, clearable, type Rule, type Rules } from '../rules/accept.ts'
import type { ArticleStatus } from '../access/built-in-facts.ts'
import { badUserInput, InvalidValue, type Problem } from '../rules/errors.ts'
import type { ContentModel } from '../model/content-model.ts'
import { isLink, isMany, type Field, type ManyField } from '../model/fields/field.ts'
import { MOST_HIDDEN } from '../model/links/many-links.ts'
import type { Fields } from '../model/types/record-operation.ts'
import { hasLinks } from '../model/links/part-links.ts'
import { perModel } from '../model/per-model.ts'
import { isDeletionTime } from '../model/trash/trash.ts'
import { isScheduleTime } from '../model/states/schedule.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { createTypedRule } from '../model/fields/field-kinds.ts'
import { text, texts } from '../model/fields/typed-rule.ts'
import { checkRef } from '../rules/text.ts'
import { pointInTime } from '../rules/time.ts'
import { newUserRules, type User } from '../users/user.ts'
import { createPartsRule } from './line-parts.ts'

interface Dated {
  readonly createdAt?: Date
  readonly updatedAt?: Date | null
}

export interface UserRecord extends Dated, Partial<Omit<User, keyof Dated>> {
  readonly type: 'user'
  readonly username: string
  readonly email: string
}

/** A record of a declared type, by its word; links contain the names of records. */
export interface DeclaredRecord extends Readonly<Record<string, unknown>> {
  readonly type: string
}

export interface ArticleRecord extends Dated {
  readonly type: 'article'
  readonly ref: string
  readonly title: string
  readonly content: string
  readonly excerpt?: string | null
  /** The username of the owner. */
  readonly owner: string
  readonly tags?: readonly string[]
  readonly status?: ArticleStatus
  readonly publishedAt?: Date | null
}

/** One line of an import or export (C10.6): it names other records by readable names, never by ids. */
export type ContentRecord = UserRecord | ArticleRecord | DeclaredRecord

const nullable = <Out>(rule: (value: unknown) => Out) => clearable<unknown, Out>(rule)

const name = text(checkRef)
const moment = text(pointInTime)
const dates = { createdAt: moment, updatedAt: nullable(moment) }

/** C14.2: the names of linked records. A record can have links beyond `max` that no caller sees. */
const createNamesRule = ({ max }: ManyField): Rule => {
  const most = max + MOST_HIDDEN
  return texts((names) => {
    if (names.length > most) throw new InvalidValue(`must be at most ${most} names`)
    if (new Set(names).size < names.length) throw new InvalidValue('must have no name twice')
    return names.map(name)
  })
}

const createMemberRule = (field: Field): Rule => {
  if (isMany(field)) return createNamesRule(field)
  // C4.1: a derived value that is not given follows its source.
  if (field.derivation !== undefined) return nullable(createTypedRule(field))
  if (isLink(field)) return field.isOptional ? nullable(name) : name
  return hasLinks(field) ? createPartsRule(field) : createTypedRule(field)
}

const createMemberRules = (fields: Fields): Rules =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, createMemberRule(field)]))

/**
 * The fields that a line of the type has. C16.2: the import computes the others again. It sets no schedule: the service would
 * publish due records, and the times of another service may be over. C17.4: lines have no records of the trash.
 */
export const listLineFields = (type: RecordType): readonly (readonly [string, Field])[] =>
  Object.entries(type.fields).filter(
    ([name, { isInternal, computed }]) =>
      !isInternal && computed === undefined && !isScheduleTime(type, name) && !isDeletionTime(type, name),
  )

/** The rules of members that differ from their fields. */
const OTHER_RULES: Readonly<Record<string, Rules>> = {
  User: { role: text(newUserRules().role) },
}

/** The line of a declared type: a type without a `ref` names its records by the unique field. */
const createLineType = (type: RecordType): LineType => {
  const members = listLineFields(type)
  const required = members
    .filter(([, { isOptional, initial }]) => !isOptional && initial === null)
    .map(([key]) => key)
  const ref = type.hasRef ? { ref: name } : {}
  const own = { ...createMemberRules(Object.fromEntries(members)), ...OTHER_RULES[type.name] }
  return {
    required: [...Object.keys(ref), ...required],
    rules: { ...ref, ...own, ...(type.isFixed ? {} : dates) },
  }
}

export interface LineType {
  readonly required: readonly string[]
  readonly rules: Rules
}

/** The types of lines of a model. A line names only records of its own type or of an earlier type. */
export const lineTypes = perModel(({ linkedFirst }): Readonly<Record<string, LineType>> =>
  Object.fromEntries(linkedFirst.map((type) => [type.word, createLineType(type)])),
)

const findMemberProblems = (given: object, required: readonly string[], rules: Rules): readonly Problem[] => [
  ...required
    .filter((key) => !Object.hasOwn(given, key))
    .map((key) => ({ path: [key], message: 'is missing' })),
  ...Object.keys(given)
    .filter((key) => key !== 'type' && !Object.hasOwn(rules, key))
    .map((key) => ({ path: [key], message: 'is not a field of this type' })),
]

/** The record of a parsed line. @throws ContentError BAD_USER_INPUT with the problems of the line. */
export const parseContentRecord = (value: unknown, model: ContentModel): ContentRecord => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badUserInput([{ path: [], message: 'the line is not a JSON object' }])
  const { type } = value as { readonly type?: unknown }
  const types = lineTypes(model)
  const line = typeof type === 'string' && Object.hasOwn(types, type) ? types[type] : undefined
  if (line === undefined)
    throw badUserInput([{ path: ['type'], message: `must be one of ${Object.keys(types).join(', ')}` }])
  const { required, rules } = line
  const problems = findMemberProblems(value, required, rules)
  if (problems.length > 0) throw badUserInput(problems)
  const accepted = accept(rules, value as Record<string, unknown>)
  // Every member has passed the rule of its type, and the required ones are there.
  return { type, ...(type === 'user' ? expandRole(accepted) : accepted) } as unknown as ContentRecord
}

/** Replaces `role` by a list `roles` of one role. */
const expandRole = ({ role, ...rest }: Readonly<Record<string, unknown>>) => {
  if (role === undefined) return rest
  if (rest['roles'] !== undefined)
    throw badUserInput([{ path: ['roles'], message: 'give either role or roles, not both' }])
  return { ...rest, roles: [role] }
}

/** A record in the form of a line: plain JSON, with times as text. */
export type ContentLine = Readonly<Record<string, unknown>>
