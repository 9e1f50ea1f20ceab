import type { Body } from '../api/client.ts'
import type { ContentType, Field, FieldKind } from '../api/model.ts'
import { messages, writeDay, writeDecimal, writeNumber, writeTime } from '../language/language.ts'

const TITLES = ['title', 'name', 'username', 'content'] as const
const LONGEST = 80

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** The words by which people know a record; null if it has none. */
export const findTitle = (
  body: Readonly<Record<string, unknown>>,
  titleField: string | null = null,
): string | null => {
  const names = titleField === null ? TITLES : [titleField, ...TITLES]
  const found = names
    .map((name) => body[name])
    .find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof found === 'string' ? cut(found) : null
}

export const writeTitle = (body: Body, { titleField }: Pick<ContentType, 'titleField'>): string =>
  findTitle(body, titleField) ?? messages.untitled

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const showText = (value: unknown): string => String(value)
const showNumber = (value: unknown): string => writeNumber(Number(value))
const showLink = (value: unknown): string => (isObject(value) ? (findTitle(value) ?? '') : '')
const showList = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '')
/** The plain values of a list, or the number of its parts. */
const showParts = (value: unknown): string => {
  if (!Array.isArray(value) || value.length === 0) return ''
  return value.some(isObject) ? messages.parts(value.length) : cut(value.join(', '))
}
const showNothing = (): string => ''

const SHOWN = {
  line: showText,
  text: showText,
  markdown: showText,
  email: showText,
  url: showText,
  slug: showText,
  number: showNumber,
  integer: showNumber,
  decimal: (value) => writeDecimal(String(value)),
  counter: showNumber,
  flag: (value) => (value === true ? messages.yes : messages.no),
  time: (value) => writeTime(String(value)),
  tags: showList,
  state: showText,
  choice: showText,
  date: (value) => writeDay(String(value)),
  json: (value) => cut(JSON.stringify(value)),
  owner: showLink,
  one: showLink,
  many: showNothing,
  group: showNothing,
  list: showParts,
  blocks: showParts,
} as const satisfies Record<FieldKind, (value: unknown) => string>

/** The name of the owner of a record; an empty text if it has none. */
export const showOwner = ({ fields }: Pick<ContentType, 'fields'>, body: Body): string => {
  const owner = fields.find(({ kind }) => kind === 'owner')
  return owner === undefined ? '' : showLink(body[owner.name])
}

/** The value of a field on one line. */
export const showValue = ({ kind, name, choices }: Field, body: Body): string => {
  const value = body[name]
  if (value === null || value === undefined) return ''
  return choices?.find((choice) => choice.value === value)?.label ?? SHOWN[kind](value)
}
