import { field } from '@content-service/domain'
import type { FieldKind } from '@content-service/domain/internal/model'
import fc, { type GeneratorValue } from 'fast-check'
import { choose } from '../../../libs/persistence/src/testing/generated-models.ts'
import { drawList, drawMembers, index, WORDS, type DrawField } from './fleet-parts.ts'

const about = 'A test.'
/** An empty text, letters and signs: both engines of patterns read it alike. */
const PATTERN = '[a-zA-Z_ .*#\\\\%-]*'

interface Options {
  readonly about: string
  readonly optional?: true
  readonly seenWith?: string
}

/** Every third field is optional, and readers without a permission see some of them as null. */
const drawOptions = (g: GeneratorValue): Options => {
  if (g(fc.nat, 2) > 0) return { about }
  return { about, optional: true, ...(g(fc.nat, 2) === 0 && { seenWith: 'audit' }) }
}

/** Both interfaces, words for texts: an index for orders or for parts, and searches. */
const textOptions = (g: GeneratorValue) => {
  const options = drawOptions(g)
  return {
    ...options,
    ...choose(g, [{}, { index: true }, { index: 'text' }] as const),
    ...(options.seenWith === undefined && choose(g, [{}, {}, { search: 'B' }] as const)),
  }
}

/** All kinds but links, which types have that know other types, and slugs, which follow another field. */
export type DrawnKind = Exclude<FieldKind, 'one' | 'many' | 'slug'>

/** A field of each kind with random options. */
export const FIELDS: Readonly<Record<DrawnKind, DrawField>> = {
  line: (g) => field.line(130, { ...textOptions(g), ...(g(fc.nat, 3) === 0 && { pattern: PATTERN }) }),
  text: (g) => field.text(400, { ...textOptions(g), ...(g(fc.nat, 2) === 0 && { least: 2 }) }),
  markdown: (g) => field.markdown(g(fc.boolean) ? 400 : 20_000, drawOptions(g)),
  email: (g) => field.email({ ...drawOptions(g), ...index(g) }),
  url: (g) => field.url(drawOptions(g)),
  number: (g) =>
    field.number(choose(g, [0, -100]), {
      ...drawOptions(g),
      ...index(g),
      ...(g(fc.boolean) && { most: 1e21 }),
    }),
  integer: (g) =>
    field.integer(-2_147_483_648, choose(g, [99, 2_147_483_647]), { ...drawOptions(g), ...index(g) }),
  decimal: (g) => {
    const [precision, scale] = choose(g, [
      [10, 2],
      [38, 10],
      [19, 0],
      [3, 3],
    ] as const)
    return field.decimal(precision, scale, {
      ...drawOptions(g),
      ...index(g),
      ...(g(fc.boolean) && { least: scale === 0 ? '-5' : '-0.5' }),
    })
  },
  counter: () => field.counter({ about }),
  flag: (g) => field.flag({ about, initial: g(fc.boolean), ...index(g) }),
  time: (g) =>
    field.time({
      ...drawOptions(g),
      ...index(g),
      ...(g(fc.boolean) && { least: '2026-11-20T12:00:00Z', most: '2030-01-01T00:00:00+01:00' }),
    }),
  date: (g) =>
    field.date({
      ...drawOptions(g),
      ...index(g),
      ...(g(fc.boolean) && { least: '1900-01-01', most: '2026-11-30' }),
    }),
  tags: (g) => field.tags({ about, ...index(g), ...(g(fc.boolean) && { search: 'B' as const }) }),
  state: (g) =>
    g(fc.boolean)
      ? field.state(['NEW', 'DONE'], { about, ...index(g) })
      : field.state(['NEW', 'SEEN', 'DONE'], {
          about,
          ...index(g),
          initial: { NEW: true, SEEN: 'audit' },
          transitions: { NEW: { SEEN: 'write', DONE: 'audit' }, SEEN: { NEW: 'write' } },
          published: 'SEEN',
        }),
  choice: (g) =>
    field.choice(WORDS, {
      ...drawOptions(g),
      ...index(g),
    }),
  json: (g) =>
    field.json({
      ...drawOptions(g),
      ...(g(fc.nat, 2) === 0 && { schema: { type: ['object', 'array', 'null'], maxProperties: 5 } }),
    }),
  group: (g) => field.group(drawMembers(g, { levels: 3, isInList: false }), drawOptions(g)),
  list: drawList,
  blocks: (g) =>
    field.blocks(
      {
        quote: {
          text: field.line(130, { about, ...choose(g, [{}, { search: 'B' }] as const) }),
          source: field.url({ about, optional: true }),
        },
        facts: drawMembers(g, { levels: 2, isInList: true }),
      },
      { about, ...(g(fc.boolean) && { most: 5 }) },
    ),
  owner: () => field.owner({ about }),
}
