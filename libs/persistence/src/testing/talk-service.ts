import { and } from '@content-service/authz'
import {
  Article,
  builtInModel,
  Category,
  contentModel,
  field,
  record,
  unconditional,
  type Context,
  type RecordId,
  type RecordType,
  type Stores,
  type User,
  type UserId,
} from '@content-service/domain'
import type { AnyRecord } from '@content-service/domain/internal/model'
import type { RunOperation } from '@content-service/domain/internal/operations'
import { findOperation } from '@content-service/domain/internal/service'
import {
  parseContentRecord,
  type ContentLine,
  type Extent,
  type RecordOutcome,
} from '@content-service/domain/internal/transfer'
import { aContext, aUser, callerOf, NOON, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { expect } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, type openPglite, type TestDatabase } from './databases.ts'
import { SqlTransferStore } from '../transfer/transfer-store.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const Venue = record({
  name: 'Venue',
  plural: 'venues',
  about,
  allowed,
  trash: true,
  likes: true,
  fields: { title: field.line(80, { about, unique: true }) },
})
export const Talk: RecordType = record({
  name: 'Talk',
  plural: 'talks',
  about,
  allowed: { ...allowed, publish: { EDITOR: 'all' } },
  revisions: true,
  drafts: true,
  trash: true,
  likes: true,
  views: true,
  schedule: true,
  fields: {
    title: field.line(80, { about, search: 'A' }),
    slug: field.slug({ from: 'title', about }),
    count: field.counter({ about }),
    stage: field.state(['DRAFT', 'OPEN'], {
      about,
      initial: { DRAFT: true },
      transitions: { DRAFT: { OPEN: 'publish' }, OPEN: { DRAFT: 'publish' } },
      published: 'OPEN',
    }),
    level: field.choice(['EASY', 'HARD'], { about, optional: true }),
    text: field.markdown(200_000, { about, optional: true }),
    venue: field.one(Venue, { about, optional: true, onDelete: 'clear' }),
    topics: field.many(Category, { about, inverse: 'talks' }),
    after: field.one('self', { about, optional: true, onDelete: 'clear' }),
    steps: field.list(
      field.group({ text: field.line(20, { about }), at: field.one(Venue, { about }) }, { about }),
      { about },
    ),
    speaker: field.owner({ about, inverse: 'talks' }),
  },
})
const Desk = record({
  name: 'Desk',
  about,
  allowed,
  single: true,
  revisions: true,
  fields: { title: field.line(80, { about, initial: 'A desk' }) },
})
export const model = contentModel([...builtInModel.types, Venue, Talk, Desk])

let moment = 0
const PEOPLE = ['ada', 'bob', 'eve'] as const

/** A service, with its people. */
export interface Service {
  readonly test: TestDatabase
  readonly stores: Stores
  readonly transfer: SqlTransferStore
}

export const openService = async (open: typeof openPglite): Promise<Service> => {
  const test = await open({ model })
  await migrateTypes(test.database, model)
  return {
    test,
    stores: createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model }),
    transfer: new SqlTransferStore(test.database.session(), model),
  }
}

export const read = async (
  { transfer }: Service,
  extent: Extent = 'complete',
): Promise<readonly ContentLine[]> => {
  const lines: ContentLine[] = []
  for await (const line of transfer.read(extent)) lines.push(line)
  expect(await transfer.count(extent)).toBe(lines.length)
  return lines
}

/** Both passes of an import. */
export const write = async (
  { transfer }: Service,
  lines: readonly object[],
): Promise<readonly RecordOutcome[]> => {
  const records = lines.map((line) => parseContentRecord(structuredClone(line), model))
  const outcomes = await transfer.write(records)
  const linking = records.filter((each, place) => each.type === 'talk' && outcomes[place]?.kind !== 'refused')
  expect((await transfer.writeOwnLinks(linking)).every(({ kind }) => kind !== 'refused')).toBe(true)
  return outcomes
}

export const kinds = (outcomes: readonly RecordOutcome[]) => [...new Set(outcomes.map(({ kind }) => kind))]
export const reasons = (outcomes: readonly RecordOutcome[]) =>
  outcomes.map((each) => (each.kind === 'refused' ? each.reason : each.kind))

/** What a person does in a service. */
export const createActor = ({ stores }: Service, people: readonly User[]) => {
  const as = (name: (typeof PEOPLE)[number]): Context => {
    moment += 1_000
    const at = new Date(NOON.getTime() + moment)
    const user = people.find(({ username }) => username === name) as User
    return aContext({ stores, model, now: () => at, caller: callerOf(user) })
  }
  return async (name: (typeof PEOPLE)[number], operation: string, id: string, input: object = {}) => {
    const context = as(name)
    const found = findOperation(model, operation) as RunOperation<object, AnyRecord>
    return found.run(context, { id, input, precondition: unconditional })
  }
}

/** The people of a service into which an import has brought them. */
export const findPeople = async ({ stores }: Service): Promise<readonly User[]> => {
  const rows = await stores.reader.find({
    from: 'users',
    where: and(),
    orderBy: [],
    window: { limit: 100, offset: 0 },
    select: { fields: ['id'] },
  })
  const found = await Promise.all(rows.map(({ id }) => stores.users.get(id as UserId)))
  return found.filter((user) => user !== null)
}

export const fill = async (service: Service) => {
  const { stores } = service
  const people: User[] = []
  for (const [place, name] of PEOPLE.entries())
    people.push(await stores.users.add(aUser(name, place === 2 ? 'ADMIN' : 'EDITOR'), null))
  const act = createActor(service, people)
  const category = await act('eve', 'createCategory', '', { name: 'Ink' })
  const [venue, gone] = [
    await act('eve', 'createVenue', '', { title: 'Hall' }),
    await act('eve', 'createVenue', '', { title: 'Tent' }),
  ]
  const later = await act('ada', 'createTalk', '', { title: 'Later' })
  const talk = await act('ada', 'createTalk', '', {
    title: 'First',
    level: 'EASY',
    text: 'x'.repeat(150_000),
    venueId: venue.id,
    topicIds: [category.id],
    afterId: later.id,
    steps: [{ key: 'a', text: 'Cut.', atId: gone.id }],
  })
  await act('ada', 'updateTalk', later.id, { afterId: talk.id })
  await act('bob', 'updateTalk', talk.id, { title: 'Second', steps: [], venueId: gone.id, level: null })
  await act('eve', 'updateTalk', talk.id, { title: 'Third', stage: 'OPEN' })
  for (const name of PEOPLE) await act(name, 'likeTalk', talk.id)
  await act('bob', 'unlikeTalk', talk.id)
  await act('bob', 'likeVenue', gone.id)
  await stores.records(Talk).addViews(new Map([[talk.id as RecordId, 7]]))
  await act('ada', 'scheduleTalk', later.id, { publishAt: '2999-01-01T00:00:00.000Z' })
  const trashed = await act('bob', 'createTalk', '', { title: 'Trashed' })
  await act('bob', 'updateTalk', trashed.id, { title: 'Trashed later', afterId: talk.id })
  await act('bob', 'deleteTalk', trashed.id)
  await act('eve', 'deleteVenue', gone.id)
  await act('ada', 'saveTalkDraft', talk.id, {
    title: 'Fourth',
    venueId: venue.id,
    topicIds: [category.id],
    level: null,
    steps: [{ key: 'a', text: 'Fold.', atId: venue.id }],
  })
  const article = await act('ada', 'createArticle', '', { title: 'An article', content: 'One.' })
  await act('ada', 'updateArticle', article.id, { content: 'Two.', excerpt: 'An excerpt.' })
  await act('eve', 'updateArticle', article.id, { status: 'PUBLISHED' })
  await act('eve', 'updateArticle', article.id, { slug: 'a-renamed-article' })
  await act('bob', 'likeArticle', article.id)
  await stores.records(Article).addViews(new Map([[article.id as RecordId<'Article'>, 3]]))
  await act('eve', 'updateDesk', '', { title: 'My desk' })
  await act('eve', 'updateDesk', '', { title: 'Our desk' })
  await act('bob', 'saveArticleDraft', article.id, { content: 'Three.', excerpt: null })
  return { act, people, talk, trashed, gone, article }
}
