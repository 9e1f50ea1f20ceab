import { accept, clearable, integer, oneOf, type Rule, type Rules } from '../accept.ts'
import { articleRules } from '../articles/article.ts'
import { ARTICLE_STATUSES, type ArticleStatus } from '../articles/publish-workflow.ts'
import { commentRules } from '../comments/comment.ts'
import { badUserInput, InvalidValue, type Problem } from '../errors.ts'
import { builtInModel } from '../content-types.ts'
import type { ContentModel } from '../model/content-model.ts'
import { isLink, type Field } from '../model/field.ts'
import { perModel } from '../model/per-model.ts'
import type { RecordType } from '../model/record-type.ts'
import { lineOf } from '../text.ts'
import { pointInTime } from '../time.ts'
import { rightsRules } from '../users/rights.ts'
import { newUserRules, profileRules, status, type UserProfile, type UserStatus } from '../users/user.ts'

interface Dated {
  readonly createdAt?: Date
  readonly updatedAt?: Date | null
}

export interface UserRecord extends Dated {
  readonly type: 'user'
  readonly username: string
  readonly name?: string
  readonly email: string
  readonly age?: number | null
  readonly roles?: readonly string[]
  readonly status?: UserStatus
  readonly deleted?: boolean
  readonly permissions?: readonly string[]
  readonly profile?: UserProfile
}

/** A record of a declared type, by its word; links name their records. */
export interface DeclaredRecord extends Readonly<Record<string, unknown>> {
  readonly type: string
}

export interface ArticleRecord extends Dated {
  readonly type: 'article'
  readonly ref: string
  readonly title: string
  readonly content: string
  readonly excerpt?: string | null
  /** By username. */
  readonly owner: string
  readonly tags?: readonly string[]
  readonly status?: ArticleStatus
  readonly publishedAt?: Date | null
}

export interface CommentRecord extends Dated {
  readonly type: 'comment'
  readonly ref: string
  /** By `ref`. */
  readonly article: string
  /** By username. */
  readonly author: string
  readonly content: string
}

/** One line of an import or export (C10.6): it names others by what a person would call them, never by our ids. */
export type ContentRecord = BuiltInRecord | DeclaredRecord
export type BuiltInRecord = UserRecord | ArticleRecord | CommentRecord

/** A rule for a value that is of that type at all; files are not checked by a schema first. */
const typed =
  <In, Out>(type: 'string' | 'number' | 'boolean', rule: (value: In) => Out) =>
  (value: unknown): Out => {
    if (typeof value !== type) throw new InvalidValue(`must be a ${type}`)
    return rule(value as In)
  }

const text = <Out>(rule: (value: string) => Out) => typed<string, Out>('string', rule)
const amount = <Out>(rule: (value: number) => Out) => typed<number, Out>('number', rule)
const nullable = <Out>(rule: (value: unknown) => Out) => clearable<unknown, Out>(rule)

const listOf =
  <Out>(rule: (values: readonly string[]) => Out) =>
  (value: unknown): Out => {
    if (!Array.isArray(value) || value.some((member) => typeof member !== 'string'))
      throw new InvalidValue('must be a list of strings')
    return rule(value as readonly string[])
  }

const profile = (value: unknown): UserProfile => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidValue('must be an object')
  const problems = memberProblems(value, [], profileRules)
  if (problems.length > 0) throw badUserInput(problems)
  const rules = Object.fromEntries(
    Object.entries(profileRules).map(([key, rule]) => [key, nullable(text(rule))]),
  )
  return {
    bio: null,
    avatar: null,
    website: null,
    location: null,
    ...accept(rules, value as Record<string, unknown>),
  }
}

const name = text(lineOf(300))
const moment = text(pointInTime)
const dates = { createdAt: moment, updatedAt: nullable(moment) }

const VALUE_RULES = { string: text, number: amount, integer: amount, array: listOf } as const

const memberRule = (field: Field): Rule => {
  if (isLink(field)) return name
  const rule = VALUE_RULES[field.schema.type](field.check)
  return field.isOptional ? nullable(rule) : rule
}

/** The line of a declared type: a fixed type is known by its unique field, others by `ref`. */
const lineOfType = ({ fields, isFixed }: RecordType) => {
  const members = Object.entries(fields)
  const required = members
    .filter(([, { isOptional, initial }]) => !isOptional && initial === null)
    .map(([key]) => key)
  const rules = Object.fromEntries(members.map(([key, field]) => [key, memberRule(field)]))
  return isFixed
    ? { required, rules }
    : { required: ['ref', ...required], rules: { ref: name, ...rules, ...dates } }
}

export interface LineType {
  readonly required: readonly string[]
  readonly rules: Rules
}

/** For each built-in type the required members, and the rule of each member. content-fields.ts describes them. */
export const BUILT_IN_LINES = {
  user: {
    required: ['username', 'email'],
    rules: {
      username: text(newUserRules.username),
      name: text(newUserRules.name),
      email: text(newUserRules.email),
      age: nullable(amount(integer(0, 150))),
      role: text(newUserRules.role),
      roles: listOf(rightsRules.roles),
      status: text(status),
      deleted: typed<boolean, boolean>('boolean', (value) => value),
      permissions: listOf(rightsRules.permissions),
      profile,
      ...dates,
    },
  },
  article: {
    required: ['ref', 'title', 'content', 'owner'],
    rules: {
      ref: name,
      title: text(articleRules.title),
      content: text(articleRules.content),
      excerpt: nullable(text(articleRules.excerpt)),
      owner: name,
      tags: listOf(articleRules.tags),
      status: text(oneOf(ARTICLE_STATUSES)),
      publishedAt: nullable(moment),
      ...dates,
    },
  },
  comment: {
    required: ['ref', 'article', 'author', 'content'],
    rules: { ref: name, article: name, author: name, content: text(commentRules.content), ...dates },
  },
} as const satisfies Readonly<Record<BuiltInRecord['type'], LineType>>

/** The types of lines of a model. A line names only records of its own type or of an earlier type. */
export const lineTypes = perModel((model): Readonly<Record<string, LineType>> => {
  const { user, ...others } = BUILT_IN_LINES
  const declared = model.linkedFirst.map((type) => [type.word, lineOfType(type)])
  return { user, ...Object.fromEntries(declared), ...others }
})

const memberProblems = (given: object, required: readonly string[], rules: Rules): readonly Problem[] => [
  ...required
    .filter((key) => !Object.hasOwn(given, key))
    .map((key) => ({ path: [key], message: 'is missing' })),
  ...Object.keys(given)
    .filter((key) => key !== 'type' && !Object.hasOwn(rules, key))
    .map((key) => ({ path: [key], message: 'is not a field of this type' })),
]

/** The record that a parsed line holds. @throws ContentError BAD_USER_INPUT that says what is wrong with it. */
export const contentRecord = (value: unknown, model: ContentModel = builtInModel): ContentRecord => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badUserInput([{ path: [], message: 'the line is not a JSON object' }])
  const { type } = value as { readonly type?: unknown }
  const types = lineTypes(model)
  const line = typeof type === 'string' && Object.hasOwn(types, type) ? types[type] : undefined
  if (line === undefined)
    throw badUserInput([{ path: ['type'], message: `must be one of ${Object.keys(types).join(', ')}` }])
  const { required, rules } = line
  const problems = memberProblems(value, required, rules)
  if (problems.length > 0) throw badUserInput(problems)
  const accepted = accept(rules, value as Record<string, unknown>)
  // Every member has passed the rule of its type, and the required ones are there.
  return { type, ...(type === 'user' ? withRoles(accepted) : accepted) } as unknown as ContentRecord
}

/** `role` is short for a list of one. */
const withRoles = ({ role, ...rest }: Readonly<Record<string, unknown>>) => {
  if (role === undefined) return rest
  if (rest['roles'] !== undefined)
    throw badUserInput([{ path: ['roles'], message: 'give either role or roles, not both' }])
  return { ...rest, roles: [role] }
}

/** A record as it is written to a line: plain JSON, times as text. */
export type ContentLine = Readonly<Record<string, unknown>>
