import {
  Article,
  Category,
  type ContentModel,
  type RecordId,
  type RecordType,
  type Stores,
  type User,
} from '@content-service/domain'
import {
  hasLinks,
  isLink,
  isOwner,
  isState,
  type Field,
  type LinkField,
  type ManyField,
} from '@content-service/domain/internal/model'
import { anArticle, aRecord, aUser, NOON, type MemoryTables } from '@content-service/domain/testing'
import fc, { type GeneratorValue } from 'fast-check'
import { choose } from './generated-models.ts'
import { generateValue, toStored } from './generated-values.ts'
import { PART_VALUES } from './part-fields.ts'
import { FIELD_VALUES } from './value-shares.ts'

const ROLES = ['READER', 'AUTHOR', 'EDITOR', 'ADMIN'] as const

/** Stores in memory and in a database with the same records. */
export interface Twins {
  readonly memory: Stores
  readonly sql: Stores
  readonly tables: MemoryTables
  readonly model: ContentModel
}

/** A user of each role; the reader can be deleted, so that records show the ghost as their owner. */
const addPeople = async (g: GeneratorValue, { sql, tables }: Twins): Promise<readonly User[]> => {
  const people: User[] = []
  for (const role of ROLES) {
    const deleted = role === 'READER' && g(fc.boolean)
    people.push(await sql.users.add({ ...aUser(role.toLowerCase(), role), deleted }, null))
  }
  for (const person of people) tables.users.put(person)
  return people
}

/** The ids of the records of each type, by its plural. */
export type Ids = Map<string, readonly (string | number)[]>

const chooseLink = (g: GeneratorValue, { to, isOptional }: LinkField, ids: Ids): string | number | null => {
  const known = ids.get(to.plural) ?? []
  return isOptional && (known.length === 0 || g(fc.nat, 2) === 0) ? null : choose(g, known)
}

/** Up to three different records in any order. */
const chooseLinks = (
  g: GeneratorValue,
  { toMany: to }: ManyField,
  ids: Ids,
): readonly (string | number)[] => {
  const known = ids.get(to.plural) ?? []
  if (known.length === 0) return []
  return [...new Set([0, 1, 2].slice(0, g(fc.nat, 3)).map(() => choose(g, known)))]
}

/** A value of a field with links in its parts. */
const createParts = (g: GeneratorValue, each: Field, ids: Ids): unknown =>
  toStored(
    each,
    generateValue(g, each, (_, link) => chooseLink(g, link, ids)),
  )

const addArticles = async (g: GeneratorValue, { sql, memory }: Twins, people: readonly User[], ids: Ids) => {
  for (const owner of people) {
    const article = anArticle(sql, owner.id, { status: choose(g, ['DRAFT', 'PUBLISHED']) })
    for (const stores of [sql, memory]) await stores.records(Article).add(article)
    ids.set(Article.plural, [...(ids.get(Article.plural) ?? []), article.id])
  }
}

const addRecord = async (
  g: GeneratorValue,
  { sql, memory }: Twins,
  type: RecordType,
  { people, ids }: { readonly people: readonly User[]; readonly ids: Ids },
): Promise<void> => {
  // Any record has a new id.
  const made = aRecord(sql, Category, { name: 'A name' })
  const given = Object.entries(type.attributes).flatMap(([name, each]) => {
    // C16.2: the stores compute the value.
    if (each.computed !== undefined) return []
    if (isOwner(each)) return [[name, choose(g, people).id]]
    if (isLink(each)) return [[name, chooseLink(g, each, ids)]]
    if (hasLinks(each)) return [[name, createParts(g, each, ids)]]
    const values = FIELD_VALUES[name] ?? PART_VALUES[name]
    if (values) return [[name, choose(g, values)]]
    if (each.kind === 'counter') return [[name, g(fc.nat, 9)]]
    return isState(each) ? [[name, choose(g, ['NEW', 'DONE'])]] : [[name, `${name} of ${made.id}`]]
  })
  const lists = type.manyLinks.map(({ attribute, field }) => [attribute, chooseLinks(g, field, ids)])
  const createdAt = new Date(NOON.getTime() + g(fc.nat, 2) * 1_000)
  const versioned = type.isFixed ? {} : { updatedAt: null, ref: null, version: 1 }
  const record = {
    ...Object.fromEntries([...given, ...lists]),
    id: made.id,
    createdAt,
    ...versioned,
  } as never
  for (const stores of [sql, memory]) await stores.records(type).add(record)
  ids.set(type.plural, [...(ids.get(type.plural) ?? []), made.id])
}

/** C17.5: each record of a type with likes has those of some users, without a draw. */
const likeSome = async ({ sql, memory }: Twins, type: RecordType, people: readonly User[], ids: Ids) => {
  if (!type.takesLikes) return
  for (const [place, id] of (ids.get(type.plural) ?? []).entries())
    for (const { id: user } of people.filter((_, number) => number % 3 >= place % 3))
      for (const stores of [sql, memory]) await stores.records(type).like(id as RecordId, { user, at: NOON })
}

/** Fills both stores with the same users, articles and records. */
export const fillTwins = async (g: GeneratorValue, twins: Twins) => {
  const people = await addPeople(g, twins)
  const ids: Ids = new Map([['users', people.map(({ id }) => id)]])
  await addArticles(g, twins, people, ids)
  const declared = twins.model.derivedTypes.filter(({ name }) => name.startsWith('Kind'))
  for (const type of [Category, ...declared])
    for (let count = 0; count < 3; count += 1) await addRecord(g, twins, type, { people, ids })
  for (const type of declared) await likeSome(twins, type, people, ids)
  return { people, ids, declared }
}
