import { field } from '@content-service/domain'
import type { Field } from '@content-service/domain/internal/model'
import fc, { type GeneratorValue } from 'fast-check'
import { choose } from '../../../libs/persistence/src/testing/generated-models.ts'

const about = 'A test.'
/** The words of all choices. */
export const WORDS = ['CALM', 'LOUD', 'A1_B'] as const

/** Makes a field with random options. */
export type DrawField = (g: GeneratorValue) => Field

/** Every second field has an index. */
export const index = (g: GeneratorValue): { readonly index?: true } => (g(fc.boolean) ? { index: true } : {})

const drawItem: DrawField = (g) =>
  choose<() => Field>(g, [
    () => field.line(130, { about }),
    () => field.text(200, { about }),
    () => field.integer(-5, 99, { about }),
    () => field.number(0, { about, most: 1e21 }),
    () => field.decimal(6, 2, { about }),
    () => field.choice(WORDS, { about }),
    () => field.date({ about }),
    () => field.time({ about }),
    () => field.email({ about }),
    () => field.url({ about }),
  ])()

/** Where members are: members of groups outside of lists alone have indexes. */
interface Place {
  /** Parts lie at most 4 levels deep, and a list of groups has two of them. */
  readonly levels: number
  readonly isInList: boolean
}

const drawInner = (g: GeneratorValue, { levels, isInList }: Place): Readonly<Record<string, Field>> => {
  if (levels <= 0) return {}
  const [group, list] = [
    { levels: levels - 1, isInList },
    { levels: levels - 2, isInList: true },
  ]
  return {
    ...(g(fc.boolean) && { words: field.list(drawItem(g), { about }) }),
    ...(g(fc.boolean) && { inner: field.group(drawMembers(g, group), { about, optional: true }) }),
    ...(levels > 1 &&
      g(fc.boolean) && {
        rows: field.list(field.group(drawMembers(g, list), { about }), { about }),
      }),
  }
}

/** The members of a group, of a part of a list, or of a block. */
export const drawMembers = (g: GeneratorValue, place: Place): Readonly<Record<string, Field>> => {
  const indexed = () => (place.isInList ? {} : index(g))
  return {
    note: field.line(130, { about, optional: true, ...indexed() }),
    ...(g(fc.boolean) && { count: field.integer(-5, 99, { about, initial: 4, ...indexed() }) }),
    ...(g(fc.boolean) && { price: field.decimal(8, 3, { about, optional: true, ...indexed() }) }),
    ...(g(fc.boolean) && { mood: field.choice(WORDS, { about, initial: 'LOUD', ...indexed() }) }),
    ...(g(fc.boolean) && { opensOn: field.date({ about, optional: true }) }),
    ...(g(fc.boolean) && { begins: field.time({ about, optional: true }) }),
    ...(g(fc.boolean) && { isOpen: field.flag({ about, initial: false, ...indexed() }) }),
    ...(g(fc.boolean) && { ratio: field.number(-10, { about, optional: true, most: 1e300, ...indexed() }) }),
    ...(g(fc.boolean) && { mail: field.email({ about, optional: true }) }),
    ...(g(fc.boolean) && { raw: field.json({ about, optional: true }) }),
    ...drawInner(g, place),
  }
}

/** A list of values or of groups. */
export const drawList: DrawField = (g) => {
  if (g(fc.nat, 2) === 0) {
    const members = drawMembers(g, { levels: 2, isInList: true })
    return field.list(field.group(members, { about }), { about, ...(g(fc.boolean) && { most: 3 }) })
  }
  const item = drawItem(g)
  const isIndexed = ['line', 'choice', 'date'].includes(item.kind) && g(fc.boolean)
  return field.list(item, {
    about,
    ...(isIndexed && { index: true as const }),
    ...choose(g, [{}, { distinct: true }, { least: 1 }] as const),
  })
}
