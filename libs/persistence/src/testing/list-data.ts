import {
  Category,
  Comment,
  type ContentModel,
  type RecordType,
  type Row,
  type Stores,
} from '@content-service/domain'
import {
  isBlocks,
  isGroup,
  isLink,
  isList,
  isOwner,
  listWords,
  type Field,
  type FieldKind,
  type Fields,
} from '@content-service/domain/internal/model'
import { anArticle, aUser, nextUuid, NOON, type ListData } from '@content-service/domain/testing'
import fc, { type GeneratorValue } from 'fast-check'
import { choose } from './generated-models.ts'

type Record = { readonly [name: string]: unknown; readonly id: string | number }
const GHOST = 1
const ROLES = ['READER', 'READER', 'AUTHOR', 'AUTHOR', 'EDITOR', 'ADMIN', 'READER', 'GUEST'] as const
const STATES = ['DRAFT', 'REVIEW', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'ARCHIVED', 'DELETED'] as const

/** Texts that differ by case and accents, and texts that are ordered in another way by UTF-16 or by a locale. */
const TEXTS = [
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
const TAGS = ['a', 'b', 'café', 'straße', 'ss']

const chooseTime = (g: GeneratorValue): Date => new Date(NOON.getTime() + g(fc.nat, 3) * 1_001)

const sometimes = <Value>(g: GeneratorValue, make: () => Value): Value | null =>
  g(fc.nat, 2) === 0 ? null : make()

const createUser = (g: GeneratorValue, place: number): Record => {
  const role = ROLES[place] ?? 'READER'
  const { roles, ...user } = aUser(`${choose(g, ['Ada', 'bob', 'B-o.b', 'eve_'])}${place}`, role)
  return {
    ...user,
    id: place + 2,
    name: choose(g, ['', ...TEXTS]),
    roles: g(fc.boolean) ? roles : [...roles, 'READER'],
    status: choose(g, ['ACTIVE', 'ACTIVE', 'INACTIVE', 'SUSPENDED']),
    age: sometimes(g, () => g(fc.nat, 3)),
    deleted: role !== 'ADMIN' && g(fc.nat, 3) === 0,
    createdAt: chooseTime(g),
    updatedAt: sometimes(g, () => chooseTime(g)),
  }
}

const createTags = (g: GeneratorValue): readonly string[] => TAGS.filter(() => g(fc.nat, 3) === 0)

const createArticle = (g: GeneratorValue, stores: Stores, users: readonly Record[]): Record => ({
  ...anArticle(stores, choose(g, [GHOST, ...users.map(({ id }) => id)]) as never, {
    status: choose(g, STATES),
  }),
  id: nextUuid(),
  title: choose(g, TEXTS),
  tags: createTags(g),
  likes: g(fc.nat, 2),
  views: g(fc.nat, 2),
  createdAt: chooseTime(g),
  updatedAt: sometimes(g, () => chooseTime(g)),
  publishedAt: sometimes(g, () => chooseTime(g)),
})

const chooseText = (g: GeneratorValue): string => choose(g, TEXTS)

const chooseInteger = (g: GeneratorValue, { schema: { minimum = 0 } }: Field): number =>
  choose(
    g,
    [minimum, 0, 1, 2_147_483_647].map((each) => Math.max(each, minimum)),
  )

const chooseWord = (g: GeneratorValue, field: Field): string => choose(g, listWords(field) ?? [])

/** Times inside of parts are texts. */
const createMembers = (g: GeneratorValue, members: Fields) =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const value = createValue(g, member)
      return [name, value instanceof Date ? value.toISOString() : value]
    }),
  )

function createGroup(g: GeneratorValue, field: Field) {
  return isGroup(field) ? createMembers(g, field.members) : {}
}

const createEach = (g: GeneratorValue, create: (place: number) => unknown): readonly unknown[] =>
  Array.from({ length: g(fc.nat, 3) }, (_, place) => create(place))

function createList(g: GeneratorValue, field: Field) {
  if (!isList(field)) return []
  const { item } = field
  return createEach(g, (place) =>
    isGroup(item)
      ? { key: `k${place}`, ...createMembers(g, item.members) }
      : createMembers(g, { item })['item'],
  )
}

function createBlocks(g: GeneratorValue, field: Field) {
  if (!isBlocks(field)) return []
  return createEach(g, (place) => {
    const [type = '', members = {}] = choose(g, Object.entries(field.blocks))
    return { type, key: `k${place}`, ...createMembers(g, members) }
  })
}

type ChooseValue = (g: GeneratorValue, field: Field) => unknown

/** The values of each kind; links have the ids of records. */
const VALUES: Readonly<globalThis.Record<Exclude<FieldKind, 'owner' | 'one' | 'many'>, ChooseValue>> = {
  line: chooseText,
  text: chooseText,
  markdown: chooseText,
  email: chooseText,
  url: chooseText,
  state: chooseWord,
  choice: chooseWord,
  decimal: (g) => choose(g, ['0.00', '12.50', '-3.10', '99999999.99', '0.10']),
  date: (g) => choose(g, ['2026-11-19', '2026-11-20', '0001-01-01', '9999-12-31']),
  json: (g) => choose(g, [{ a: [1, 'ä'] }, [], 'text', 0, false]),
  group: createGroup,
  list: createList,
  blocks: createBlocks,
  time: chooseTime,
  tags: createTags,
  flag: (g) => g(fc.boolean),
  integer: chooseInteger,
  counter: chooseInteger,
  number: (g) => choose(g, [0, 0.1, 12.5, 1e300]),
}

const createValue = (g: GeneratorValue, field: Field): unknown => {
  const { kind } = field
  if (kind === 'owner' || kind === 'one' || kind === 'many') throw new Error('A link has ids.')
  const make = (): unknown => VALUES[kind](g, field)
  return field.isOptional ? sometimes(g, make) : make()
}

const createRecord = (g: GeneratorValue, type: RecordType, data: ListData): Record => {
  const given = Object.entries(type.attributes).map(([name, field]) => {
    if (!isLink(field)) return [name, createValue(g, field)]
    const ids = (data[field.to.plural] ?? []).map(({ id }) => id)
    const make = () => choose(g, isOwner(field) ? [GHOST, ...ids] : ids)
    return [name, field.isOptional ? sometimes(g, () => (ids.length > 0 ? make() : null)) : make()]
  })
  const lists = type.manyLinks.map(({ attribute, field: { toMany } }) => [
    attribute,
    (data[toMany.plural] ?? []).map(({ id }) => id).filter(() => g(fc.nat, 3) === 0),
  ])
  const versioned = type.isFixed
    ? {}
    : { updatedAt: sometimes(g, () => chooseTime(g)), ref: null, version: 1 }
  return {
    ...Object.fromEntries([...given, ...lists]),
    id: nextUuid(),
    createdAt: chooseTime(g),
    ...versioned,
  }
}

const createFollows = (g: GeneratorValue, users: readonly Record[]): readonly Row[] =>
  users.flatMap(({ id: followerId }) =>
    users.flatMap(({ id: followedId }) =>
      followerId !== followedId && g(fc.nat, 2) === 0 ? [{ followerId, followedId }] : [],
    ),
  )

const CATEGORIES = ['Äpfel', 'apfel', 'Straße', 'zoë']

/** Records of all types with few different values, so that filters match and orders have ties. */
export const generateListData = (g: GeneratorValue, model: ContentModel, stores: Stores): ListData => {
  const users = ROLES.map((_, place) => createUser(g, place))
  const articles = Array.from({ length: 14 }, () => createArticle(g, stores, users))
  const categories = CATEGORIES.map((name) => ({ ...createRecord(g, Category, {}), name }))
  const data: { [plural: string]: readonly Row[] } = {
    users,
    articles,
    categories,
    follows: createFollows(g, users),
  }
  const others = model.linkedFirst.filter(({ plural, name }) => name !== 'User' && data[plural] === undefined)
  // A record can link to an earlier record of its type.
  for (const type of others)
    for (let count = 0; count < 9; count += 1)
      data[type.plural] = [...(data[type.plural] ?? []), createRecord(g, type, data)]
  return data
}

/** Stores the records as they are. */
export const storeListData = async (stores: Stores, model: ContentModel, data: ListData): Promise<void> => {
  for (const { id, ...user } of data['users'] ?? []) await stores.users.addAt(id as never, user as never)
  for (const { followerId, followedId } of data['follows'] ?? [])
    await stores.users.follow(followerId as never, followedId as never, NOON)
  for (const article of data['articles'] ?? []) await stores.articles.add(article as never)
  const others = [Category, ...model.linkedFirst].filter(
    ({ plural }, place, all) =>
      !['users', 'articles'].includes(plural) && all.findIndex((each) => each.plural === plural) === place,
  )
  for (const type of others)
    for (const record of data[type.plural] ?? [])
      if (type.name === Comment.name) await stores.comments.add(record as never, () => undefined)
      else await stores.records(type).add(record as never)
}
