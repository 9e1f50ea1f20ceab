import { isObject } from '../../rules/is-object.ts'
import { isLink, isMany, listWords, type Field, type FieldKind } from '../fields/field.ts'
import { namePartMember } from '../fields/member-rules.ts'
import { isBlocks, isGroup, isList } from '../fields/part-fields.ts'
import type { Fields } from '../types/record-operation.ts'

const MOST_INTEGER = 2_147_483_647
const DECIMAL = /^-?\d+(\.\d+)?$/
const DAY = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

type Fits = (value: unknown, field: Field) => boolean

const isText: Fits = (value) => typeof value === 'string'
const isWord: Fits = (value, field) => (listWords(field) ?? []).includes(value as string)
const isInteger: Fits = (value) => Number.isInteger(value) && Math.abs(value as number) <= MOST_INTEGER
const matches =
  (form: RegExp): Fits =>
  (value) =>
    typeof value === 'string' && form.test(value)
const isId: Fits = (value, field) =>
  (typeof value === 'string' || typeof value === 'number') &&
  isLink(field) &&
  field.parseId(String(value)) === value
const areIds: Fits = (value, field) =>
  Array.isArray(value) && isMany(field) && value.every((id) => field.parseId(String(id)) === id)
/** `readKept` reads their parts. */
const hasParts: Fits = (value) => isObject(value) || Array.isArray(value)

const FITS = {
  line: isText,
  text: isText,
  markdown: isText,
  email: isText,
  url: isText,
  slug: isText,
  number: (value) => Number.isFinite(value),
  integer: isInteger,
  decimal: matches(DECIMAL),
  counter: isInteger,
  flag: (value) => typeof value === 'boolean',
  time: (value, field) => matches(TIME)(value, field) && !Number.isNaN(Date.parse(String(value))),
  tags: (value) => Array.isArray(value) && value.every((tag) => typeof tag === 'string'),
  state: isWord,
  choice: isWord,
  date: matches(DAY),
  json: () => true,
  owner: isId,
  one: isId,
  many: areIds,
  group: hasParts,
  list: hasParts,
  blocks: hasParts,
} as const satisfies Readonly<Record<FieldKind, Fits>>

const canBeNull = (field: Field): boolean => field.isOptional || isLink(field) || field.kind === 'json'

/** The members of a part that the declaration knows; null if a required one is missing. */
const readPart = (members: Fields, part: unknown): object | null => {
  if (!isObject(part)) return null
  const read: Record<string, unknown> = {}
  for (const own of ['key', 'type']) if (part[own] !== undefined) read[own] = part[own]
  for (const [name, field] of Object.entries(members)) {
    const member = namePartMember(name, field)
    read[member] = readKept(field, Object.hasOwn(part, member) ? part[member] : null)
    if (read[member] === null && !canBeNull(field)) return null
  }
  return read
}

const readBlock = (blocks: Readonly<Record<string, Fields>>, block: unknown): object | null => {
  const type = isObject(block) ? String(block['type']) : ''
  const members = Object.hasOwn(blocks, type) ? blocks[type] : undefined
  return members ? readPart(members, block) : null
}

const readItems = (values: unknown, read: (item: unknown) => unknown): unknown => {
  if (!Array.isArray(values)) return null
  const items = values.map(read)
  return items.includes(null) ? null : items
}

/**
 * C17.3: a value of a revision in the form of JSON, as the declaration of now knows it; null for another one, such as a word
 * that has gone, or a value of a field that was of another kind.
 */
export const readKept = (field: Field, value: unknown): unknown => {
  if (value === null || value === undefined || !FITS[field.kind](value, field)) return null
  if (isGroup(field)) return readPart(field.members, value)
  if (isList(field)) return readItems(value, (item) => readListItem(field.item, item))
  if (isBlocks(field)) return readItems(value, (block) => readBlock(field.blocks, block))
  return value
}

const readListItem = (item: Field, value: unknown): unknown =>
  isGroup(item) ? readPart(item.members, value) : readKept(item, value)
