import { builtInModel, contentModel, field, record, type ContentModel } from '@content-service/domain'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModel, type ModelService } from '../support/model-service.ts'
import { openEventStream } from '../support/event-stream.ts'
import { AS_ADMIN, JWT_SECRET } from '../support/service.ts'

const about = 'A test.'
const optional = true
const Memo = record({
  name: 'Memo',
  plural: 'memos',
  about,
  trash: true,
  live: true,
  allowed: {
    read: { GUEST: (memo) => memo.isSecret.eq(false), READER: 'own', EDITOR: 'all' },
    write: { READER: 'own', EDITOR: 'all' },
    delete: { READER: 'own', EDITOR: 'all' },
  },
  fields: {
    title: field.line(80, { about, unique: true, search: 'A' }),
    isSecret: field.flag({ about, initial: false }),
    note: field.line(80, { about, optional }),
    author: field.owner({ about, inverse: 'memos' }),
  },
  // A restored record is a changed one.
  check: ({ title, note }, previous) =>
    title === 'Refused' && previous !== null && note === null
      ? [{ path: ['title'], message: 'is refused' }]
      : [],
  operations: (on) => ({
    sign: on({ about, permission: 'write', event: 'signed' }, () => ({ note: 'signed' })),
  }),
})
const Board = record({
  name: 'Board',
  plural: 'boards',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title: field.line(80, { about }),
    first: field.one(Memo, { about, optional, onDelete: 'clear', inverse: 'boards' }),
    all: field.many(Memo, { about }),
    parts: field.blocks(
      { pin: { memo: field.one(Memo, { about, optional, onDelete: 'clear' }) } },
      { about },
    ),
  },
})
const Reply = record({
  name: 'Reply',
  plural: 'replies',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: { text: field.line(80, { about }), memo: field.one(Memo, { about, onDelete: 'refuse' }) },
})
const model: ContentModel = contentModel([...builtInModel.types, Memo, Board, Reply])

describe('C17.4 a type with a trash', { timeout: 60_000 }, () => {
  let service: ModelService
  const people: Record<string, { id: number; as: string }> = {}
  const as = (name: string): string => people[name]?.as ?? ''
  const idOf = (name: string): number => people[name]?.id ?? 0

  beforeAll(async () => {
    service = await startModel('trash', model)
    for (const [name, role] of Object.entries({ ada: 'READER', bob: 'READER', eve: 'EDITOR' })) {
      const input = { email: `${name}@example.org`, role }
      const query =
        'mutation ($email: Email!, $role: UserRole) { inviteUser(email: $email, role: $role) { id } }'
      const id = Number((await service.ask(query, input)).data.inviteUser.id)
      people[name] = { id, as: `Bearer ${jwt.sign({ sub: String(id) }, JWT_SECRET, { expiresIn: '15m' })}` }
    }
  })
  afterAll(() => service.stop())

  let made = 0
  const add = async (given: object = {}, by = as('ada')): Promise<string> => {
    made += 1
    const { body } = await service.send('POST', '/api/memos', { title: `Zebra ${made}`, ...given }, by)
    return body.id
  }
  const remove = async (id: string, by = as('ada')) =>
    (await service.send('DELETE', `/api/memos/${id}`, undefined, by)).status
  const trashed = async (given: object = {}): Promise<string> => {
    const id = await add(given)
    expect(await remove(id)).toBe(204)
    return id
  }
  const outcome = async (method: string, path: string, body?: unknown, by: string | null = as('ada')) => {
    const sent = await service.send(method, path, body, by)
    return sent.body?.code ?? sent.status
  }
  const listIds = async (path: string, by: string | null = as('ada')): Promise<readonly string[]> => {
    const { status, body } = await service.send('GET', path, undefined, by)
    expect(status).toBe(200)
    return body.map(({ id }: { id: string }) => id)
  }
  const ask = async (query: string, by: string | null = as('ada')) => service.ask(query, {}, by)
  const told = async (id: string): Promise<readonly string[]> => {
    const rows = await service.query(`select type from events where resource_id = '${id}' order by position`)
    return rows.map((row) => String(row['type']))
  }

  it('shows a deleted record to who may delete it, by its id alone', async () => {
    const id = await trashed()
    const seen = await service.send('GET', `/api/memos/${id}`, undefined, as('ada'))
    expect(seen.body).toMatchObject({ id, isSecret: false, deletedAt: expect.any(String) })
    expect(await outcome('GET', `/api/memos/${id}`, undefined, as('eve'))).toBe(200)
    for (const other of [as('bob'), null])
      expect(await outcome('GET', `/api/memos/${id}`, undefined, other)).toBe('NOT_FOUND')
    const query = `{ memo(id: "${id}") { id deletedAt availableActions } }`
    expect((await ask(query)).data.memo).toMatchObject({ id, availableActions: ['restore'] })
    expect((await ask(query, as('bob'))).data.memo).toBeNull()
    const kept = await add()
    const { memo } = (await ask(`{ memo(id: "${kept}") { deletedAt availableActions } }`)).data
    expect(memo).toEqual({ deletedAt: null, availableActions: ['delete', 'sign', 'update'] })
  })

  it('is in no list, count, search, key or link, not even for administrators', async () => {
    const [id, kept] = [await add({ title: 'Quagga one' }), await add({ title: 'Quagga two' })]
    const part = { key: 'p', type: 'pin', memoId: id }
    const board = { title: 'Board', firstId: id, allIds: [id, kept], parts: [part] }
    const at = `/api/boards/${(await service.send('POST', '/api/boards', board)).body.id}`
    const reads = [
      '{ memos(where: { title: { startsWith: "Quagga" } }) { id } }',
      '{ memosConnection(where: { title: { startsWith: "Quagga" } }) { totalCount { value } edges { node { id } } } }',
      '{ search(query: "quagga one") { ... on Memo { id } } }',
      '{ memoBy(where: { title: "Quagga one" }) { id } }',
      '{ boards { first { id } all { id } parts { ... on BoardPartsPin { memo { id } } } } }',
      '{ boards(where: { first: { title: { eq: "Quagga one" } } }) { id } }',
      '{ boards(where: { all: { some: { title: { eq: "Quagga one" } } } }) { id } }',
      '{ boards(where: { firstId: { isNull: false } }) { id } }',
      `{ user(id: ${idOf('ada')}) { memos(where: { title: { startsWith: "Quagga" } }) { id } } }`,
    ]
    const show = async () => JSON.stringify(await Promise.all(reads.map((query) => service.ask(query))))
    expect((await show()).split(id)).toHaveLength(9)
    expect(await remove(id)).toBe(204)
    const shown = await show()
    expect(shown.split('"errors"')).toHaveLength(2)
    expect(shown).toContain('The search found nothing.')
    expect(shown.includes(id)).toBe(false)
    expect(shown.split(kept).length).toBeGreaterThan(3)
    const { body } = await service.send('GET', at)
    expect(body).toMatchObject({ firstId: null, allIds: [kept], parts: [{ memoId: null }] })
    // A writer who sends back what the service shows loses nothing.
    const sentBack = { title: 'Other', firstId: null, parts: body.parts }
    expect((await service.send('PATCH', at, sentBack)).status).toBe(200)
    expect((await service.send('POST', `/api/memos/${id}/restore`)).status).toBe(200)
    const restored = (await service.send('GET', at)).body
    expect(restored).toMatchObject({ firstId: id, parts: [{ memoId: id }] })
    expect(restored.allIds.toSorted()).toEqual([id, kept].toSorted())
  })

  it('is listed by deleted for who may delete the records, and others get nothing and no error', async () => {
    const [mine, secret] = [await trashed(), await trashed({ isSecret: true })]
    const inTrash = async (by: string | null) => {
      const ids = await listIds('/api/memos?deleted=true&limit=100', by)
      return [ids.includes(mine), ids.includes(secret)]
    }
    expect(await inTrash(as('ada'))).toEqual([true, true])
    expect(await inTrash(as('eve'))).toEqual([true, true])
    expect(await inTrash(as('bob'))).toEqual([false, false])
    expect(await inTrash(null)).toEqual([false, false])
    expect(await listIds('/api/memos?deleted=true&isSecret=true&limit=100')).not.toContain(mine)
    expect(await listIds('/api/memos?deleted=false&limit=100')).not.toContain(mine)
    const where = '{ deleted: { eq: true } }'
    const { data } = await ask(`{
      memosConnection(first: 100, where: ${where}) { totalCount { value } edges { node { id } } }
      user(id: ${idOf('ada')}) { memos(where: ${where}, limit: 100) { id } }
      none: memosConnection(where: { deleted: { isNull: true } }) { totalCount { value } } }`)
    const ids = data.memosConnection.edges.map(({ node }: { node: { id: string } }) => node.id)
    expect(ids).toEqual(expect.arrayContaining([mine, secret]))
    expect(data.memosConnection.totalCount.value).toBe(ids.length)
    expect(data.user.memos.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted())
    expect(data.none.totalCount.value).toBe(0)
  })

  it.each([
    ['memos(where: { or: [{ deleted: { eq: true } }] })', 'where.or.0.deleted'],
    ['memos(where: { and: [{ deleted: { eq: true } }] })', 'where.and.0.deleted'],
    ['memos(where: { not: { deleted: { eq: true } } })', 'where.not.deleted'],
    ['boards(where: { first: { deleted: { eq: true } } })', 'where.first.deleted'],
    ['boards(where: { all: { some: { deleted: { eq: true } } } })', 'where.all.some.deleted'],
  ])('refuses a question for the trash elsewhere than at the top: %s', async (list, path) => {
    const { errors } = await ask(`{ ${list} { id } }`)
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT')
    expect(errors[0].message).toContain('asks for the trash; write it at the top of the filter')
    expect(JSON.stringify(errors[0].extensions)).toContain(path.split('.').at(-1))
  })

  it('is found by no other write', async () => {
    const id = await trashed()
    const at = `/api/memos/${id}`
    expect(await outcome('PATCH', at, { note: 'x' })).toBe('NOT_FOUND')
    expect(await outcome('DELETE', at)).toBe('NOT_FOUND')
    expect(await outcome('POST', `${at}/sign`)).toBe('NOT_FOUND')
    expect(await outcome('PUT', `/api/memos/by-ref/${id}`, { title: 'Other' }, as('eve'))).toBe('NOT_FOUND')
    const change = `mutation { updateMemo(input: { id: "${id}", note: "x" }) { id } }`
    expect((await ask(change)).errors[0].extensions.code).toBe('NOT_FOUND')
    const board = { title: 'Board', firstId: id }
    expect(await outcome('POST', '/api/boards', board, as('eve'))).toBe('BAD_USER_INPUT')
    expect(await outcome('POST', '/api/boards', { title: 'B', allIds: [id] }, as('eve'))).toBe(
      'BAD_USER_INPUT',
    )
    const [row] = await service.query(`select version, note from memos where id = '${id}'`)
    expect(row).toEqual({ version: 2, note: null })
  })

  it('keeps unique values taken', async () => {
    await trashed({ title: 'Only once' })
    expect(await outcome('POST', '/api/memos', { title: 'only ONCE' })).toBe('CONFLICT')
  })

  it('is restored by who may delete it, with the rules of today', async () => {
    const id = await trashed()
    const at = `/api/memos/${id}/restore`
    expect(await outcome('POST', at, undefined, null)).toBe('UNAUTHENTICATED')
    expect(await outcome('POST', at, undefined, as('bob'))).toBe('NOT_FOUND')
    const stale = `mutation { restoreMemo(id: "${id}", version: 1) { id } }`
    expect((await ask(stale)).errors[0].extensions.code).toBe('CONFLICT')
    const restored = await service.send('POST', at, undefined, as('ada'))
    expect(restored).toMatchObject({ status: 200, body: { id, deletedAt: null, version: 3 } })
    expect(await outcome('POST', at)).toBe('NOT_FOUND')
    expect(await listIds('/api/memos?limit=100', null)).toContain(id)
    const refused = await trashed({ title: 'Refused' })
    const { status, body } = await service.send('POST', `/api/memos/${refused}/restore`, undefined, as('ada'))
    expect([status, body.errors]).toEqual([422, [{ message: 'is refused', pointer: '/title' }]])
    expect((await service.query(`select version from memos where id = '${refused}'`))[0]).toEqual({
      version: 2,
    })
  })

  it('is erased by administrators alone, from the trash alone, as far as links allow', async () => {
    const id = await add()
    const at = `/api/memos/${id}/trash`
    const board = { title: 'Board', firstId: id, allIds: [id] }
    const boardId = (await service.send('POST', '/api/boards', board)).body.id
    const reply = (await service.send('POST', '/api/replies', { text: 'Yes', memoId: id })).body.id
    expect(await outcome('DELETE', at, undefined)).toBe('FORBIDDEN')
    const purgeIf = (tag: string) =>
      fetch(service.url + at, { method: 'DELETE', headers: { authorization: AS_ADMIN, 'if-match': tag } })
    expect((await service.send('DELETE', at)).status).toBe(404)
    expect(await remove(id)).toBe(204)
    const readActions = async () =>
      (await service.ask(`{ memo(id: "${id}") { availableActions } }`)).data.memo
    expect(await readActions()).toEqual({ availableActions: ['restore'] })
    expect((await service.send('DELETE', at)).body.code).toBe('CONFLICT')
    expect((await purgeIf('"1"')).status).toBe(412)
    await service.send('DELETE', `/api/replies/${reply}`)
    expect(await readActions()).toEqual({ availableActions: ['purge', 'restore'] })
    expect(
      (await service.ask(`mutation { purgeMemo(id: "${id}") }`, {}, as('eve'))).errors[0].extensions.code,
    ).toBe('FORBIDDEN')
    expect((await service.ask(`mutation { purgeMemo(id: "${id}") }`)).data.purgeMemo).toBe(true)
    expect((await service.send('DELETE', at)).status).toBe(404)
    expect(await service.query(`select first_id from boards where id = '${boardId}'`)).toEqual([
      { first_id: null },
    ])
    expect(await service.query(`select from memos where id = '${id}'`)).toEqual([])
    expect(await told(id)).toEqual(['memo.created', 'memo.deleted'])
  })

  it('has the events deleted and restored, and C17.1 an operation its own', async () => {
    const id = await trashed()
    await service.send('POST', `/api/memos/${id}/restore`, undefined, as('ada'))
    await service.send('POST', `/api/memos/${id}/sign`, undefined, as('ada'))
    expect(await told(id)).toEqual(['memo.created', 'memo.deleted', 'memo.restored', 'memo.signed'])
  })

  it('C17.1 streams the events of operations and of the trash, too', async () => {
    const id = await add()
    const query = `subscription { memoChanged(id: "${id}") { note deletedAt } }`
    const stream = await openEventStream(service.url, query, { as: as('eve') })
    await service.send('POST', `/api/memos/${id}/sign`, undefined, as('eve'))
    expect((await stream.next())?.data).toEqual({
      data: { memoChanged: { note: 'signed', deletedAt: null } },
    })
    await remove(id, as('eve'))
    const deleted = await stream.next()
    expect(deleted?.data.data.memoChanged).toEqual({ note: 'signed', deletedAt: expect.any(String) })
    await service.send('POST', `/api/memos/${id}/restore`, undefined, as('eve'))
    const restored = await stream.next()
    expect(restored?.data.data.memoChanged).toEqual({ note: 'signed', deletedAt: null })
    await stream.close()
  })

  it('takes part in bulk actions', async () => {
    const ids = [await trashed(), await trashed()]
    const restore = { action: 'restore', ids }
    const { body } = await service.send('POST', '/api/memos/actions', restore, as('ada'))
    expect(body.map(({ status }: { status: number }) => status)).toEqual([200, 200])
    expect(await listIds('/api/memos?limit=100')).toEqual(expect.arrayContaining(ids))
  })
})
