import type { ContentModel } from '../model/content-model.ts'
import { isLink, isMany, type Field } from '../model/fields/field.ts'
import { text } from '../model/fields/typed-rule.ts'
import { hasLinks } from '../model/links/part-links.ts'
import { perModel } from '../model/per-model.ts'
import { readKept } from '../model/kept/kept-values.ts'
import { getRevisionType } from '../model/revisions/revision-type.ts'
import { checkSlug } from '../model/slugs/slug-text.ts'
import { findSlug } from '../model/slugs/slugged.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { accept, type Rule, type Rules } from '../rules/accept.ts'
import { badUserInput, badValue, InvalidValue } from '../rules/errors.ts'
import { parseRevisionId, type RevisionId } from '../rules/ids.ts'
import { isObject } from '../rules/is-object.ts'
import { isSame } from '../rules/is-same.ts'
import { requireJson } from '../rules/json-value.ts'
import { requireStorable } from '../rules/text.ts'
import { createDraftRules } from './draft-lines.ts'
import { nameLinks } from './line-parts.ts'
import { createNamesRule, findMemberProblems, moment, name, nullable, type LineType } from './line-rules.ts'

/** A line of an earlier version of a record, of a user who likes it, of its schedule, or of a draft (C17.10). */
interface HistoryLine {
  readonly type: string
  /** The name of the record; a type with one record has no names. */
  readonly of?: string
}

export interface RevisionLine extends HistoryLine {
  /** The id of the revision, by which a second import finds it. */
  readonly ref: RevisionId
  /** The username of the editor. */
  readonly editor: string
  readonly createdAt: Date
  /** The values that a revision has, with names of records in the place of links. */
  readonly values: Readonly<Record<string, unknown>>
}

export interface LikeLine extends HistoryLine {
  /** The username of the user who likes the record. */
  readonly user: string
  readonly createdAt: Date
}

export interface ScheduleLine extends HistoryLine {
  /** The username of the person who set the schedule; absent for a schedule of no known person. */
  readonly user?: string
  readonly publishAt: Date
}

export interface DraftLine extends HistoryLine {
  /** The username of the user who has written the draft. */
  readonly user: string
  readonly baseVersion: number
  readonly changedAt: Date
  /** The values of the draft, with names of records in the place of links. */
  readonly values: Readonly<Record<string, unknown>>
  readonly digests: Readonly<Record<string, string>>
}

/** C17.7: a slug that the record had before. */
export interface SlugLine extends HistoryLine {
  readonly slug: string
  readonly leftAt: Date
}

/** What a line adds to a record, and the type of the record. */
export interface LineHistory {
  readonly kind: 'revision' | 'like' | 'schedule' | 'draft' | 'slug'
  readonly of: RecordType
}

/** No name of a type has a dot, so that a type of a team can be called Revision, Like, Schedule, Draft or Slug. */
export const nameHistoryLine = ({ kind, of }: LineHistory): string => `${of.word}.${kind}`

/**
 * The fields of a revision in a line. As in lines of records, null for a derived value tells that it was derived: the line has no
 * flag for it.
 */
export const listKeptFields = (type: RecordType): readonly (readonly [string, Field])[] => {
  const fields = Object.entries(getRevisionType(type).fields)
  const flags = new Set(fields.map(([, { derivation }]) => derivation?.flag))
  return fields.filter(([member]) => !flags.has(member))
}

/** A value that a revision can show: an earlier declaration may have had other limits. */
const createKeptRule = (field: Field): Rule => {
  const read = hasLinks(field) ? nameLinks(field) : field
  return (value: unknown) => {
    if (typeof value === 'string') requireStorable(value)
    else requireJson(value)
    if (value === null || !isSame(readKept(read, value), value))
      throw new InvalidValue('is no value of this field')
    return value
  }
}

const createValueRule = (field: Field): Rule => {
  if (isMany(field)) return nullable(createNamesRule(field))
  if (isLink(field)) return nullable(name)
  const rule = createKeptRule(field)
  return field.isOptional || field.derivation !== undefined ? nullable(rule) : rule
}

const createValuesRule = (type: RecordType): Rule => {
  const fields = listKeptFields(type)
  const values: LineType = {
    required: fields.flatMap(([member, field]) =>
      field.isOptional || isMany(field) || field.derivation !== undefined ? [] : [member],
    ),
    rules: Object.fromEntries(fields.map(([member, field]) => [member, createValueRule(field)])),
  }
  return (given: unknown) => {
    if (!isObject(given)) throw new InvalidValue('must be an object')
    const problems = findMemberProblems(given, values)
    if (problems.length > 0) throw badUserInput(problems)
    return accept(values.rules, given)
  }
}

const revisionRef = text((given) => {
  const id = parseRevisionId(given)
  if (id === null) throw new InvalidValue('must be a UUID')
  return id
})

/** The rules of the members of a line, beside the name of the record. */
const RULES: Readonly<Record<LineHistory['kind'], (of: RecordType) => Rules>> = {
  revision: (of) => ({ ref: revisionRef, editor: name, createdAt: moment, values: createValuesRule(of) }),
  like: () => ({ user: name, createdAt: moment }),
  schedule: () => ({ user: name, publishAt: moment }),
  draft: createDraftRules,
  slug: () => ({ slug: text(checkSlug), leftAt: moment }),
}

const createLineType = ({ kind, of }: LineHistory): LineType => {
  const rules = { ...(of.isSingle ? {} : { of: name }), ...RULES[kind](of) }
  const isOptional = (member: string): boolean => kind === 'schedule' && member === 'user'
  return { required: Object.keys(rules).filter((member) => !isOptional(member)), rules }
}

/** The lines beside those of records, by their types. */
export const listHistory = perModel(({ linkedFirst }): ReadonlyMap<string, LineHistory> => {
  const lines = linkedFirst.flatMap((of): readonly LineHistory[] => [
    ...(of.keepsRevisions ? [{ kind: 'revision', of } as const] : []),
    ...(of.takesLikes ? [{ kind: 'like', of } as const] : []),
    ...(of.schedule === null ? [] : [{ kind: 'schedule', of } as const]),
    ...(of.takesDrafts ? [{ kind: 'draft', of } as const] : []),
    ...(findSlug(of) ? [{ kind: 'slug', of } as const] : []),
  ])
  return new Map(lines.map((line) => [nameHistoryLine(line), line]))
})

export const createHistoryTypes = (model: ContentModel): Readonly<Record<string, LineType>> =>
  Object.fromEntries([...listHistory(model)].map(([type, line]) => [type, createLineType(line)]))

/** Whether a line is a revision; lines of records have no `values` under such a type. */
const isRevision = (line: object): line is RevisionLine =>
  'type' in line && String(line.type).endsWith('.revision')

/** The order of revisions in a file: oldest first, so that a file says in which order a record had its versions. */
export class RevisionOrder {
  #last: RevisionLine | null = null

  /** Takes the next line. @throws BAD_USER_INPUT for an older revision of the record than that of the line before. */
  take<Line extends object>(line: Line): Line {
    if (!isRevision(line)) return line
    const [before, { type, of, createdAt }] = [this.#last, line]
    if (before?.type === type && before.of === of && createdAt < before.createdAt)
      throw badValue(
        ['createdAt'],
        'is before that of the revision on the line above; write the oldest first',
      )
    this.#last = line
    return line
  }
}
