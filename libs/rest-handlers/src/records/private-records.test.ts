import { builtInModel, contentModel, field, record, type User } from '@content-service/domain'
import { explainAccess } from '@content-service/domain/internal/explanation'
import { callerOf, memoryStores, MemoryTables } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

const Note = record({
  name: 'Note',
  plural: 'notes',
  about: 'A note that its keeper alone reads.',
  allowed: { read: { READER: 'own' }, write: { READER: 'own' } },
  fields: {
    text: field.line(80, { about: 'The text.', search: 'D' }),
    keeper: field.owner({ about: 'The keeper.', inverse: 'notes' }),
  },
})
const model = contentModel([...builtInModel.types, Note])

describe('a declared type whose records only their owners may read', () => {
  let world: Awaited<ReturnType<typeof aRestWorld>>
  let rita: User
  let rob: User
  let path: string
  beforeEach(async () => {
    world = await aRestWorld({ model, stores: memoryStores(new MemoryTables(), model) })
    ;[rita, rob] = [await world.user('rita'), await world.user('rob')]
    const created = await world.send('POST', '/api/notes', { as: rita, body: { text: 'Secret plan' } })
    expect([created.status, readBody(created).text]).toEqual([201, 'Secret plan'])
    path = `/api/notes/${readBody(created).id}`
  })

  it('shows each record to its owner', async () => {
    expect(readBody(await world.send('GET', path, { as: rita })).text).toBe('Secret plan')
    expect(readBody(await world.send('PATCH', path, { as: rita, body: { text: 'New plan' } })).version).toBe(
      2,
    )
    expect(readBody(await world.send('GET', '/api/notes', { as: rita }))).toHaveLength(1)
    expect(readBody(await world.send('GET', '/api/search?query=plan', { as: rita }))).toHaveLength(1)
  })

  it.each([
    ['another user', () => rob],
    ['nobody', () => null],
    ['an administrator', () => world.admin],
  ])('does not exist for %s', async (_, who) => {
    const as = who()
    expect(readCode(await world.send('GET', path, { as }))).toEqual([404, 'NOT_FOUND'])
    expect(readBody(await world.send('GET', '/api/notes', { as }))).toEqual([])
    expect(readBody(await world.send('GET', `/api/notes?keeperId=${rita.id}`, { as }))).toEqual([])
    expect(readBody(await world.send('GET', '/api/search?query=plan', { as }))).toEqual([])
    const refused = as === null ? [401, 'UNAUTHENTICATED'] : [404, 'NOT_FOUND']
    expect(readCode(await world.send('PATCH', path, { as, body: { text: 'Mine' } }))).toEqual(refused)
    expect(readCode(await world.send('DELETE', path, { as }))).toEqual(refused)
  })

  it('explains that only the owner can read a record', async () => {
    const decide = async (user: User) => {
      const question = { permission: 'notes:read', id: path.split('/').at(-1), userId: String(user.id) }
      return (await explainAccess({ ...world.context, caller: callerOf(world.admin) }, question)).decision
    }
    expect([await decide(rita), await decide(rob)]).toEqual(['ALLOW', 'DENY'])
  })
})
