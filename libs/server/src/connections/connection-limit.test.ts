import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../tests/support/service.ts'

const LIMIT = 8
const REFUSED = /^HTTP\/1.1 503 [^]*Retry-After: 5\r\n/i

describe('C15.4 MAX_CONNECTIONS', { timeout: 30_000 }, () => {
  let service: TestService
  const open = new Set<Socket>()
  afterEach(async () => {
    for (const socket of open) socket.destroy()
    open.clear()
    await service.stop()
  })

  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
    service = await startTestService('PostgreSQL', { MAX_CONNECTIONS: String(LIMIT), ...settings })
  }
  const openConnection = async (localAddress = '127.0.0.1'): Promise<Socket> => {
    const { hostname, port } = new URL(service.url)
    const socket = connect({ port: Number(port), host: hostname, localAddress })
    open.add(socket)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  const openSilent = async (count: number, address?: string): Promise<readonly Socket[]> => {
    const sockets: Socket[] = []
    for (let number = 0; number < count; number += 1) sockets.push(await openConnection(address))
    return sockets
  }
  /** Connections that have sent a head, and send their bodies slowly. */
  const openBusy = async (count: number, address?: string): Promise<readonly Socket[]> => {
    const sockets = await openSilent(count, address)
    for (const socket of sockets)
      socket.write('POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
    await sleep(100)
    return sockets
  }
  const ask = async (path: string, address?: string): Promise<string> => {
    const socket = await openConnection(address)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    return text(socket)
  }

  it('gives a request the place of the oldest connection that has never sent a head', async () => {
    await start()
    const [busy] = await openBusy(1)
    const [oldest, ...others] = await openSilent(LIMIT - 1)
    oldest?.write('GET / HTTP/1.1\r\nHost:')
    expect(await ask('/api/articles')).toMatch(/^HTTP\/1.1 200 /)
    expect(await text(oldest as Socket)).toMatch(REFUSED)
    expect([busy, ...others].filter((socket) => socket?.readyState !== 'open')).toEqual([])
  })

  it('gives a request the place of an idle connection if every other one has sent a head', async () => {
    await start()
    const [idle] = await openSilent(1)
    idle?.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(idle as Socket, 'data')
    const ended = once(idle as Socket, 'close')
    await openBusy(LIMIT - 1)
    expect(await ask('/api/articles')).toMatch(/^HTTP\/1.1 200 /)
    await ended
  })

  it('refuses a request with advice if every other connection waits for its response', async () => {
    await start()
    await openBusy(LIMIT)
    const refused = await ask('/api/articles')
    expect(refused).toMatch(REFUSED)
    expect(refused).toMatch(/too many connections/i)
    expect(refused).toMatch(/Connection: close/i)
  })

  it('answers the probes of this machine', async () => {
    await start()
    await openBusy(LIMIT)
    expect(await ask('/healthz')).toMatch(/^HTTP\/1.1 200 /)
    expect(await ask('/readyz', '127.0.0.9')).toMatch(/^HTTP\/1.1 200 /)
  })

  it('ends a further connection without a head after two seconds', async () => {
    await start()
    const places = await openSilent(LIMIT)
    const [further] = await openSilent(1)
    expect(await text(further as Socket)).toMatch(REFUSED)
    expect(places.filter((socket) => socket.readyState === 'open')).toHaveLength(LIMIT)
  })

  it('ends silent connections after five seconds, the oldest first, until places are no longer scarce', async () => {
    await start()
    const sockets = await openSilent(LIMIT - 1)
    expect(await text(sockets[0] as Socket)).toMatch(REFUSED)
    await sleep(500)
    expect(sockets.map((socket) => socket.readyState === 'open')).toEqual(
      sockets.map((_, place) => place > 0),
    )
  })

  describe('MAX_CONNECTIONS_EACH', () => {
    it('holds for a private address while less than a quarter of the places is free', async () => {
      await start({ MAX_CONNECTIONS_EACH: '2' })
      await openBusy(6)
      expect(await ask('/api/articles')).toMatch(/^HTTP\/1.1 200 /)
      await openBusy(1)
      const refused = await ask('/api/articles')
      expect(refused).toMatch(REFUSED)
      expect(refused).toContain('Your IP address has too many connections.')
      expect(await ask('/api/articles', '127.0.0.2')).toMatch(/^HTTP\/1.1 200 /)
      expect(await ask('/healthz')).toMatch(/^HTTP\/1.1 200 /)
    })

    it('gives a request the place of a connection of its address that has been silent for a second', async () => {
      await start({ MAX_CONNECTIONS_EACH: '2' })
      const [oldest] = await openSilent(7)
      expect(await ask('/api/articles')).toMatch(REFUSED)
      await sleep(1_100)
      expect(await ask('/api/articles')).toMatch(/^HTTP\/1.1 200 /)
      expect(await text(oldest as Socket)).toMatch(REFUSED)
    })

    it('does not hold for the addresses of TRUST_PROXY', async () => {
      await start({ MAX_CONNECTIONS_EACH: '2', TRUST_PROXY: '127.0.0.1' })
      await openBusy(LIMIT - 1)
      expect(await ask('/api/articles')).toMatch(/^HTTP\/1.1 200 /)
    })
  })
})
