import {
  Article,
  contentModel,
  createRecord,
  updateRecord,
  type Context,
  type User,
} from '@content-service/domain'
import { writeAtOnce } from '@content-service/domain/internal/operations'
import {
  aContext,
  anArticle,
  aUser,
  callerOf,
  Gig,
  gigModel,
  Room,
  Talk,
  talkModel,
  TEST_AUDIT_CONTEXT,
  Venue,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../../testing/databases.ts'

/** The types of both models. */
const model = contentModel([
  ...talkModel.types,
  ...gigModel.types.filter(({ name }) => ['Venue', 'Gig'].includes(name)),
])
const UNKNOWN = '00000000-0000-7000-8000-ffffffffffff'

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C14.2 links that a caller sets on %s', (_, open) => {
  let test: TestDatabase
  let rita: Context
  let rob: Context
  let published: string
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const act = (user: User): Context => aContext({ stores: stores(), model, caller: callerOf(user) })
  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
    rita = act(await stores().users.add(aUser('rita'), null))
    rob = act(await stores().users.add(aUser('rob'), null))
    const owner = rita.caller.id as User['id']
    published = (
      await stores()
        .records(Article)
        .add(anArticle(stores(), owner, { status: 'PUBLISHED' }))
    ).id
  })
  afterAll(() => test.close())

  const refusal = async (work: Promise<unknown>) => work.then(String, ({ code, message }) => [code, message])

  it.each([
    ['alone', (context: Context, work: (within: Context) => Promise<object>) => work(context)],
    ['in the transaction of their response', writeAtOnce],
  ] as const)('lead only to records that the caller may read, %s', async (_form, run) => {
    const own = await createRecord(rob, Room, { name: 'Cellar' })
    const hidden = await createRecord(rita, Room, { name: 'Attic' })
    const given = { title: 'On types', articleId: published }
    const create = (roomId: string) => run(rob, (within) => createRecord(within, Talk, { ...given, roomId }))
    const { id } = await createRecord(rob, Talk, { ...given, roomId: own.id })
    expect(await create(own.id)).toMatchObject({ roomId: own.id })
    const refused = await refusal(create(hidden.id))
    expect(refused).toEqual(['BAD_USER_INPUT', 'roomId: there is no room with this id'])
    expect(await refusal(create(UNKNOWN))).toEqual(refused)
    const change = (roomId: string) =>
      run(rob, (within) =>
        updateRecord(within, Talk, { id, change: { roomId }, precondition: () => undefined }),
      )
    expect(await refusal(change(hidden.id))).toEqual(refused)
    expect(await refusal(change(UNKNOWN))).toEqual(refused)
    expect(await change(own.id)).toMatchObject({ roomId: own.id, version: 1 })
  })

  it('change only what the caller sees of an optional link, and of a link to a user', async () => {
    const ada = act(await stores().users.add(aUser('ada', 'ADMIN'), null))
    const hidden = await createRecord(ada, Venue, { name: 'Vault' })
    const gig = await createRecord(rob, Gig, { title: 'Solo' })
    const change = (context: Context, values: object) =>
      updateRecord(context, Gig, { id: gig.id, change: values, precondition: () => undefined })
    const [ritasId, robsId] = [Number(rita.caller.id), Number(rob.caller.id)]
    expect(gig).toMatchObject({ venueId: null, contactId: null })
    expect(await refusal(change(rob, { contactId: String(ada.caller.id) }))).toEqual([
      'BAD_USER_INPUT',
      'contactId: there is no user with this id',
    ])
    // Rita has a published article, so that lists of users show her.
    expect(await change(rob, { contactId: String(ritasId) })).toMatchObject({ contactId: ritasId })
    await change(ada, { venueId: hidden.id, contactId: String(robsId) })
    expect(await change(rob, { venueId: null })).toMatchObject({ venueId: hidden.id, version: 3 })
    expect(await change(rob, { contactId: null })).toMatchObject({ venueId: hidden.id, contactId: null })
    expect(await change(ada, { venueId: null })).toMatchObject({ venueId: null })
    expect(await stores().records(Gig).get(gig.id)).toMatchObject({ venueId: null, contactId: null })
  })
})
