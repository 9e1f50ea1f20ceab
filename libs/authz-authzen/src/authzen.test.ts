import { describe, expect, it, vi } from 'vitest'
import { type Subject, attrs, definePolicy, matcher } from '@content-service/authz'
import { type AuthzenOptions, createAuthzenHandler } from './index.ts'

interface Row {
  readonly id: string
  readonly ownerId: string
  readonly isOpen: boolean
}

const policy = definePolicy<Subject & { id: string }, { hour: number }>()({
  resources: { records: ['read', 'write', 'delete'], users: ['read'] },
  attributes: { records: attrs<Row>(), users: attrs<{ email: string }>() },
  roles: {
    USER: {
      rules: (b) => {
        b.allow('records:read', (record) => record.isOpen.eq(true))
        b.allow('records:write', (record, s) => record.ownerId.eq(s.id))
        b.allow('records:delete', (_, _s, ctx) => ctx.hour.lt(12))
        b.allow('users:read', { mask: ['email'] })
      },
    },
    ADMIN: { rules: (b) => b.allow('records:*') },
  },
})

const rows: readonly Row[] = Array.from({ length: 25 }, (_, i) => ({
  id: `r${String(i).padStart(2, '0')}`,
  ownerId: i % 2 ? 'ann' : 'bob',
  isOpen: i < 3,
}))
const people = ['ann', 'bob', 'root'].map((id) => ({
  id,
  subject: { id, roles: [id === 'root' ? 'ADMIN' : 'USER'] },
}))

const create = (options: Partial<Omit<AuthzenOptions<Subject & { id: string }, never>, 'policy'>> = {}) =>
  createAuthzenHandler({
    policy,
    url: 'https://pdp.test/',
    subjects: {
      user: {
        load: ({ id }) => people.find((each) => each.id === id)?.subject ?? null,
        list: ({ after, limit }) => people.filter(({ id }) => id > (after ?? '')).slice(0, limit),
      },
      robot: {
        load: () => {
          throw new Error('the database is away')
        },
      },
    },
    resources: {
      record: {
        name: 'records',
        load: ({ id }) => rows.find((row) => row.id === id) ?? null,
        find: (filter, { after, limit }) => {
          const ids = rows.filter(matcher(filter)).map(({ id }) => id)
          return ids.filter((id) => id > (after ?? '')).slice(0, limit)
        },
      },
      note: { name: 'records', actions: { view: 'read', erase: 'delete', burn: 'unknown' } },
      users: {},
    },
    ...options,
  })

const handler = create()
const send = async (path: string, body: unknown, init: RequestInit = {}, to = handler) => {
  const request = new Request(`https://pdp.test/access/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    ...init,
  })
  const response = await to(request)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
}
const ask = async (path: string, body: unknown, to = handler) => (await send(path, body, {}, to)).json()

const subject = (id: string) => ({ type: 'user', id })
const record = (id: string) => ({ type: 'record', id })
const action = (name: string) => ({ name })

describe('an evaluation (section 6)', () => {
  it.each([
    ['ann', 'read', 'r00', true],
    ['ann', 'read', 'r05', false],
    ['ann', 'write', 'r05', true],
    ['bob', 'write', 'r05', false],
    ['root', 'delete', 'r05', true],
    ['ann', 'print', 'r00', false],
    ['nobody', 'read', 'r00', false],
    ['root', 'read', 'unknown', false],
    ['ann', 'constructor', 'r00', false],
  ])('%s, %s, %s: %s', async (who, name, id, decision) => {
    expect(
      await ask('evaluation', { subject: subject(who), action: action(name), resource: record(id) }),
    ).toEqual({ decision })
  })

  it.each(['unknown', 'constructor', '__proto__'])('denies the unknown type %s', async (type) => {
    const known = { subject: subject('root'), action: action('read'), resource: record('r00') }
    expect(await ask('evaluation', { ...known, resource: { type, id: 'r00' } })).toEqual({ decision: false })
    expect(await ask('evaluation', { ...known, subject: { type, id: 'root' } })).toEqual({ decision: false })
  })

  it('passes the context of the request to the policy, and never the properties of the action', async () => {
    const body = { subject: subject('ann'), action: action('delete'), resource: record('r00') }
    expect(await ask('evaluation', { ...body, context: { hour: 11 } })).toEqual({ decision: true })
    expect(await ask('evaluation', { ...body, context: { hour: 13 } })).toEqual({ decision: false })
    expect(
      await ask('evaluation', { ...body, action: { name: 'delete', properties: { hour: 11 } } }),
    ).toEqual({ decision: false })
    const ofAction = create({ context: (request) => request.action })
    expect(
      await ask('evaluation', { ...body, action: { name: 'delete', properties: { hour: 11 } } }, ofAction),
    ).toEqual({ decision: true })
  })

  it('takes the properties for the row if there is no load, and the id from the resource', async () => {
    const ask1 = (properties: object) =>
      ask('evaluation', {
        subject: subject('ann'),
        action: action('view'),
        resource: { type: 'note', id: 'n1', properties },
      })
    expect(await ask1({ isOpen: true })).toEqual({ decision: true })
    expect(await ask1({ isOpen: 'true' })).toEqual({ decision: false })
    expect(await ask1({})).toEqual({ decision: false })
  })

  it('tells the fields that the client must mask', async () => {
    const answer = await ask('evaluation', {
      subject: subject('ann'),
      action: action('read'),
      resource: { type: 'users', id: 'bob' },
    })
    expect(answer).toEqual({
      decision: true,
      context: { obligations: [{ kind: 'mask', fields: ['email'] }] },
    })
  })

  it('tells the reason of a denial only if the options say so', async () => {
    const answer = await ask(
      'evaluation',
      { subject: subject('ann'), action: action('write'), resource: record('r00') },
      create({ showReasons: true }),
    )
    expect(answer).toEqual({ decision: false, context: { reason_admin: { reason: 'no-rule', rules: [] } } })
  })

  it('ignores unknown members (section 10.1.1)', async () => {
    const body = {
      subject: { ...subject('root'), x: 1 },
      action: action('read'),
      resource: record('r00'),
      y: {},
    }
    expect(await ask('evaluation', body)).toEqual({ decision: true })
  })
})

describe('several evaluations (section 7)', () => {
  const read = (...ids: readonly string[]) => ids.map((id) => ({ resource: record(id) }))
  const defaults = { subject: subject('ann'), action: action('read') }

  it('responds in the order of the request, with the defaults of the request', async () => {
    const evaluations = [...read('r00', 'r05'), { resource: record('r05'), action: action('write') }]
    expect(await ask('evaluations', { ...defaults, evaluations })).toEqual({
      evaluations: [{ decision: true }, { decision: false }, { decision: true }],
    })
  })

  it.each([
    ['execute_all', [true, false, true]],
    ['deny_on_first_deny', [true, false]],
    ['permit_on_first_permit', [true]],
  ])('%s', async (semantic, decisions) => {
    const answer = await ask('evaluations', {
      ...defaults,
      evaluations: read('r00', 'r05', 'r01'),
      options: { evaluations_semantic: semantic },
    })
    expect(answer).toEqual({ evaluations: decisions.map((decision) => ({ decision })) })
  })

  it('denies an evaluation that is malformed or fails, and decides the others', async () => {
    const onError = vi.fn()
    const evaluations = [
      {},
      { resource: record('r00') },
      7,
      { subject: { type: 'robot', id: '1' }, resource: record('r00') },
    ]
    const answer = await ask('evaluations', { ...defaults, evaluations }, create({ onError }))
    expect(answer.evaluations).toEqual([
      { decision: false, context: { error: { status: 400, message: '"resource" must be an object.' } } },
      { decision: true },
      { decision: false, context: { error: { status: 400, message: 'An evaluation must be an object.' } } },
      { decision: false, context: { error: { status: 500, message: 'The decision failed.' } } },
    ])
    expect(onError).toHaveBeenCalledOnce()
  })

  it.each([{}, { evaluations: [] }])('responds with one decision to %j', async (more) => {
    expect(await ask('evaluations', { ...defaults, resource: record('r00'), ...more })).toEqual({
      decision: true,
    })
  })

  it.each([
    [{ evaluations: {} }, '"evaluations" must be a list.'],
    [{ evaluations: Array(1_001).fill({}) }, 'at most 1000 evaluations'],
    [
      { evaluations: [{}], options: { evaluations_semantic: 'all' } },
      '"options.evaluations_semantic" must be one of',
    ],
    [{ evaluations: [{}], options: 1 }, '"options" must be an object.'],
  ])('refuses %j', async (body, message) => {
    const { status, text } = await send('evaluations', { ...defaults, ...body })
    expect([status, text]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('a search (section 8)', () => {
  const search = { action: action('read'), context: { hour: 13 } }

  it('finds the subjects', async () => {
    const body = { ...search, subject: { type: 'user', id: 'ignored' }, resource: record('r05') }
    expect(await ask('search/subject', body)).toEqual({ results: [subject('root')] })
    expect((await ask('search/subject', { ...body, resource: record('r00') })).results).toHaveLength(3)
  })

  it('finds the resources by the filter', async () => {
    const body = { ...search, subject: subject('ann'), resource: { type: 'record', id: 'ignored' } }
    expect(await ask('search/resource', body)).toEqual({ results: ['r00', 'r01', 'r02'].map(record) })
  })

  it('finds the actions in the order of the policy', async () => {
    const body = { subject: subject('ann'), resource: record('r01'), context: { hour: 13 } }
    expect(await ask('search/action', body)).toEqual({ results: ['read', 'write'].map(action) })
    const note = { type: 'note', id: '1', properties: { isOpen: true } }
    expect(await ask('search/action', { ...body, resource: note, context: { hour: 1 } })).toEqual({
      results: ['view', 'erase'].map(action),
    })
  })

  it.each([
    ['search/subject', { subject: { type: 'unknown' }, resource: record('r00') }],
    ['search/subject', { subject: { type: 'robot' }, resource: record('r00') }],
    ['search/subject', { subject: { type: 'user' }, resource: record('unknown') }],
    ['search/subject', { subject: { type: 'user' }, action: action('print'), resource: record('r00') }],
    ['search/resource', { subject: subject('unknown'), resource: { type: 'record' } }],
    ['search/resource', { subject: subject('root'), resource: { type: 'unknown' } }],
    ['search/resource', { subject: subject('root'), resource: { type: 'note' }, action: action('view') }],
    ['search/action', { subject: subject('unknown'), resource: record('r00') }],
    ['search/action', { subject: subject('root'), resource: record('unknown') }],
    ['search/action', { subject: subject('root'), resource: { type: 'unknown', id: '1' } }],
  ])('%s finds nothing for %j', async (path, body) => {
    expect(await ask(path, { ...search, ...body })).toEqual({ results: [] })
  })

  it.each([
    ['search/resource', { subject: subject('root'), resource: { type: 'record' } }, 10, [10, 10, 5]],
    ['search/subject', { subject: { type: 'user' }, resource: record('r00') }, 2, [2, 1]],
  ])('%s shows its results in pages', async (path, body, limit, counts) => {
    const found: object[] = []
    const seen: number[] = []
    let page: object = { limit }
    for (;;) {
      const answer = await ask(path, { ...search, ...body, page })
      expect(Object.keys(answer)[0]).toBe('page')
      found.push(...answer.results)
      seen.push(answer.page.count)
      if (answer.page.next_token === '') break
      page = { token: answer.page.next_token }
    }
    expect(seen).toEqual(counts)
    expect(found).toEqual((await ask(path, { ...search, ...body })).results)
  })

  it('refuses a token of another search, another limit, and a text that is no token', async () => {
    const body = { ...search, subject: subject('root'), resource: { type: 'record' } }
    const { page } = await ask('search/resource', { ...body, page: { limit: 2 } })
    const continued = { token: page.next_token }
    const refusal = async (changed: object) => {
      const { status, text } = await send('search/resource', { ...body, ...changed })
      return `${status} ${text}`
    }
    expect(await refusal({ page: continued, subject: subject('ann') })).toContain('400 "page.token" belongs')
    expect(await refusal({ page: { ...continued, limit: 3 } })).toContain('400 "page.token" belongs')
    expect(await refusal({ page: { token: 'bm9uZQ==' } })).toContain('400 "page.token" is not')
    expect(await refusal({ page: { token: 'é' } })).toContain('400 "page.token" is not')
    expect(await refusal({ page: { limit: 0 } })).toContain('400 "page.limit"')
    expect(await refusal({ page: [] })).toContain('400 "page"')
  })

  it('reads many subjects in parts', async () => {
    const crowd = Array.from({ length: 5_000 }, (_, i) => {
      const id = `u${String(i).padStart(4, '0')}`
      return { id, subject: { id, roles: [i === 4_500 ? 'ADMIN' : 'USER'] } }
    })
    const large = create({
      subjects: {
        user: {
          load: () => null,
          list: ({ after, limit }) => crowd.filter(({ id }) => id > (after ?? '')).slice(0, limit),
        },
      },
    })
    const body = { ...search, subject: { type: 'user' }, resource: record('r05') }
    const first = await ask('search/subject', body, large)
    expect(first.results).toEqual([])
    const second = await ask('search/subject', { ...body, page: { token: first.page.next_token } }, large)
    const third = await ask('search/subject', { ...body, page: { token: second.page.next_token } }, large)
    expect([third.results, third.page.next_token]).toEqual([[subject('u4500')], ''])
  })
})

describe('a malformed request', () => {
  const valid = { subject: subject('ann'), action: action('read'), resource: record('r00') }

  it.each([
    [{ ...valid, subject: undefined }, '"subject" must be an object.'],
    [{ ...valid, resource: [] }, '"resource" must be an object.'],
    [{ ...valid, action: 'read' }, '"action" must be an object.'],
    [{ ...valid, subject: { type: 'user' } }, '"subject.id" must be a text'],
    [{ ...valid, subject: { id: 'ann' } }, '"subject.type" must be a text'],
    [{ ...valid, resource: { type: 'record', id: 7 } }, '"resource.id" must be a text'],
    [{ ...valid, action: {} }, '"action.name" must be a text'],
    [{ ...valid, context: 'x' }, '"context" must be an object.'],
    [
      { ...valid, resource: { ...record('r00'), properties: [] } },
      '"resource.properties" must be an object.',
    ],
    [{ ...valid, resource: record('a\0b') }, 'not valid Unicode'],
    [{ ...valid, resource: record('\ud800') }, 'not valid Unicode'],
    ['', 'not JSON'],
    ['{', 'not JSON'],
    ['[]', 'must be a JSON object'],
    [new Uint8Array([0x22, 0xff, 0x22]), 'not JSON in UTF-8'],
    [JSON.stringify({ ...valid, pad: 'x'.repeat(1_100_000) }), 'larger than 1048576 bytes'],
    ['{"a":'.repeat(100_000), 'not JSON'],
  ])('%#: gets 400 and a message', async (body, message) => {
    const { status, text, headers } = await send('evaluation', body)
    expect([status, text]).toEqual([400, expect.stringContaining(message)])
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })

  it('of another content type gets 400', async () => {
    const { status } = await send('evaluation', valid, { headers: { 'content-type': 'text/plain' } })
    expect(status).toBe(400)
  })

  it.each([
    ['GET', 'evaluation', 405],
    ['POST', 'unknown', 404],
    ['POST', 'constructor', 404],
  ])('%s %s gets %d', async (method, path, status) => {
    const init = method === 'GET' ? { method, body: null } : { method }
    expect((await send(path, valid, init as RequestInit)).status).toBe(status)
  })
})

describe('the handler', () => {
  it('repeats the id of the request (section 10.1.3), and allows no cache', async () => {
    const init = { headers: { 'content-type': 'application/json', 'x-request-id': 'abc' } }
    for (const body of [{}, { subject: subject('ann'), action: action('read'), resource: record('r00') }]) {
      const { headers } = await send('evaluation', body, init)
      expect([headers.get('x-request-id'), headers.get('cache-control')]).toEqual(['abc', 'no-store'])
    }
  })

  it('responds with 500 to an error of a function, and reports it', async () => {
    const onError = vi.fn()
    const body = { subject: { type: 'robot', id: '1' }, action: action('read'), resource: record('r00') }
    const { status, text } = await send('evaluation', body, {}, create({ onError }))
    expect([status, text]).toEqual([500, 'The decision failed.'])
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'the database is away' }))
  })

  it.each([
    ['https://pdp.test', 'https://pdp.test/.well-known/authzen-configuration', 'https://pdp.test'],
    ['https://pdp.test/a/', 'https://pdp.test/.well-known/authzen-configuration/a', 'https://pdp.test/a'],
  ])('describes itself at %s (section 9)', async (url, at, base) => {
    const response = await create({ url })(new Request(at))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await response.json()).toEqual({
      policy_decision_point: base,
      access_evaluation_endpoint: `${base}/access/v1/evaluation`,
      access_evaluations_endpoint: `${base}/access/v1/evaluations`,
      search_subject_endpoint: `${base}/access/v1/search/subject`,
      search_resource_endpoint: `${base}/access/v1/search/resource`,
      search_action_endpoint: `${base}/access/v1/search/action`,
    })
  })

  it('does not name a search that it does not have', async () => {
    const small = create({ subjects: {}, resources: {} })
    const response = await small(new Request('https://pdp.test/.well-known/authzen-configuration'))
    expect(Object.keys((await response.json()) as object)).not.toEqual(
      expect.arrayContaining(['search_subject_endpoint']),
    )
  })

  it('refuses an address with a query', () => {
    expect(() => create({ url: 'https://pdp.test/?a' })).toThrow(TypeError)
  })
})
