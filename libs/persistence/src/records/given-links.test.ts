import { createRecord, updateRecord, type Context, type User } from '@content-service/domain'
import { writeAtOnce } from '@content-service/domain/operations'
import {
  aContext,
  anArticle,
  aUser,
  callerOf,
  Room,
  Talk,
  talkModel as model,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

const UNKNOWN = '00000000-0000-7000-8000-ffffffffffff'

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C14.2 links that a caller sets on %s', (_, open) => {
  let test: TestDatabase
  let rita: Context
  let rob: Context
  let published: string
  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
    const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
    const act = (user: User): Context => aContext({ stores, model, caller: callerOf(user) })
    rita = act(await stores.users.add(aUser('rita'), null))
    rob = act(await stores.users.add(aUser('rob'), null))
    const owner = rita.caller.id as User['id']
    published = (await stores.articles.add(anArticle(stores, owner, { status: 'PUBLISHED' }))).id
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
})
