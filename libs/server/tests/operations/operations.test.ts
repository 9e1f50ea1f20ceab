import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModel, type ModelService } from '../support/model-service.ts'
import { AS_ADMIN } from '../support/service.ts'
import { seatModel } from '../support/seat-model.ts'

const NOWHERE = '0197c3a4-0000-7000-8000-000000000000'
const BOOK = 'mutation ($show: ID!, $name: String!) { bookSeat(show: $show, name: $name) { seat left } }'

describe('C16.5 operations of no record on PostgreSQL', { timeout: 60_000 }, () => {
  let service: ModelService
  beforeAll(async () => {
    service = await startModel('seats', seatModel)
  })
  afterAll(() => service.stop())

  const addShow = async (seats: number): Promise<string> => {
    const { status, body } = await service.send('POST', '/api/shows', { title: 'New', seats })
    expect(status).toBe(201)
    return body.id
  }
  const readTitle = async (id: string): Promise<string> =>
    (await service.send('GET', `/api/shows/${id}`)).body.title
  const probe = async (what: string, show?: string, as?: string | null) => {
    const { status, body } = await service.send('POST', '/api/operations/probe', { what, show }, as)
    return status === 200 ? [200, JSON.parse(body.done)] : [status, body.detail]
  }
  const countSeats = async (show: string): Promise<number> =>
    (await service.query(`select 1 from seats where show_id = '${show}'`)).length

  it('C16.5 a write is a mutation with flat arguments, and a POST', async () => {
    const show = await addShow(2)
    const { data } = await service.ask(BOOK, { show, name: 'Ada' })
    expect(data.bookSeat).toEqual({ seat: expect.stringMatching(/^[0-9a-f-]{36}$/), left: 1 })
    const { status, body } = await service.send('POST', '/api/operations/book-seat', { show, name: 'Bob' })
    expect([status, body.left]).toEqual([200, 0])
    const full = await service.send('POST', '/api/operations/book-seat', { show, name: 'Cy' })
    expect([full.status, full.body.code, full.body.detail]).toEqual([
      409,
      'CONFLICT',
      'All seats are booked.',
    ])
    expect((await service.ask(BOOK, { show, name: 'Cy' })).errors[0].extensions.code).toBe('CONFLICT')
    expect(await countSeats(show)).toBe(2)
  })

  it('C16.5 a read is a query, and a GET with parameters', async () => {
    const { data } = await service.ask(
      '{ showReport(least: 1000, price: "1.5") { shows { title seats } booked at price } }',
    )
    expect(data.showReport).toEqual({
      shows: [],
      booked: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      price: '1.50',
    })
    await addShow(999)
    const path = '/api/operations/show-report'
    const { status, body } = await service.send('GET', `${path}?least=999&exact=false`)
    expect([status, body.booked, body.price]).toEqual([200, 0, null])
    expect(body.shows).toEqual([{ key: expect.any(String), title: 'New', seats: 999 }])
    for (const query of [
      'least=x',
      'least=1e3',
      'leat=1',
      'exact=yes',
      'least=1&least=2',
      'since=now',
      '__proto__=1',
    ])
      expect([query, (await service.send('GET', `${path}?${query}`)).status]).toEqual([query, 400])
  })

  it('C16.5 answers are no-store; another method is 405 with Allow', async () => {
    const { url } = service
    const report = `${url}/api/operations/show-report`
    const head = await fetch(report, { method: 'HEAD', headers: { authorization: AS_ADMIN } })
    expect([head.status, head.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const wrong = await fetch(report, { method: 'POST', headers: { authorization: AS_ADMIN } })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const book = await fetch(`${url}/api/operations/book-seat`)
    expect([book.status, book.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    const options = await fetch(`${url}/api/operations/book-seat`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'POST, OPTIONS'])
  })

  it('C16.5 needs its permission, which a guest can have', async () => {
    const show = await addShow(1)
    const report = await service.send('GET', '/api/operations/show-report', undefined, null)
    expect([report.status, report.body.detail]).toEqual([
      401,
      'You need the permission reports:run. Sign in first.',
    ])
    const asked = await service.ask('{ showReport { booked } }', {}, null)
    expect(asked.errors[0].extensions.code).toBe('UNAUTHENTICATED')
    const booked = await service.send('POST', '/api/operations/book-seat', { show, name: 'Guest' }, null)
    expect([booked.status, booked.body.left]).toEqual([200, 0])
    const entries = await service.query(
      `select action, resource, resource_id, actor_id from audit_entries where action in ('bookSeat', 'createSeat') and decision = 'ALLOW' order by at desc, action limit 2`,
    )
    expect(entries).toEqual(
      expect.arrayContaining([
        { action: 'bookSeat', resource: 'bookings', resource_id: 'bookSeat', actor_id: null },
        expect.objectContaining({ action: 'createSeat', resource: 'seats', actor_id: null }),
      ]),
    )
  })

  it('C16.5 without permissions, code may do what its caller may', async () => {
    const show = await addShow(1)
    const run = async (as?: string | null) => {
      const sent = await service.send('POST', '/api/operations/bare-probe', { what: 'rename', show }, as)
      return JSON.parse(sent.body.done)
    }
    expect((await run(null)).errors[0].extensions.code).toBe('UNAUTHENTICATED')
    expect(await readTitle(show)).toBe('New')
    expect((await run()).data).toEqual({ updateShow: { title: 'Renamed' } })
  })

  it('C16.5 the input is checked before the code runs', async () => {
    const bodies: readonly unknown[] = [
      { show: NOWHERE, name: 'Ada' },
      { show: 'x', name: 'Ada' },
      { name: 'Ada' },
      { show: NOWHERE, name: 'A\0' },
      { show: NOWHERE, name: '\ud800' },
      { show: NOWHERE, name: 'Ada', more: 1 },
      { show: NOWHERE, name: null },
      JSON.parse('{ "show": "x", "name": "y", "__proto__": {} }'),
      { show: NOWHERE, name: 'x'.repeat(1_000_000) },
      [],
    ]
    for (const body of bodies) {
      const { status } = await service.send('POST', '/api/operations/book-seat', body)
      expect([JSON.stringify(body).slice(0, 80), status]).toEqual([JSON.stringify(body).slice(0, 80), 422])
    }
    const { errors } = await service.ask(BOOK, { show: NOWHERE, name: 'Ada' })
    expect(errors[0].message).toContain('there is no show with this id')
  })

  it('C16.5 a write of a read is refused, and writes nothing', async () => {
    const show = await addShow(1)
    const { body } = await service.send('GET', `/api/operations/read-probe?what=rename&show=${show}`)
    const { data, errors } = JSON.parse(body.done)
    expect([data, errors[0].extensions.code]).toEqual([null, 'BAD_REQUEST'])
    expect(errors[0].message).toContain('only reads, and nothing was written')
    const within = await probe('call a read that writes', show)
    expect(JSON.stringify(within)).toContain('only reads, and nothing was written')
    expect(await readTitle(show)).toBe('New')
  })

  it.each([
    ['rename and throw', 500],
    ['throw a number', 500],
    ['throw a foreign code', 500],
    ['no such case', 404],
    ['too late', 503],
    ['block the process', 503],
  ] as const)('C16.5 %s: nothing is written, and no event', async (what, status) => {
    const show = await addShow(1)
    const count = async () => (await service.query('select count(*) from events'))[0]
    const before = await count()
    const [found, detail] = await probe(what, show)
    expect(found).toBe(status)
    expect(detail).not.toContain('secret')
    expect([await readTitle(show), await count()]).toEqual(['New', before])
  })

  it('C16.5 a wrong output is an internal error, and writes nothing', async () => {
    const show = await addShow(1)
    const { status, body } = await service.send('POST', '/api/operations/wrong-output', { show })
    expect([status, JSON.stringify(body).includes('secret')]).toEqual([500, false])
    const { errors } = await service.ask('mutation($show: ID!) { wrongOutput(show: $show) { count } }', {
      show,
    })
    expect(errors[0].extensions.code).toBe('INTERNAL_SERVER_ERROR')
    expect(await readTitle(show)).toBe('New')
  })

  it('C16.5 a request with errors writes nothing, and the operation goes on', async () => {
    const show = await addShow(1)
    expect(await probe('two requests, one wrong', show)).toEqual([
      200,
      [null, 1, { updateShow: { title: 'Right' } }],
    ])
    expect(await probe('fail a statement', show)).toEqual([200, [1, { updateShow: { title: 'After' } }]])
    expect(await readTitle(show)).toBe('After')
    expect(await probe('wrong document')).toEqual([
      200,
      expect.objectContaining({ data: null, errors: [expect.anything()] }),
    ])
    expect((await probe('no document'))[0]).toBe(200)
  })

  it('C16.5 requests see what the operation has written, also two at once', async () => {
    const show = await addShow(1)
    expect(await probe('see own write', show)).toEqual([200, true])
    expect(await probe('two at once', show)).toEqual([200, [null, null]])
    expect(await readTitle(show)).toBe('Two')
    expect(await probe('not wait', show)).toEqual([200, null])
  })

  it('C16.5 operations that call themselves end', async () => {
    const [status, answer] = await probe('call itself')
    expect(status).toBe(200)
    expect(JSON.stringify(answer)).toContain('At most 4 operations run within each other')
  })

  it('C16.5 the last seat is booked once by 20 requests', async () => {
    const show = await addShow(1)
    const names = Array.from({ length: 20 }, (_, place) => `Guest ${place}`)
    const sent = await Promise.all(
      names.map((name) => service.send('POST', '/api/operations/book-seat', { show, name })),
    )
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(sent.filter(({ body }) => body.detail === 'All seats are booked.')).toHaveLength(19)
    expect(await countSeats(show)).toBe(1)
  })

  it('C16.5 two locks from both ends do not wait for each other for ever', async () => {
    const [one, other] = [await addShow(1), await addShow(1)]
    const both = await Promise.all([
      probe('lock two', `${one} ${other}`),
      probe('lock two', `${other} ${one} no-id`),
    ])
    expect(both.map(([status]) => status)).toEqual([200, 200])
    expect((await probe('lock nothing'))[0]).toBe(500)
  })

  it('C16.5 a key runs a write once, in both interfaces', async () => {
    const show = await addShow(5)
    const headers = { authorization: AS_ADMIN, 'content-type': 'application/json', 'idempotency-key': 'k1' }
    const post = (path: string, body: object) =>
      fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const first = await post('/api/operations/book-seat', { show, name: 'Ada' })
    const again = await post('/api/operations/book-seat', { show, name: 'Ada' })
    expect([first.status, await again.json()]).toEqual([200, await first.json()])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await post('/api/operations/book-seat', { show, name: 'Bob' })
    expect(other.status).toBe(422)
    headers['idempotency-key'] = 'k2'
    const bodies = []
    for (const _ of [1, 2])
      bodies.push(await (await post('/graphql', { query: BOOK, variables: { show, name: 'Eve' } })).json())
    expect(bodies[0]).toEqual(bodies[1])
    expect(await countSeats(show)).toBe(2)
  })

  it('C16.5 100 slow operations leave connections for others', async () => {
    const show = await addShow(1)
    const slow = Array.from({ length: 100 }, () => probe('hold', show, null))
    const begun = performance.now()
    for (const _ of [1, 2, 3]) expect(await readTitle(show)).toBe('New')
    expect(performance.now() - begun).toBeLessThan(3_000)
    const done = await Promise.all(slow)
    for (const [status] of done) expect([200, 429, 503]).toContain(status)
  })
})
