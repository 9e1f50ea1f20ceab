import {
  Article,
  Category,
  Comment,
  type ContentModel,
  type RecordType,
  type Row,
  type Stores,
} from '@content-service/domain'
import { isLink, isOwner } from '@content-service/domain/internal/model'
import { anArticle, aUser, nextUuid, NOON, type ListData } from '@content-service/domain/testing'
import fc, { type GeneratorValue } from 'fast-check'
import { choose } from './generated-models.ts'
import { generateValue, TEXTS, toStored } from './generated-values.ts'

type Record = { readonly [name: string]: unknown; readonly id: string | number }
const GHOST = 1
const ROLES = ['READER', 'READER', 'AUTHOR', 'AUTHOR', 'EDITOR', 'ADMIN', 'READER', 'GUEST'] as const
const STATES = ['DRAFT', 'REVIEW', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'ARCHIVED', 'DELETED'] as const

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

const createRecord = (g: GeneratorValue, type: RecordType, data: ListData): Record => {
  const given = Object.entries(type.attributes).map(([name, field]) => {
    if (!isLink(field)) return [name, toStored(field, generateValue(g, field))]
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
  for (const article of data['articles'] ?? []) await stores.records(Article).add(article as never)
  const others = [Category, ...model.linkedFirst].filter(
    ({ plural }, place, all) =>
      !['users', 'articles'].includes(plural) && all.findIndex((each) => each.plural === plural) === place,
  )
  for (const type of others)
    for (const record of data[type.plural] ?? [])
      if (type.name === Comment.name) await stores.comments.add(record as never, () => undefined)
      else await stores.records(type).add(record as never)
}
