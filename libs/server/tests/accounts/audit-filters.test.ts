import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AS_ADMIN, basic, DATABASES, startTestService, type TestService } from '../support/service.ts'

const PASSWORD = 'a lamp, a kettle, a stone'
const DOCUMENT = `query (
  $first: Int, $after: String, $actorId: ID, $resource: String, $resourceId: ID, $action: String, $from: String, $to: String
) {
  auditLog(
    first: $first, after: $after, actorId: $actorId, resource: $resource, resourceId: $resourceId, action: $action,
    from: $from, to: $to
  ) {
    totalCount { value } pageInfo { endCursor }
    edges { node { id at action resource resourceId actor { username } } }
  }
}`

interface Entry {
  readonly id: string
  readonly at: string
  readonly action: string
  readonly resource: string
  readonly resourceId: string
}

describe.each(DATABASES)('C19.5 the filters of the audit log on %s', (kind) => {
  let service: TestService
  let all: readonly Entry[]
  let rob: string

  const read = async (given: object) => {
    const { body } = await service.graphql(DOCUMENT, given)
    return body.data.auditLog
  }
  const find = async (given: object): Promise<readonly Entry[]> =>
    (await read(given)).edges.map(({ node }: { node: Entry }) => node)
  const readRest = (given: Readonly<Record<string, string>>) =>
    service.call('GET', `/api/audit-log?${new URLSearchParams(given)}`, { as: AS_ADMIN })
  const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id)

  beforeAll(async () => {
    service = await startTestService(kind, {})
    const input = { username: 'rob', email: 'rob@example.org', password: PASSWORD }
    const document = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }'
    rob = (await service.graphql(document, { input }, null)).body.data.createUser.id
    for (const name of ['One', 'Two'])
      await service.call('POST', '/api/categories', { as: AS_ADMIN, body: { name } })
    await service.graphql(
      'mutation { updateSettings(input: { locale: "de" }) { locale } }',
      {},
      basic('rob', PASSWORD),
    )
    all = await find({})
  }, 60_000)
  afterAll(() => service.stop())

  it('choose the entries of an actor, a kind, a record, an action and a time', async () => {
    const [newest, ...older] = all as [Entry, ...Entry[]]
    const { resourceId } = older[0] as Entry
    const expectSame = async (given: Record<string, string>, chosen: (entry: Entry) => boolean) => {
      const expected = ids(all.filter(chosen))
      expect(expected.length).toBeGreaterThan(0)
      expect([given, ids(await find(given)).toSorted()]).toEqual([given, expected.toSorted()])
      const { body, headers } = await readRest(given)
      expect([given, ids(body).toSorted()]).toEqual([given, expected.toSorted()])
      expect(headers.get('x-total-count')).toBe(String(expected.length))
    }
    await expectSame({ actorId: rob }, ({ id }) => id === newest.id)
    await expectSame({ resource: 'categories' }, ({ resource }) => resource === 'categories')
    await expectSame({ resourceId }, (entry) => entry.resourceId === resourceId)
    await expectSame({ action: 'createCategory', resourceId }, (entry) => entry.resourceId === resourceId)
    await expectSame({ from: newest.at }, ({ at }) => at >= newest.at)
    await expectSame({ to: newest.at, resource: 'users' }, ({ resource }) => resource === 'users')
    const from = newest.at.replace('Z', '+00:00')
    await expectSame({ from, to: newest.at }, ({ at }) => at === newest.at)
  })

  it('match nothing for unknown and malformed values', async () => {
    for (const given of [
      { actorId: '99999' },
      { actorId: 'ada' },
      { action: 'x' },
      { resource: 'x' },
      { resourceId: 'x' },
    ])
      expect([given, await find(given), (await readRest(given)).body]).toEqual([given, [], []])
    expect(await find({ from: '2999-01-01T00:00:00Z' })).toEqual([])
  })

  it('own their cursors', async () => {
    const given = { resource: 'categories', first: 1 }
    const { pageInfo, totalCount } = await read(given)
    expect(totalCount.value).toBe(2)
    const after = pageInfo.endCursor
    const [second] = await find({ ...given, after })
    expect(second?.id).toBe(ids(await find({ resource: 'categories' }))[1])
    const borrowed = await service.graphql(DOCUMENT, { first: 1, after, resource: 'users' })
    expect(borrowed.body.errors[0].extensions.code).toBe('BAD_USER_INPUT')
    const page = await readRest({ resource: 'categories', limit: '1', after })
    expect(ids(page.body)).toEqual([second?.id])
    expect((await readRest({ resource: 'users', after })).status).toBe(400)
  })

  it.each([
    [{ from: '2026-11-20' }, 'from must be an RFC 3339 timestamp'],
    [{ to: 'now' }, 'to must be an RFC 3339 timestamp'],
    [{ action: '' }, 'action must not be empty'],
    [{ resource: 'x'.repeat(101) }, 'resource must have at most 100 characters'],
  ])('%j is refused', async (given: Record<string, string>, message) => {
    const { body } = await service.graphql(DOCUMENT, given)
    expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT')
    const { status, body: problem } = await readRest(given)
    expect([status, problem.code, problem.detail.replace(':', '')]).toEqual([
      400,
      'BAD_REQUEST',
      expect.stringContaining(message),
    ])
  })

  it('need audit:read', async () => {
    const asRob = basic('rob', PASSWORD)
    const { body } = await service.graphql(DOCUMENT, { action: 'createUser' }, asRob)
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN')
    expect((await service.call('GET', '/api/audit-log?action=createUser', { as: asRob })).status).toBe(403)
    expect((await service.call('GET', '/api/audit-log?action=createUser', { as: null })).status).toBe(401)
  })
})
