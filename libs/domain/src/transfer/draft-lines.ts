import { getDraftType, listDraftMembers } from '../model/drafts/draft-type.ts'
import { isLink, isMany, type Field } from '../model/fields/field.ts'
import { namePartMember } from '../model/fields/member-rules.ts'
import { isGroup } from '../model/fields/part-fields.ts'
import { number, text } from '../model/fields/typed-rule.ts'
import { readKept } from '../model/kept/kept-values.ts'
import { hasLinks } from '../model/links/part-links.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { accept, integer, type Rule, type Rules } from '../rules/accept.ts'
import { badUserInput, InvalidValue } from '../rules/errors.ts'
import { isObject } from '../rules/is-object.ts'
import { isSame } from '../rules/is-same.ts'
import { requireJson } from '../rules/json-value.ts'
import { requireStorable } from '../rules/text.ts'
import { nameLinks } from './line-parts.ts'
import { createNamesRule, findMemberProblems, moment, name, nullable } from './line-rules.ts'

/** The fields of a draft in a line. */
export const listDraftFields = (type: RecordType): readonly (readonly [string, Field])[] =>
  Object.entries(getDraftType(type).fields)

/** Whether a draft can have the value: of a group, some of its members (C17.6). */
export const fitsDraft = (field: Field, value: unknown): boolean => {
  if (!isGroup(field)) return value === null || isSame(readKept(field, value), value)
  if (value === null) return true
  if (!isObject(value)) return false
  const members = new Map(
    Object.entries(field.members).map(([each, member]) => [namePartMember(each, member), member]),
  )
  return Object.entries(value).every(([key, part]) => {
    const member = members.get(key)
    return member !== undefined && fitsDraft(member, part)
  })
}

const createPlainRule = (field: Field): Rule => {
  const read = hasLinks(field) ? nameLinks(field) : field
  return (value: unknown) => {
    if (typeof value === 'string') requireStorable(value)
    else requireJson(value)
    if (!fitsDraft(read, value)) throw new InvalidValue('is no value of this field')
    return value
  }
}

const createValueRule = (field: Field): Rule => {
  if (isMany(field)) return createNamesRule(field)
  return nullable(isLink(field) ? name : createPlainRule(field))
}

/** An object with some of these members. */
const createObjectRule =
  (rules: Rules): Rule =>
  (given: unknown) => {
    if (!isObject(given)) throw new InvalidValue('must be an object')
    const problems = findMemberProblems(given, { required: [], rules })
    if (problems.length > 0) throw badUserInput(problems)
    return accept(rules, given)
  }

const DIGEST = /^[\w-]{22}$/
const digest = text((given) => {
  if (!DIGEST.test(given)) throw new InvalidValue('must be a digest of 22 characters')
  return given
})

const MOST_VERSION = 1_000_000_000

/** The rules of the members of a line with a draft, beside the name of the record. */
export const createDraftRules = (of: RecordType): Rules => ({
  user: name,
  baseVersion: number(integer(1, MOST_VERSION)),
  changedAt: moment,
  values: createObjectRule(
    Object.fromEntries(listDraftFields(of).map(([member, field]) => [member, createValueRule(field)])),
  ),
  digests: createObjectRule(
    Object.fromEntries(Object.keys(listDraftMembers(getDraftType(of))).map((member) => [member, digest])),
  ),
})
