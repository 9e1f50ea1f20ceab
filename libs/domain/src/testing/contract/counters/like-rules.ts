import { beforeAll, describe, expect, test } from 'vitest'
import { LIKES, showsLiked } from '../../../model/counters/counters.ts'
import type { RecordId } from '../../../model/fields/field.ts'
import { findState } from '../../../model/states/record-state.ts'
import { hidesTrash } from '../../../model/trash/trash.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import type { User } from '../../../users/user.ts'
import { NOON } from '../../test-audit-context.ts'
import { createCounterWorld, type OpenCounters, type World } from './counter-world.ts'

const NOWHERE = '00000000-0000-7000-8000-ffffffffffff'
const NOTHINGS = [NOWHERE, 'x', '__proto__', '', '\0']

/** C4.6, C17.5: who may like which record, and what a like changes. */
export const likeRules = (open: () => OpenCounters, type: RecordType): void => {
  let world: World
  let [author, reader, other]: User[] = []
  const published = findState(type)?.field.published ?? null
  beforeAll(async () => {
    world = createCounterWorld(open(), type)
    author = await world.person('AUTHOR')
    reader = await world.person('READER')
    other = await world.person('READER')
  })
  const person = (given: User | undefined): User => given as User
  const create = async (isPublished = true): Promise<RecordId> => {
    const id = await world.create(person(author))
    if (published !== null && isPublished) await world.move(id, published)
    return id
  }
  const count = async (id: unknown): Promise<unknown> => (await world.read(id))[LIKES]

  describe('C4.6 a like', () => {
    test('is one per user, and idempotent as its removal is', async () => {
      const id = await create()
      for (const user of [reader, reader, other, author])
        expect(await world.ask(person(user), 'like', id)).toBe('DONE')
      expect(await count(id)).toBe(3)
      for (const user of [reader, reader]) expect(await world.ask(person(user), 'unlike', id)).toBe('DONE')
      expect(await count(id)).toBe(2)
    })

    test('changes neither version nor times nor revisions, and gives no event', async () => {
      const id = await create()
      const [before, events] = [await world.read(id), await world.listEvents(id)]
      await world.ask(person(reader), 'like', id)
      expect(await world.read(id)).toEqual({ ...before, likes: 1 })
      await world.ask(person(reader), 'unlike', id)
      expect(await world.read(id)).toEqual(before)
      expect(await world.listEvents(id)).toEqual(events)
    })

    test('counts once when two processes like at once, and never falls below 0', async () => {
      const id = await create()
      const both = (verb: string) =>
        Promise.all([
          world.ask(person(reader), verb, id),
          world.ask(person(reader), verb, id, world.others),
          world.ask(person(other), verb, id, world.others),
        ])
      expect(await both('like')).toEqual(['DONE', 'DONE', 'DONE'])
      expect(await count(id)).toBe(2)
      expect(await both('unlike')).toEqual(['DONE', 'DONE', 'DONE'])
      expect(await count(id)).toBe(0)
    })

    test.each(['like', 'unlike'])('%s is refused in order', async (verb) => {
      const id = await create()
      const guest = await world.person('GUEST')
      for (const of of [id, ...NOTHINGS]) expect(await world.ask(null, verb, of)).toBe('UNAUTHENTICATED')
      for (const of of NOTHINGS) expect(await world.ask(person(reader), verb, of)).toBe('NOT_FOUND')
      expect(await world.ask(guest, verb, id)).toBe('FORBIDDEN')
      const client = { id: null, client: 'a client', roles: ['ADMIN'], permissions: [] }
      const byClient = world.run(world.as(null, { caller: client }), verb, id)
      await expect(byClient).rejects.toMatchObject({ code: 'FORBIDDEN' })
      expect(await count(id)).toBe(0)
    })

    test.runIf(published !== null)(
      'is CONFLICT outside the published state, and hidden from others',
      async () => {
        const id = await create(false)
        expect(await world.ask(person(author), 'like', id)).toBe('CONFLICT')
        expect(await world.ask(person(reader), 'like', id)).toBe('NOT_FOUND')
        await world.move(id, published ?? '')
        expect(await world.ask(person(reader), 'like', id)).toBe('DONE')
        await world.move(id, 'ARCHIVED')
        for (const verb of ['like', 'unlike'])
          expect(await world.ask(person(author), verb, id)).toBe('CONFLICT')
        expect(await count(id)).toBe(1)
      },
    )

    test.runIf(type.trash !== null)(
      'of a record in the trash is refused, and comes back with it',
      async () => {
        const id = await create()
        await world.ask(person(reader), 'like', id)
        await world.runForType(type, 'delete', { id })
        const refused = hidesTrash(type) ? 'NOT_FOUND' : 'CONFLICT'
        const admin = await world.person('ADMIN')
        for (const verb of ['like', 'unlike']) expect(await world.ask(admin, verb, id)).toBe(refused)
        if (hidesTrash(type)) await world.runForType(type, 'restore', { id })
        else await world.move(id, 'DRAFT')
        expect(await count(id)).toBe(1)
      },
    )

    test('goes with the account of its user', async () => {
      const id = await create()
      const leaving = await world.person('READER')
      await world.ask(leaving, 'like', id)
      await world.ask(person(other), 'like', id)
      const { users } = open().stores
      expect(await users.remove(leaving.id, () => undefined)).toBe(true)
      expect(await count(id)).toBe(1)
      expect(await open().stores.integrity.count('likes-miscounted', NOON)).toBe(0)
    })

    test('is in filters and orders', async () => {
      const [none, one, two] = [await create(), await create(), await create()]
      for (const id of [one, two]) await world.ask(person(reader), 'like', id)
      await world.ask(person(other), 'like', two)
      const where = { id: { in: [none, one, two] }, likes: { gte: 1 } }
      const orderBy = [{ field: LIKES, direction: 'DESC' }]
      const found = await world.list(null, { where, orderBy })
      expect(found.map(({ id }) => id)).toEqual([two, one])
    })

    test.runIf(showsLiked(type))('is shown to its user alone', async () => {
      const id = await create()
      await world.ask(person(reader), 'like', id)
      const show = (user: User | null) => world.show(user, id, ['title', 'liked', 'likes'])
      const shown = { title: 'A title', likes: 1 }
      expect(await show(person(reader))).toEqual(expect.objectContaining({ ...shown, liked: true }))
      for (const user of [person(other), person(author), null])
        expect(await show(user)).toEqual(expect.objectContaining({ ...shown, liked: false }))
      expect(Object.keys((await show(person(reader))) ?? {})).not.toContain('.likedBy')
    })

    test('is an action of who may like the record now', async () => {
      const id = await create()
      const hasAction = async (user: User | null): Promise<boolean> => {
        const row = await world.show(user, id, ['availableActions'])
        return (row?.['availableActions'] as readonly string[]).includes('like')
      }
      expect(await hasAction(person(reader))).toBe(true)
      expect(await hasAction(null)).toBe(false)
      expect(await hasAction(await world.person('GUEST'))).toBe(false)
      if (published === null) return
      await world.move(id, 'ARCHIVED')
      expect(await hasAction(await world.person('EDITOR'))).toBe(false)
    })
  })
}
