import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../testing/service.ts'

const LIMIT = 5

describe('C12.12 MAX_CONNECTIONS', () => {
  let service: TestService
  const open = new Set<Socket>()
  beforeEach(async () => {
    service = await startTestService('PostgreSQL', {
      MAX_CONNECTIONS: String(LIMIT),
      SAMPLE_CONTENT: 'false',
    })
  })
  afterEach(async () => {
    for (const socket of open) socket.destroy()
    open.clear()
    await service.stop()
  })

  const openConnection = async (): Promise<Socket> => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    open.add(socket)
    await once(socket, 'connect')
    return socket
  }
  /** Connections that send a request slowly. */
  const fill = async (): Promise<readonly Socket[]> => {
    const sockets = await Promise.all(Array.from({ length: LIMIT }, openConnection))
    for (const socket of sockets) socket.write('POST /api/users HTTP/1.1\r\nHost: x\r\n')
    return sockets
  }
  const ask = async (path: string): Promise<string> => {
    const socket = await openConnection()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return text(socket)
  }

  it('refuses requests of further connections with advice, and answers /healthz', async () => {
    const [first] = await fill()
    const refused = await ask('/api/articles')
    expect(refused).toMatch(/^HTTP\/1.1 503 [^]*Retry-After: 5\r\n[^]*too many connections/i)
    expect(refused).toMatch(/Connection: close/i)
    expect(await ask('/healthz')).toMatch(/^HTTP\/1.1 200 OK[^]*"ok"/)
    first?.destroy()
    await expect.poll(() => ask('/api/nothing')).toMatch(/^HTTP\/1.1 (404|503)/)
  })

  it('ends a further connection without a request after two seconds', async () => {
    await fill()
    const silent = await openConnection()
    await once(silent.resume(), 'close')
  })

  it('replaces an idle connection by a new connection', async () => {
    const idle = await openConnection()
    idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(idle, 'data')
    const ended = once(idle, 'close')
    const others = await Promise.all(Array.from({ length: LIMIT - 1 }, openConnection))
    const newest = await openConnection()
    newest.write('GET /api/articles HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await text(newest)).toMatch(/^HTTP\/1.1 200 OK/)
    await ended
    expect(others.some(({ destroyed }) => destroyed)).toBe(false)
  })
})
