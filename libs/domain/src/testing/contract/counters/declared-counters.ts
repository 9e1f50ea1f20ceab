import { beforeAll, expect, test } from 'vitest'
import type { RecordId } from '../../../model/fields/field.ts'
import { NOON } from '../../test-audit-context.ts'
import { Album, Song, Tape } from '../../song-model.ts'
import { createCounterWorld, type OpenCounters, type World } from './counter-world.ts'

/** C17.5: what only declared types can have: rights by links, and deletions that take other records with them. */
export const declaredCounters = (open: () => OpenCounters): void => {
  let [songs, tapes]: World[] = []
  beforeAll(() => {
    songs = createCounterWorld(open(), Song)
    tapes = createCounterWorld(open(), Tape)
  })
  const world = (given: World | undefined): World => given as World
  const createAlbum = async (keeper = world(songs).person('READER')) => {
    const context = world(songs).as(await keeper)
    const { id } = await open()
      .stores.records(Album)
      .add({
        ...({ title: 'An album', version: 1, createdAt: NOON, updatedAt: null, ref: null } as object),
        id: open().stores.records(Album).nextId(),
        keeperId: context.caller.id,
      } as never)
    return { id, keeper: await keeper }
  }

  test('a right that follows a link opens the record to likes', async () => {
    const { keeper, id: albumId } = await createAlbum()
    const author = await world(songs).person('AUTHOR')
    const id = await world(songs).create(author, { albumId })
    // The keeper reads the draft, and others do not.
    expect(await world(songs).ask(keeper, 'like', id)).toBe('CONFLICT')
    expect(await world(songs).ask(await world(songs).person('READER'), 'like', id)).toBe('NOT_FOUND')
  })

  test('the likes of a record go with it, and with what a cascade deletes', async () => {
    const { id: albumId } = await createAlbum()
    const fan = await world(songs).person('READER')
    const song = await world(songs).create(await world(songs).person('AUTHOR'), { albumId })
    await world(songs).move(song, 'PUBLISHED')
    const tape = await world(tapes).create(fan, { albumId })
    expect(await world(songs).ask(fan, 'like', song)).toBe('DONE')
    expect(await world(tapes).ask(fan, 'like', tape)).toBe('DONE')
    const listLikes = (of: readonly RecordId[]) =>
      open().stores.reader.find({
        from: 'recordLikes',
        where: { op: 'in', attribute: 'recordId', value: of },
        orderBy: [],
        window: { limit: 10, offset: 0 },
        select: { fields: ['recordId', 'userId', 'type'] },
      })
    expect(await listLikes([song, tape])).toHaveLength(2)
    await world(songs).runForType(Album, 'delete', { id: albumId })
    expect(await listLikes([song, tape])).toEqual([])
    expect(await open().stores.integrity.count('orphans', NOON)).toBe(0)
  })

  test('the purge of a record takes its likes', async () => {
    const fan = await world(songs).person('READER')
    const id = await world(songs).create(await world(songs).person('AUTHOR'))
    await world(songs).move(id, 'PUBLISHED')
    await world(songs).ask(fan, 'like', id)
    await world(songs).runForType(Song, 'delete', { id })
    await world(songs).runForType(Song, 'purge', { id })
    expect(await open().stores.integrity.count('orphans', NOON)).toBe(0)
    expect(await open().stores.integrity.count('likes-miscounted', NOON)).toBe(0)
  })
}
