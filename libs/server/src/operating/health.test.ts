import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aCast, type Cast } from '../../tests/support/cast.ts'
import { AS_ADMIN, startTestService, type TestService } from '../../tests/support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'
const STRANGER = { 'x-forwarded-for': '203.0.113.9' }

describe('C1.4 the callers who may see the state of the service', () => {
  let service: TestService
  let cast: Cast
  beforeAll(async () => {
    service = await startTestService('PGlite', {
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMIT_ANONYMOUS: '3',
      JWT_SECRET: SECRET,
    })
    cast = aCast(service, SECRET)
  }, 60_000)
  afterAll(() => service.stop())

  const get = (
    path: string,
    as: string | null = null,
    headers: Readonly<Record<string, string>> = STRANGER,
  ) => service.call('GET', path, { as, headers })

  it('every caller learns only whether the service lives and whether it is ready', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    const { status, body, headers } = await get('/readyz')
    expect([status, body, headers.get('cache-control')]).toEqual([200, { status: 'ready' }, 'no-store'])
  })

  it('readers of the audit log, and clients on this machine, see the checks', async () => {
    const checks = {
      process: 'ok',
      database: 'ok',
      migrations: 'ok',
      disk: 'ok',
      limiter: 'this process alone',
      queue: 'ok',
      mails: 'ok',
    }
    const integrity = { checkedAt: expect.any(String) as string, ok: true, differs: [] }
    // The first start runs the check in the background.
    const details = async () => (await get('/readyz', AS_ADMIN)).body
    await expect.poll(details, { timeout: 10_000 }).toEqual({ status: 'ready', checks, integrity })
    expect((await get('/readyz', null, {})).body).toEqual({ status: 'ready', checks, integrity })
    expect((await get('/readyz', (await cast.person('EDITOR')).as)).body).toEqual({ status: 'ready' })
  })

  it('these clients see the metrics; other clients get the name of the missing permission', async () => {
    for (const answer of [await get('/metrics', AS_ADMIN), await get('/metrics', null, {})]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^text\/plain; version=0\.0\.4/),
      ])
      expect(answer.body).toContain('http_request_duration_seconds_bucket')
    }
    const stranger = await get('/metrics')
    expect([stranger.status, stranger.body.code]).toEqual([401, 'UNAUTHENTICATED'])
    const editor = await get('/metrics', (await cast.person('EDITOR')).as)
    expect([editor.status, editor.body.error]).toEqual([
      403,
      'You need the permission audit:read on all records.',
    ])
  })

  it('probes without a credential do not count, and bad credentials do', async () => {
    const probes = await Promise.all(Array.from({ length: 20 }, () => get('/readyz')))
    expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]))
    const from = { 'x-forwarded-for': '203.0.113.10' }
    const bad: number[] = []
    for (let index = 0; index < 4; index += 1)
      bad.push((await get('/metrics', `Bearer ${index}`, from)).status)
    expect(bad).toEqual([403, 403, 403, 429])
  })

  it('other methods are refused, and OPTIONS lists the methods', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await service.call('POST', path)).status).toBe(405)
      const { status, headers } = await service.call('OPTIONS', path, { as: null })
      expect([status, headers.get('allow')]).toEqual([200, 'GET, HEAD, OPTIONS'])
    }
  })
})

describe('C1.4 METRICS_ALLOW', { timeout: 60_000 }, () => {
  const statusWith = async (
    settings: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> => {
    const service = await startTestService('PostgreSQL', settings)
    try {
      return (await service.call('GET', '/metrics', { as: null, headers })).status
    } finally {
      await service.stop()
    }
  }

  it('names the addresses that need no credential; it can be empty', async () => {
    expect(await statusWith({ METRICS_ALLOW: 'none' })).toBe(401)
    expect(await statusWith({ METRICS_ALLOW: '10.0.0.0/8' })).toBe(401)
    const behindProxy = { METRICS_ALLOW: '10.0.0.0/8', TRUST_PROXY: '127.0.0.1' }
    expect(await statusWith(behindProxy, { 'x-forwarded-for': '10.1.2.3' })).toBe(200)
  })
})

describe('C15.14 a relayed request', { timeout: 60_000 }, () => {
  let service: TestService
  afterEach(() => service.stop())

  const start = async (settings: Readonly<Record<string, string>>): Promise<void> => {
    service = await startTestService('PostgreSQL', settings)
  }
  /** Whether the request may read the metrics, and sees the details of /readyz. */
  const isShown = async (headers: Readonly<Record<string, string>>): Promise<readonly boolean[]> => {
    const metrics = await service.call('GET', '/metrics', { as: null, headers })
    const readiness = await service.call('GET', '/readyz', { as: null, headers })
    return [metrics.status === 200, 'checks' in readiness.body]
  }

  it('gives no access through a proxy that TRUST_PROXY does not name', async () => {
    await start({})
    const relayed = [
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-for': 'nonsense' },
      { 'x-forwarded-proto': 'https' },
      { 'x-forwarded-host': 'x' },
      { 'x-real-ip': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { via: '1.1 proxy' },
    ]
    for (const headers of relayed) expect(await isShown(headers)).toEqual([false, false])
    expect(await isShown({})).toEqual([true, true])
  })

  it('gives access to a client of METRICS_ALLOW through a proxy of TRUST_PROXY', async () => {
    await start({ TRUST_PROXY: '127.0.0.1', METRICS_ALLOW: '127.0.0.1, 203.0.113.0/24' })
    expect(await isShown({ 'x-forwarded-for': '203.0.113.9:51234', via: '1.1 proxy' })).toEqual([true, true])
    const others = [
      { 'x-forwarded-for': '198.51.100.1' },
      { 'x-forwarded-for': 'nonsense' },
      { 'x-real-ip': '203.0.113.9' },
      { via: '1.1 proxy' },
    ]
    for (const headers of others) expect(await isShown(headers)).toEqual([false, false])
  })
})

describe('C10.4 a stopping service', () => {
  it('is not ready for connected clients', async () => {
    const service = await startTestService()
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    let said = ''
    socket.on('data', (chunk) => (said += String(chunk)))
    const ended = once(socket, 'end')
    // Half of a request: the service would close an idle connection at once.
    socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n')
    await fetch(`${service.url}/healthz`)
    const stopped = service.stop()
    socket.write('Connection: close\r\n\r\n')
    await Promise.all([ended, stopped])
    expect(said).toMatch(/^HTTP\/1\.1 503 /)
    expect(said).toContain('"status":"not ready","checks":{"process":"stopping"')
  })
})
