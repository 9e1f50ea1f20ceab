import { isLink, isText, nameOne, type Field, type FieldKind } from '../fields/field.ts'
import { isBlocks, isGroup, isList } from '../fields/part-fields.ts'
import { isField, namePartMember } from '../fields/member-rules.ts'
import { findPartEffect } from '../links/part-effect.ts'
import type { Fields } from '../types/record-operation.ts'
import { checkIndexed } from './check-indexes.ts'
import { checkFieldValues } from './check-values.ts'
import { problem } from './model-problem.ts'

/** C16.1: each group, list or blocks is a level; the field is the first. */
const MOST_LEVELS = 4
const MOST_ITEMS = 1_000
const MOST_TYPES = 100
const MEMBER = /^[a-z][A-Za-z0-9]{0,40}$/
const TYPE_NAME = /^[A-Z][A-Za-z0-9]{0,60}$/
/** The names that the service gives to members of parts. */
const OWN_MEMBERS = ['key', 'type']

const NO_MEMBERS: ReadonlySet<FieldKind> = new Set(['owner', 'state', 'slug', 'counter', 'tags', 'many'])
const NO_ITEMS: ReadonlySet<FieldKind> = new Set([...NO_MEMBERS, 'one', 'list', 'blocks'])

/** The options that belong to a whole field. */
const FIELD_OPTIONS = ['seenWith', 'changedWith', 'unique', 'setByOperation', 'hidden'] as const

const hasOption = (field: Field, option: (typeof FIELD_OPTIONS)[number]): boolean => {
  if (option === 'unique') return field.isUnique
  if (option === 'hidden') return field.isHidden === true
  if (option === 'setByOperation') return !field.isInput && field.isHidden !== true
  return field[option] !== undefined
}

const checkOptions = (field: Field): readonly string[] =>
  FIELD_OPTIONS.filter((option) => hasOption(field, option)).map(
    (option) => `a part of a field cannot have ${option}; give it to the whole field, or leave it out`,
  )

const checkName = (name: string): readonly string[] => [
  ...problem(!MEMBER.test(name), 'the name must be camelCase, with letters and digits'),
  ...problem(OWN_MEMBERS.includes(name), `the service gives a member ${name}; choose another name`),
]

/** C16.1: what a link can do in a part. Only a list can lose a part. */
const checkLink = (field: Field, isListed: boolean): readonly string[] => {
  if (!isLink(field)) return []
  const { inverse, parameter, isEffectGiven, onDelete, isOptional } = field
  const goes = findPartEffect(field) === 'cascade'
  return [
    ...problem(
      inverse !== undefined || parameter !== undefined,
      'a link in a part has no list on the other side and no filter; leave out inverse and parameter',
    ),
    ...problem(
      isEffectGiven === true && onDelete === 'refuse',
      'a link in a part cannot refuse a deletion; write clear, or cascade in a list',
    ),
    ...problem(
      onDelete === 'clear' && isEffectGiven === true && !isOptional,
      'a required link cannot be cleared; add optional: true',
    ),
    ...problem(
      goes && !isListed,
      'only a part of a list can go with the record to which it links; add optional: true, and leave out cascade',
    ),
  ]
}

const checkSearch = (field: Field): readonly string[] =>
  problem(
    field.search !== undefined && !isText(field),
    'searches find lines and texts in parts; remove search',
  )

/** PostgreSQL casts a text to a date or a time by the settings of a session. No index finds the values of a list in a group. */
const NOT_INDEXED: ReadonlySet<FieldKind> = new Set(['date', 'time', 'list'])

/** C16.1: lists are filtered and ordered by members of groups, and not by parts of lists. */
const checkIndex = (field: Field, isListed: boolean): readonly string[] => {
  if (field.index === undefined) return []
  return [
    ...problem(
      isListed,
      'a part of a list cannot have index; give it to a member of a group, or leave it out',
    ),
    ...problem(field.index === 'text', "index: 'text' is for a whole field; write index: true"),
    ...problem(
      NOT_INDEXED.has(field.kind),
      `an index cannot have ${nameOne(field.kind)} of a group; declare it beside the group, or leave out index`,
    ),
    ...checkIndexed(field),
  ]
}

/** A level of parts, and whether a list has it. */
interface Level {
  readonly level: number
  readonly isListed: boolean
}

const checkMember = (name: string, member: Field, { level, isListed }: Level): readonly string[] => {
  return [
    ...checkName(name),
    ...problem(
      NO_MEMBERS.has(member.kind),
      `${nameOne(member.kind)} is no part of a field; declare it on the type`,
    ),
    ...checkFieldValues(member),
    ...checkOptions(member),
    ...checkSearch(member),
    ...checkLink(member, isListed),
    ...checkIndex(member, isListed),
    ...checkParts(member, { level: level + 1, isListed }),
  ]
}

const checkMembers = (members: Fields, level: Level): readonly string[] => {
  const names = Object.keys(members)
  const keys = Object.entries(members).map(([name, member]) => namePartMember(name, member))
  return [
    ...problem(names.length === 0, 'it needs a member, such as text: field.text(500, { about: … })'),
    ...Object.entries(members).flatMap(([name, member]) =>
      checkMember(name, member, level).map((wrong) => `${name}: ${wrong}`),
    ),
    ...problem(new Set(keys).size < keys.length, 'two members have one name in values; rename one of them'),
  ]
}

const isCount = (value: number, least: number): boolean =>
  Number.isInteger(value) && value >= least && value <= MOST_ITEMS

const checkBounds = ({ schema: { minItems = 0, maxItems = 0 } }: Field): readonly string[] => [
  ...problem(!isCount(maxItems, 1), `most is ${maxItems}; write an integer from 1 to 1,000`),
  ...problem(
    !isCount(minItems, 0) || minItems > maxItems,
    `least is ${minItems}, and most is ${maxItems}; write an integer from 0 to most`,
  ),
]

/** Whether the part goes with the record to which a link in it leads. */
const isLosable = (field: Field): boolean => {
  if (!isField(field)) return false
  if (isLink(field)) return findPartEffect(field) === 'cascade'
  return isGroup(field) && Object.values(field.members).some(isLosable)
}

/** A deletion would leave fewer parts than a client may send: an import would refuse the record. */
const checkLeast = ({ schema: { minItems = 0 } }: Field, parts: readonly Field[]): readonly string[] =>
  problem(
    minItems > 0 && parts.some(isLosable),
    `least is ${minItems}, and a part goes with the record to which it links; leave out least, or add optional: true to the link and leave out cascade`,
  )

const checkAs = (as: string | undefined): readonly string[] =>
  problem(
    as !== undefined && !TYPE_NAME.test(as),
    `as must be the name of a type, such as Seo, and is ${JSON.stringify(as)}`,
  )

const checkItem = (item: unknown, level: Level): readonly string[] => {
  if (!isField(item))
    return ['list needs a field, such as field.list(field.line(80, { about: … }), { about: … })']
  return [
    ...problem(
      NO_ITEMS.has(item.kind),
      item.kind === 'one' || item.kind === 'many'
        ? 'a list of links is field.many'
        : `${nameOne(item.kind)} is no item of a list; put it into a group: list(group({ … }))`,
    ),
    ...problem(item.isOptional, 'an item of a list is never null; leave out optional'),
    ...checkFieldValues(item).map((wrong) => `item: ${wrong}`),
    ...[...checkOptions(item), ...checkSearch(item)].map((wrong) => `item: ${wrong}`),
    ...checkIndex(item, true).map((wrong) => `item: ${wrong}`),
    ...(isGroup(item) ? checkParts(item, level) : []),
  ]
}

/** C16.1: the parts of a field, whose first level is 1. */
export const checkParts = (
  field: Field,
  { level, isListed }: Level = { level: 1, isListed: false },
): readonly string[] => {
  if (!isGroup(field) && !isList(field) && !isBlocks(field)) return []
  if (level > MOST_LEVELS)
    return [`parts have at most ${MOST_LEVELS} levels; take this one out of the others`]
  if (isGroup(field)) return [...checkAs(field.as), ...checkMembers(field.members, { level, isListed })]
  if (isList(field))
    return [
      ...checkBounds(field),
      ...checkLeast(field, [field.item]),
      ...checkItem(field.item, { level: level + 1, isListed: true }),
    ]
  const types = Object.entries(field.blocks)
  return [
    ...checkAs(field.as),
    ...checkBounds(field),
    ...checkLeast(
      field,
      types.flatMap(([, members]) => Object.values(members)),
    ),
    ...problem(
      types.length === 0,
      'blocks need a type, such as quote: { text: field.text(500, { about: … }) }',
    ),
    ...problem(
      types.length > MOST_TYPES,
      `blocks have at most ${MOST_TYPES} types, and these have ${types.length}`,
    ),
    ...types.flatMap(([type, members]) => [
      ...problem(!MEMBER.test(type), `${type}: the name must be camelCase, with letters and digits`),
      ...checkMembers(members, { level, isListed: true }).map((wrong) => `${type}: ${wrong}`),
    ]),
  ]
}
