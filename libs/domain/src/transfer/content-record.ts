import { accept, type Rules } from '../rules/accept.ts'
import type { ArticleStatus } from '../access/built-in-facts.ts'
import { badUserInput } from '../rules/errors.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { Field } from '../model/fields/field.ts'
import { perModel } from '../model/per-model.ts'
import { isDeletionTime } from '../model/trash/trash.ts'
import { isScheduleTime } from '../model/states/schedule.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { text } from '../model/fields/typed-rule.ts'
import { newUserRules, type User } from '../users/user.ts'
import { createCompleteRules } from './complete-fields.ts'
import {
  createHistoryTypes,
  type DraftLine,
  type LikeLine,
  type RevisionLine,
  type ScheduleLine,
  type SlugLine,
} from './history-lines.ts'
import { createMemberRules, findMemberProblems, moment, name, nullable, type LineType } from './line-rules.ts'

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
export type ContentRecord =
  UserRecord | ArticleRecord | DeclaredRecord | RevisionLine | LikeLine | ScheduleLine | DraftLine | SlugLine

const dates = { createdAt: moment, updatedAt: nullable(moment) }

/**
 * The fields that a line of the type has. C16.2: the import computes the others again. It sets no schedule: the service would
 * publish due records, and the times of another service may be over. C17.4: lines have no records of the trash. The lines of a
 * complete export have more (`listCompleteFields`).
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
    rules: { ...ref, ...own, ...(type.isFixed ? {} : dates), ...createCompleteRules(type) },
  }
}

/** The types of the lines of records. A line names only records of its own type or of an earlier type. */
export const recordLineTypes = perModel(({ linkedFirst }): Readonly<Record<string, LineType>> =>
  Object.fromEntries(linkedFirst.map((type) => [type.word, createLineType(type)])),
)

/** The types of lines of a model. Lines of revisions and likes (C17.10) name records of all types. */
const lineTypes = perModel((model): Readonly<Record<string, LineType>> => ({
  ...recordLineTypes(model),
  ...createHistoryTypes(model),
}))

/** The record of a parsed line. @throws ContentError BAD_USER_INPUT with the problems of the line. */
export const parseContentRecord = (value: unknown, model: ContentModel): ContentRecord => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badUserInput([{ path: [], message: 'the line is not a JSON object' }])
  const { type } = value as { readonly type?: unknown }
  const types = lineTypes(model)
  const line = typeof type === 'string' && Object.hasOwn(types, type) ? types[type] : undefined
  if (line === undefined)
    throw badUserInput([{ path: ['type'], message: `must be one of ${Object.keys(types).join(', ')}` }])
  const { type: _, ...given } = value as Readonly<Record<string, unknown>>
  const problems = findMemberProblems(given, line)
  if (problems.length > 0) throw badUserInput(problems)
  const accepted = accept(line.rules, given)
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
