import type { RecordType } from '@content-service/domain'
import {
  isBlocks,
  isGroup,
  isLink,
  isList,
  isMany,
  namePartMember,
  type Field,
  type FieldKind,
} from '@content-service/domain/internal/model'
import fc, { type GeneratorValue } from 'fast-check'
import { choose } from '../../../libs/persistence/src/testing/generated-models.ts'
import type { Body } from './bodies.ts'

const UNKNOWN = '01a00000-0000-7000-8000-000000000000'
const DIGITS = '9'.repeat(10_000)
const TEXTS = ['a\u0000b', 'a\uD800', '\u202Eevil', '\n', 'x'.repeat(30_000), '', '\u200B']

const nest = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 0)

/**
 * Values that the rule of a kind refuses, most of them with the right type of JSON. GraphQL takes one value as a list of
 * it, so that no list has one. REST refuses too long lists of ids and tags before it looks at other members.
 */
const WRONG: Readonly<Partial<Record<FieldKind, readonly unknown[]>>> = {
  line: [...TEXTS, 7, ['a'], {}],
  text: ['a\u0000b', 'a\uD800', 'x'.repeat(30_000), true],
  markdown: ['a\u0000b', '\uDC00', 'x'.repeat(30_000)],
  email: ['ada', 'a@b@c', `${'a'.repeat(300)}@example.org`, 'ada@example.org\u0000'],
  url: [
    'javascript:alert(1)',
    'https://',
    'http://a b',
    `https://example.org/${'a'.repeat(2_000)}`,
    'x\u0000',
  ],
  slug: ['', 'Soup', 'a--b', '-a', 'ä', 'new', 'x'.repeat(101), '__proto__', 'a\u0000', 'a\uD800', 7],
  number: [-1e308, '1'],
  integer: [1.5, -2_147_483_649, 1e300, '1'],
  decimal: [DIGITS, '1e5', '01', '.5', '1.', '--1', '1.00000000001', 12.5, '٣', ''],
  flag: ['true', 1],
  time: ['2026-11-20', '2026-02-30T00:00:00Z', '10000-01-01T00:00:00Z', '2026-11-20T25:00:00Z', DIGITS, 7],
  date: ['2026-02-30', '0000-01-01', '2026-11-20T00:00:00Z', '10000-01-01', '٢٠٢٦-11-20'],
  tags: [['a\u0000'], [''], ['x'.repeat(501)]],
  state: ['new', 'NOTHING', '__proto__', ''],
  choice: ['calm', 'NOTHING', '__proto__', 'constructor', ''],
  json: [nest(40), { a: '\u0000' }, { a: '\uD800' }],
  one: [UNKNOWN, 'x', '', '2147483648'],
  many: [[UNKNOWN], ['x']],
}

const wrongMember = (g: GeneratorValue, members: Readonly<Record<string, Field>>): Body => {
  const [name, field] = choose(g, Object.entries(members))
  return { [namePartMember(name, field)]: chooseWrong(g, field) }
}

const wrongBlock = (
  g: GeneratorValue,
  blocks: Readonly<Record<string, Readonly<Record<string, Field>>>>,
): unknown => {
  const [type, members] = choose(g, Object.entries(blocks))
  return choose<() => unknown>(g, [
    () => ({ type, ...wrongMember(g, members) }),
    () => ({ type: 'nothing' }),
    () => ({ type, key: '' }),
  ])()
}

/** A value that the rule of the field refuses. */
export const chooseWrong = (g: GeneratorValue, field: Field): unknown => {
  if (isMany(field)) return choose(g, WRONG.many ?? [])
  if (isLink(field)) return choose(g, WRONG.one ?? [])
  if (isGroup(field)) return g(fc.nat, 3) === 0 ? 'x' : wrongMember(g, field.members)
  if (isBlocks(field)) return [wrongBlock(g, field.blocks)]
  if (!isList(field)) return choose(g, WRONG[field.kind] ?? [{}])
  const item = () => (isGroup(field.item) ? wrongMember(g, field.item.members) : chooseWrong(g, field.item))
  // A hundred long texts would be above the limit of a body.
  return g(fc.nat, 4) === 0 ? Array.from({ length: 101 }, () => null) : [item()]
}

/** Names that objects of JavaScript have, or that no type has. JSON.parse makes `__proto__` a member. */
const NAMES = ['__proto__', 'constructor', 'nothing', 'id', 'version', 'createdAt', 'a\u0000']

const addUnknown = (g: GeneratorValue, body: Body): Body =>
  JSON.parse(`{${JSON.stringify(choose(g, NAMES))}:{"a":1},${JSON.stringify(body).slice(1)}`) as Body

/** A right body with one or two wrong members, or with a member too many. */
export const spoilBody = (g: GeneratorValue, type: RecordType, body: Body): Body => {
  if (g(fc.nat, 5) === 0) return addUnknown(g, body)
  if (g(fc.nat, 5) === 0) return { ...body, low: 9, high: 3 }
  const wrong = Array.from({ length: 1 + g(fc.nat, 1) }, () => {
    const [name, field] = choose(g, Object.entries(type.inputs))
    return [name, chooseWrong(g, field)] as const
  })
  return { ...body, ...Object.fromEntries(wrong) }
}
