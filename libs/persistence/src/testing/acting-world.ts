import { where } from '@content-service/authz'
import {
  Article,
  builtInModel,
  Category,
  Comment,
  contentModel,
  Product,
  User,
  type Caller,
  type Context,
  type RecordOf,
  type RecordType,
  type Stores,
} from '@content-service/domain'
import { ANYBODY, ARTICLE_STATUSES, type UserRole } from '@content-service/domain/internal/access'
import type { NewOf } from '@content-service/domain/internal/model'
import {
  aComment,
  aContext,
  anArticle,
  aRecord,
  aUser,
  callerOf,
  Gig,
  memoryStores,
  MemoryTables,
  NOON,
  TEST_AUDIT_CONTEXT,
  Venue,
  Workshop,
} from '@content-service/domain/testing'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from './databases.ts'

/** The types of the service, and types with states, operations, and links that refuse a deletion. */
const model = contentModel([...builtInModel.types, Workshop, Venue, Gig])

const openOn = async (open: (hooks: object) => Promise<TestDatabase>) => {
  const { database, close } = await open({ model })
  await migrateTypes(database, model)
  return { stores: createStores(database.session(), TEST_AUDIT_CONTEXT, { model }), close }
}

/** The stores of the model in memory and in both databases. */
export const ACTING_STORES = [
  ['memory', async () => ({ stores: memoryStores(new MemoryTables(), model), close: async () => undefined })],
  ['PGlite', () => openOn(openPglite)],
  ['PostgreSQL', () => openOn(openPostgres)],
] as const

/** A record on which callers act, with the inputs of actions that need one. */
export interface ActedRecord {
  readonly name: string
  readonly type: RecordType
  readonly id: string
  readonly inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The id of an action, if it is not that of the record. */
  readonly ids?: Readonly<Record<string, string>>
  /** The action that sets the state that the record has. */
  readonly present?: string
  readonly isDeleted?: boolean
}

const ROLES = ['GUEST', 'READER', 'AUTHOR', 'EDITOR', 'ADMIN'] as const satisfies readonly UserRole[]

const addPeople = async (stores: Stores) => {
  const add = async (role: UserRole) => stores.users.add(aUser(role.toLowerCase(), role), null)
  const [guest, reader, author, editor, admin] = await Promise.all(ROLES.map(add))
  const owner = await stores.users.add(aUser('owner', 'AUTHOR'), null)
  const strong = await stores.users.add({ ...aUser('strong'), permissions: ['audit:read'] }, null)
  const gone = await stores.users.add({ ...aUser('gone'), deleted: true }, null)
  return { guest, reader, author, editor, admin, owner, strong, gone } as Record<string, User>
}

const listCallers = (people: Readonly<Record<string, User>>): readonly (readonly [string, Caller])[] => {
  const named = ['guest', 'reader', 'author', 'editor', 'admin', 'owner'].map(
    (name) => [name, callerOf(people[name] as User)] as const,
  )
  const [owner, admin] = [callerOf(people['owner'] as User), callerOf(people['admin'] as User)]
  return [
    ['nobody', ANYBODY],
    ...named,
    ['a narrow key of the owner', { ...owner, restrictedTo: ['articles:read', 'articles:write'] }],
    ['a narrow key of the admin', { ...admin, restrictedTo: ['users:read', 'users:write', 'gigs:write'] }],
    [
      'a user who may open workshops',
      { ...callerOf(people['reader'] as User), permissions: ['workshops:open'] },
    ],
    [
      'a client',
      {
        id: null,
        client: 'robot',
        roles: [],
        permissions: ['comments:read', 'comments:delete', 'venues:read', 'venues:write'],
      },
    ],
  ]
}

/** Drafts of the users of a record. */
const addDrafts = async (stores: Stores, recordId: Article['id'], users: readonly User[]): Promise<void> => {
  for (const { id: userId } of users) {
    const values = { title: 'Planned' }
    const draft = { recordId, userId, baseVersion: 2, changedAt: NOON, values, digests: {} }
    await stores.drafts.save(builtInModel.typeNamed('Article'), draft, 10)
  }
}

const addArticles = async (
  stores: Stores,
  [owner, reader]: readonly [User, User],
): Promise<readonly ActedRecord[]> =>
  Promise.all(
    ARTICLE_STATUSES.map(async (status) => {
      const article = await stores
        .records(Article)
        .add(anArticle(stores, owner.id, { title: status, status }))
      await stores
        .records(Article)
        .change(article.id, (current) => ({ ...current, title: 'Next', version: current.version + 1 }), {
          keeping: { editorId: owner.id, at: NOON },
        })
      await addDrafts(stores, article.id, [owner, reader])
      const [revision] = await stores.reader.find({
        from: 'revisions',
        where: where<{ recordId: string }>().recordId.eq(article.id),
        orderBy: [],
        window: { limit: 1, offset: 0 },
        select: { fields: ['id'] },
      })
      return {
        name: `an article that is ${status}`,
        type: builtInModel.typeNamed('Article'),
        id: article.id,
        inputs: {
          update: { title: 'Changed' },
          schedule: { publishAt: '2030-01-01T00:00:00Z' },
          comment: { articleId: article.id, content: 'Well said.' },
          restoreRevision: {},
          saveDraft: { title: 'Planned' },
        },
        ids: { restoreRevision: String(revision?.['id']) },
        present: `status:${status}`,
      }
    }),
  )

const addComment = async (stores: Stores, author: User, writer: User): Promise<ActedRecord> => {
  const article = await stores.records(Article).add(anArticle(stores, writer.id, { title: 'Read' }))
  const comment = aComment(stores, article, author.id)
  await stores.comments.add(comment, () => undefined)
  return { name: 'a comment', type: Comment, id: comment.id, inputs: { update: { content: 'Changed.' } } }
}

const addWorkshops = async (stores: Stores, host: User): Promise<readonly ActedRecord[]> => {
  const category = await stores.records(Category).add(aRecord(stores, Category, { name: 'Crafts' }))
  const given = { title: 'Type setting', startsAt: '2027-01-01T00:00:00Z', subjectId: category.id }
  const shop = { title: 'A case', price: 1, stock: 1, categoryId: category.id }
  const product = await stores.records(Product).add(aRecord(stores, Product, shop))
  const workshops = ['PLANNED', 'OPEN', 'CANCELLED'].map(async (progress) => {
    const made = { ...aRecord(stores, Workshop, given, host.id), progress } as RecordOf<typeof Workshop>
    const { id } = await stores.records(Workshop).add(made)
    const inputs = { update: { title: 'Changed' }, cancel: { reason: 'Rain.' } }
    return { name: `a workshop that is ${progress}`, type: Workshop, id, inputs }
  })
  return [
    ...(await Promise.all(workshops)),
    { name: 'a product', type: Product, id: product.id, inputs: { update: { title: 'Changed' } } },
    { name: 'a category', type: Category, id: category.id, inputs: {} },
  ]
}

/** A place with a concert, and a place without one; a festival with a part of it. */
const addVenues = async (stores: Stores, owner: User): Promise<readonly ActedRecord[]> => {
  const addVenue = async (name: string) =>
    (await stores.records(Venue).add(aRecord(stores, Venue, { name }, owner.id))).id
  const addGig = async (given: NewOf<typeof Gig>) =>
    (await stores.records(Gig).add(aRecord(stores, Gig, given, owner.id))).id
  const [used, free] = [await addVenue('Used'), await addVenue('Free')]
  const festival = await addGig({ title: 'Festival', venueId: used })
  const part = await addGig({ title: 'Part', parentId: festival })
  const venue = { type: Venue, inputs: { update: { name: 'Changed' } } }
  const gig = { type: Gig, inputs: { update: { title: 'Changed' } } }
  return [
    { name: 'a place with a concert', id: used, ...venue },
    { name: 'a place without concerts', id: free, ...venue },
    { name: 'a festival with a part', id: festival, ...gig },
    { name: 'a part of a festival', id: part, ...gig },
  ]
}

export interface ActingWorld {
  readonly callers: readonly (readonly [string, Caller])[]
  readonly records: readonly ActedRecord[]
  as(caller: Caller): Context
}

/** Callers and records of all kinds. */
export const fillActingWorld = async (stores: Stores): Promise<ActingWorld> => {
  const people = await addPeople(stores)
  const owner = people['owner'] as User
  const users = Object.entries(people).map(([name, { id }]) => ({
    name: `the user ${name}`,
    type: User,
    id: String(id),
    isDeleted: name === 'gone',
    inputs: { update: { name: 'Changed' } },
  }))
  const records = [
    ...(await addArticles(stores, [owner, people['reader'] as User])),
    await addComment(stores, people['reader'] as User, owner),
    ...(await addWorkshops(stores, owner)),
    ...(await addVenues(stores, owner)),
    ...users,
    { name: 'the ghost', type: User, id: '1', inputs: { update: { name: 'Changed' } } },
  ]
  const as = (caller: Caller) => aContext({ stores, model, policy: model.policy, caller })
  return { callers: listCallers(people), records, as }
}
