import { and } from '@content-service/authz'
import {
  Article,
  builtInModel,
  contentModel,
  type RecordId,
  type User,
  type UserId,
} from '@content-service/domain'
import {
  Album,
  anArticle,
  aRecord,
  aUser,
  NOON,
  Song,
  songModel,
  Tape,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { createStores } from '../stores.ts'
import { migrateTypes, openPostgres, type TestDatabase } from '../testing/databases.ts'

const ROUNDS = countRuns({ short: 15, long: 200 })
const NOBODY = 2_000_000_000 as UserId

describe('C17.5 likes in the database', () => {
  let test: TestDatabase
  let ada: User
  beforeAll(async () => {
    test = await openPostgres()
    await migrateTypes(test.database, songModel)
    ada = await open().users.add(aUser('ada', 'AUTHOR'), null)
  })
  afterAll(() => test.close())

  const open = (model = songModel) => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  let made = 0
  const addFan = (): Promise<User> => open().users.add(aUser(`fan${(made += 1)}`), null)
  const addSong = () =>
    open()
      .records(Song)
      .add({ ...aRecord(open(), Song, { title: 'A song', content: 'x' }, ada.id), status: 'PUBLISHED' })
  const addTape = () =>
    open()
      .records(Tape)
      .add(aRecord(open(), Tape, { title: 'A tape' }, ada.id))
  const addArticle = () => open().articles.add(anArticle(open(), ada.id))
  const countWrong = async (): Promise<readonly number[]> => [
    await open().integrity.count('likes-miscounted', NOON),
    await open().integrity.count('orphans', NOON),
  ]

  it('are among the personal data of their user, with the record', async () => {
    const [fan, song, tape, article] = [await addFan(), await addSong(), await addTape(), await addArticle()]
    const like = { user: fan.id, at: NOON }
    await open().records(Song).like(song.id, like)
    await open().records(Tape).like(tape.id, like)
    await open().records(Article).like(article.id, like)
    const own: object[] = []
    for await (const each of open().exports.records(fan.id, () => and())) own.push(each)
    const createdAt = NOON.toISOString()
    expect(own.filter(({ type }: { readonly type?: string }) => /like$/i.test(type ?? ''))).toEqual([
      { type: 'like', articleId: article.id, createdAt },
      { type: 'songLike', recordId: song.id, createdAt },
      { type: 'tapeLike', recordId: tape.id, createdAt },
    ])
  })

  it('C3.5 of a deleted account are refused, and of a missing record NOT_FOUND', async () => {
    const { id } = await addSong()
    const late = open().records(Song).like(id, { user: NOBODY, at: NOON })
    await expect(late).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const missing = open().records(Song).like(open().records(Song).nextId(), { user: ada.id, at: NOON })
    await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await open().records(Song).get(id))?.likes).toBe(0)
  })

  it('are counted exactly while accounts and records with likes are deleted at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const fans = await Promise.all([addFan(), addFan(), addFan()])
      const songs = await Promise.all([addSong(), addSong(), addSong(), addSong()])
      const articles = await Promise.all([addArticle(), addArticle()])
      const likeAll = (
        fan: User,
        of: readonly { readonly id: RecordId }[],
        type: typeof Song | typeof Article,
      ) =>
        of.map(({ id }) =>
          open()
            .records<typeof Song>(type as typeof Song)
            .like(id, { user: fan.id, at: NOON }),
        )
      const work = [
        ...fans.flatMap((fan) => likeAll(fan, songs, Song)),
        ...fans.flatMap((fan) => likeAll(fan, articles.toReversed(), Article)),
        ...fans.slice(1).map(({ id }) => open().users.remove(id, () => undefined)),
        ...songs.map(({ id }) =>
          open()
            .records(Song)
            .unlike(id, { user: (fans[0] as User).id }),
        ),
        ...songs.slice(2).map(({ id }) =>
          open()
            .records(Song)
            .remove(id, () => undefined),
        ),
      ]
      const refused = (await Promise.allSettled<unknown>(work)).flatMap((each) =>
        each.status === 'rejected' ? [each.reason.code ?? each.reason] : [],
      )
      expect(refused.filter((code) => code !== 'UNAUTHENTICATED' && code !== 'NOT_FOUND')).toEqual([])
    }
    expect(await countWrong()).toEqual([0, 0])
  })

  it('of a type that left the model are found when it comes back', async () => {
    const [fan, song] = [await addFan(), await addSong()]
    await open().records(Song).like(song.id, { user: fan.id, at: NOON })
    const without = contentModel([...builtInModel.types, Album, Tape])
    await open(without).users.remove(fan.id, () => undefined)
    expect(await countWrong()).toEqual([1, 0])
    // The advice of docs/faults-and-alarms.md.
    await test.database
      .session()
      .getConnection()
      .execute(
        "update songs set likes = (select count(*) from record_likes where type = 'Song' and record_id = songs.id)",
      )
    expect(await countWrong()).toEqual([0, 0])
  })
})
