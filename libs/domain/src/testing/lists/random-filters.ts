import { USER_ROLES } from '../../access/role-names.ts'
import type { Permission } from '../../access/content-policy.ts'
import type { ContentModel } from '../../model/content-model.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { OPERATORS, TAKES_LIST, type Operator } from '../../visibility/lists/operators.ts'
import type { ValueKind } from '../../model/fields/field-kinds.ts'
import {
  listMembers,
  type GroupMember,
  type Member,
  type RelationMember,
  type ValueMember,
} from '../../visibility/lists/list-members.ts'
import { listOrderFields } from '../../visibility/lists/list-order.ts'
import type { Row } from '../../reading/reading.ts'
import { GHOST_ID } from '../../rules/ids.ts'
import { isObject } from '../../rules/is-object.ts'
import type { GivenOrder } from './oracle-order.ts'
import type { ListData } from './oracle-sight.ts'
import type { Where } from './oracle-values.ts'

/** A random integer from 0 to `most`. */
export type Draw = (most: number) => number

/** What random filters are made of. */
export interface FilterSource {
  readonly draw: Draw
  readonly model: ContentModel
  readonly data: ListData
  /** Whether the caller has the permission on all records: most filters leave out what is masked. */
  readonly mayOnAll: (permission: Permission) => boolean
}

const MOST_LEVELS = 5
/** One of so many filters by a masked field is made although it is refused. */
const REFUSED = 30

const chance = (draw: Draw, one: number): boolean => draw(one - 1) === 0

/** One of the values; the list must not be empty. */
const pick = <Value>(draw: Draw, values: readonly Value[]): Value => values[draw(values.length - 1)] as Value

const ODD_TEXTS = [
  '',
  ' ',
  'ß',
  'SS',
  'İ',
  'i',
  'ı',
  'É',
  'e\u0301',
  '%',
  '_',
  '\\',
  "'",
  '😀',
  'ghost',
  'nothing',
]
const TIMES = [
  '2026-11-20T12:00:00Z',
  '2026-11-20T13:00:00.000+01:00',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
]
const IDS = ['', 'x', '0', '01', '-1', '2147483648', '00000000-0000-7000-8000-0000000000ff', String(GHOST_ID)]

/** Values that no record may have, or that are easy to get wrong. */
const ODD: Readonly<Record<ValueKind, readonly unknown[]>> = {
  id: IDS,
  text: ODD_TEXTS,
  integer: [0, 1, -1, 2_147_483_647, -2_147_483_648],
  number: [0, 0.1, -1, 12.5, 1e300, 5e-324],
  time: TIMES,
  decimal: ['0', '-0.00', '12.5', '12.50', '-3', '0.1', '99999999999999999999999999999999999999.999'],
  date: ['2026-11-20', '0001-01-01', '9999-12-31', '2024-02-29'],
  flag: [true, false],
  choice: [],
  json: [],
  texts: ['', ' CAFE\u0301 ', 'ß', 'nothing'],
  // The items of a list have odd values of their kind.
  list: [],
  parts: [],
}

const toJson = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)

/** The value of an attribute, or of a member of a group. */
const readAttribute = (row: Row, attribute: string): unknown =>
  attribute.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : null), row)

const listStored = (
  { data }: FilterSource,
  type: RecordType,
  { attribute, values, words, item }: ValueMember,
): readonly unknown[] => {
  if (values === 'choice' || item === 'choice') return words ?? USER_ROLES
  const stored = (data[type.plural] ?? []).flatMap((row) => readAttribute(row, attribute) ?? [])
  return stored.map((value) => (values === 'id' ? String(value) : toJson(value)))
}

const drawValue = (source: FilterSource, type: RecordType, member: ValueMember): unknown => {
  const { draw } = source
  const [stored, odd] = [listStored(source, type, member), ODD[member.item ?? member.values]]
  return stored.length > 0 && (odd.length === 0 || !chance(draw, 4)) ? pick(draw, stored) : pick(draw, odd)
}

const CHANGES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.normalize('NFD'),
  (text) => text.toLowerCase(),
]

/** The beginning or the middle of a stored text, often in other letters. */
const drawPart = (source: FilterSource, type: RecordType, member: ValueMember): string => {
  const { draw } = source
  const letters = Array.from(String(drawValue(source, type, member)))
  const begin = draw(1) * draw(letters.length)
  return pick(draw, CHANGES)(letters.slice(begin, begin + 1 + draw(5)).join(''))
}

/** A random value for an operator of a member. */
export const drawOperand = (
  source: FilterSource,
  type: RecordType,
  member: ValueMember,
  operator: Operator,
): unknown => {
  const { draw } = source
  if (operator === 'isNull' || operator === 'isEmpty') return chance(draw, 2)
  if (operator === 'contains' || operator === 'startsWith') return drawPart(source, type, member)
  const value = () => drawValue(source, type, member)
  return TAKES_LIST.has(operator) ? Array.from({ length: draw(3) }, value) : value()
}

const drawComparison = (source: FilterSource, type: RecordType, member: ValueMember): Where => {
  const { draw } = source
  const operators = Array.from({ length: chance(draw, 4) ? 2 : 1 }, () =>
    pick<Operator>(draw, OPERATORS[member.values]),
  )
  return Object.fromEntries(
    operators.map((operator) => [operator, drawOperand(source, type, member, operator)]),
  )
}

const QUANTIFIERS = ['some', 'every', 'none'] as const

const drawRelation = (source: FilterSource, { kind, to }: RelationMember, levels: number): Where => {
  if (kind === 'link') return drawWhere(source, to, levels)
  const words = Array.from({ length: chance(source.draw, 5) ? 2 : 1 }, () => pick(source.draw, QUANTIFIERS))
  return Object.fromEntries(words.map((word) => [word, drawWhere(source, to, levels)]))
}

/** One member of a group, or whether it is null. */
const drawInGroup = (source: FilterSource, type: RecordType, group: GroupMember): Where => {
  const members = Object.entries(group.members)
  // No filter follows a link in a group, so that a group of links has no members here.
  if (members.length === 0 || chance(source.draw, 4)) return { isNull: chance(source.draw, 2) }
  const [name, member] = pick(source.draw, members)
  return {
    [name]:
      member.kind === 'group' ? drawInGroup(source, type, member) : drawComparison(source, type, member),
  }
}

const drawGiven = (source: FilterSource, type: RecordType, member: Member, levels: number): Where => {
  if (member.kind === 'value') return drawComparison(source, type, member)
  return member.kind === 'group'
    ? drawInGroup(source, type, member)
    : drawRelation(source, member, levels - 1)
}

const isUsable = ({ draw, mayOnAll }: FilterSource, member: Member, levels: number): boolean => {
  const value = member.kind === 'group' ? member.isNull : member
  if (value.kind !== 'value') return levels > 0
  return value.permissions.every(mayOnAll) || chance(draw, REFUSED)
}

const drawMember = (source: FilterSource, type: RecordType, levels: number): Where => {
  const members = Object.entries(listMembers(source.model, type)).filter(([, each]) =>
    isUsable(source, each, levels),
  )
  const [name, member] = pick(source.draw, members)
  return { [name]: drawGiven(source, type, member, levels) }
}

/** Only a filter that names the state finds deleted articles (C13.2). */
const drawDeleted = (draw: Draw): Where =>
  pick(draw, [{ status: { eq: 'DELETED' } }, { status: { in: ['DELETED', 'DRAFT', 'PUBLISHED'] } }])

const drawPartOf = (source: FilterSource, type: RecordType, levels: number): Where => {
  const { draw } = source
  if (type.name === 'Article' && chance(draw, 8)) return drawDeleted(draw)
  const kind = levels > 0 ? draw(9) : 9
  if (kind === 0) return { not: drawWhere(source, type, levels - 1) }
  if (kind > 2) return drawMember(source, type, levels)
  const parts = Array.from({ length: draw(2) + draw(1) }, () => drawWhere(source, type, levels - 1))
  return kind === 1 ? { and: parts } : { or: parts }
}

/** A random filter of a type, with at most so many levels. */
export const drawWhere = (source: FilterSource, type: RecordType, levels = MOST_LEVELS): Where => {
  const { draw } = source
  const count = pick(draw, [0, 1, 1, 1, 1, 1, 2, 2, 3])
  return Object.assign({}, ...Array.from({ length: count }, () => drawPartOf(source, type, levels)))
}

/** Up to three random orders of a type. */
export const drawOrders = (source: FilterSource, type: RecordType): readonly GivenOrder[] => {
  const { draw, model, mayOnAll } = source
  const fields = Object.entries(listOrderFields(model, type)).filter(
    ([, { permissions }]) => permissions.every(mayOnAll) || chance(draw, REFUSED),
  )
  const names = Array.from({ length: draw(3) }, () => pick(draw, fields)[0])
  return [...new Set(names)].map((field) => ({ field, direction: pick(draw, ['ASC', 'DESC'] as const) }))
}
