import {
  isBlocks,
  isGroup,
  isLink,
  isList,
  listWords,
  namePartMember,
  type Field,
  type FieldKind,
  type Fields,
  type LinkField,
} from '@content-service/domain/internal/model'
import { NOON } from '@content-service/domain/testing'
import fc, { type GeneratorValue } from 'fast-check'
import { choose } from './generated-models.ts'

/** Texts that differ by case and accents, and texts that are ordered in another way by UTF-16 or by a locale. */
export const TEXTS: readonly string[] = [
  'Apfel',
  'apfel',
  'Äpfel',
  'A\u0308pfel',
  'Straße',
  'STRASSE',
  'İstanbul',
  'istanbul',
  'a_b',
  'a%b',
  'a\\b',
  'a b',
  'ab',
  "O'Hara",
  'Ⅷ',
  '\u{1F600}',
  '\uFFFD',
  'ﬁn',
  'zoë',
  `${'long '.repeat(25)}A`,
  `${'long '.repeat(25)}b`,
]

const LINES = ['', '{"a, b}', ' # Äpfel\n\n* one\r\n\ttwo ', 'a\u2028b']
const TAGS = ['a', 'b', 'café', 'straße', 'ss']

/** How the values of a link are chosen: an id, or null. */
export type ChooseLink = (g: GeneratorValue, field: LinkField) => unknown

const refuseLinks: ChooseLink = () => {
  throw new Error('A link has ids.')
}

type Candidates = (field: Field) => readonly unknown[]

const around = ({ schema: { minimum = 0, maximum } }: Field): readonly number[] => [
  minimum,
  ...(maximum === undefined ? [] : [maximum]),
]

const chooseDecimals = ({ schema: { least, most, scale = 0, precision = 1 } }: Field): readonly string[] => {
  const digits = scale === 0 ? '' : `.${'9'.repeat(scale)}`
  const whole = precision === scale ? '0' : '9'.repeat(precision - scale)
  const given = ['0', '12.5', '-3.1', '0.1', '1', '-1', ...[least, most].filter((each) => each !== undefined)]
  return [...given, `${whole}${digits}`, `-${whole}${digits}`]
}

const texts: Candidates = () => TEXTS

/** Values of each kind without parts, of which the rule of a field takes some. */
const CANDIDATES: Readonly<
  Record<Exclude<FieldKind, 'owner' | 'one' | 'many' | 'group' | 'list' | 'blocks' | 'tags'>, Candidates>
> = {
  line: texts,
  text: () => [...TEXTS, ...LINES],
  markdown: () => [...TEXTS, ...LINES],
  email: () => ['ada@example.org', 'Ada@example.org', 'bob+a_b%c@example.org', 'zoe@sub.example.org'],
  url: () => [
    'https://example.org/',
    'http://example.org/%C3%A4?a=1&b=%20#c',
    'https://example.org/A',
    'https://example.org:8443/a',
  ],
  slug: () => ['soup', 'soup-2', 'a', `${'long-'.repeat(19)}slugs`],
  state: (field) => listWords(field) ?? [],
  choice: (field) => listWords(field) ?? [],
  decimal: chooseDecimals,
  date: ({ schema: { least, most } }) => [
    '2026-11-19',
    '2026-11-20',
    '0001-01-01',
    '9999-12-31',
    '2024-02-29',
    ...[least, most].filter((each) => each !== undefined),
  ],
  json: () => [{ a: [1, 'ä'] }, [], 'text', 0, false, { b: null, aa: { c: '\u{1F600}' } }, 1e21, -0.5, ''],
  time: ({ schema: { least, most } }) => [
    ...[0, 1, 2, 3].map((place) => new Date(NOON.getTime() + place * 1_001).toISOString()),
    ...[least, most].filter((each) => each !== undefined),
  ],
  flag: () => [true, false],
  integer: (field) => [...around(field), 0, 1, -1, 2_147_483_647],
  counter: (field) => [...around(field), 0, 1],
  number: (field) => [...around(field), 0, 0.1, 12.5, 1e300, 1e21, 5e-324, -2.5],
}

const isTaken = (field: Field, value: unknown): boolean => {
  try {
    toStored(field, value)
    return true
  } catch {
    return false // the rule refuses this candidate
  }
}

const known = new WeakMap<Field, readonly unknown[]>()

/** The candidates of its kind that the rule of the field takes. @throws Error if there is none. */
export const listRightValues = (field: Field): readonly unknown[] => {
  const { kind } = field
  if (kind in CANDIDATES === false) throw new Error(`A value of the kind ${kind} has parts.`)
  const candidates = CANDIDATES[kind as keyof typeof CANDIDATES](field)
  const right = known.get(field) ?? candidates.filter((value) => isTaken(field, value))
  if (right.length === 0) throw new Error(`No candidate is right for a ${kind}: ${JSON.stringify(field)}`)
  known.set(field, right)
  return right
}

const generateMembers = (g: GeneratorValue, members: Fields, link: ChooseLink) =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      namePartMember(name, member),
      generateValue(g, member, link),
    ]),
  )

const generateItems = (g: GeneratorValue, { schema }: Field, create: (place: number) => unknown) => {
  const { minItems = 0, maxItems = 3 } = schema
  const most = Math.min(maxItems, Math.max(minItems, 3))
  return Array.from({ length: minItems + g(fc.nat, most - minItems) }, (_, place) => create(place))
}

/** A value is there once if the list is distinct. */
const leaveTwice = (field: Field, values: readonly unknown[]): readonly unknown[] =>
  isTaken(field, values) ? values : [...new Set(values)]

const generateParts = (g: GeneratorValue, field: Field, link: ChooseLink): unknown => {
  if (isGroup(field)) return generateMembers(g, field.members, link)
  if (isList(field)) {
    const { item } = field
    if (!isGroup(item))
      return leaveTwice(
        field,
        generateItems(g, field, () => generatePresent(g, item, link)),
      )
    return generateItems(g, field, (place) => ({
      key: `k${place}`,
      ...generateMembers(g, item.members, link),
    }))
  }
  if (!isBlocks(field)) throw new Error(`${field.kind} has no parts.`)
  return generateItems(g, field, (place) => {
    const [type = '', members = {}] = choose(g, Object.entries(field.blocks))
    return { type, key: `k${place}`, ...generateMembers(g, members, link) }
  })
}

const generatePresent = (g: GeneratorValue, field: Field, link: ChooseLink): unknown => {
  if (field.kind === 'tags') return TAGS.filter(() => g(fc.nat, 3) === 0)
  if (isGroup(field) || isList(field) || isBlocks(field)) return generateParts(g, field, link)
  return choose(g, listRightValues(field))
}

/** The value of a record for a value that a client sends. */
export const toStored = (field: Field, sent: unknown): unknown => (sent === null ? null : field.check(sent))

/**
 * A right value of the field, in the form in which clients send it. There are few different values, so that filters match
 * and orders have ties.
 */
export const generateValue = (g: GeneratorValue, field: Field, link: ChooseLink = refuseLinks): unknown => {
  if (isLink(field)) return link(g, field)
  return field.isOptional && g(fc.nat, 2) === 0 ? null : generatePresent(g, field, link)
}
