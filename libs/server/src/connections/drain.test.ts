import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createDrain, type Drain } from './drain.ts'

const IDLE_MS = 300
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
/** Larger than the kernel's buffer for a client that does not read. */
const LONG_ANSWER = 'x'.repeat(20_000_000)

describe('C10.4 a server that stops', () => {
  let server: Server
  let drain: Drain
  afterEach(() => server.closeAllConnections())

  const serve = async (answer: RequestListener): Promise<void> => {
    server = createServer(answer)
    drain = createDrain(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
  }
  const openConnection = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }

  it('answers one more request on an idle connection with connection: close, and closes the connection', async () => {
    await serve((_request, response) => void response.end('answer'))
    const socket = await openConnection()
    socket.write(REQUEST)
    expect(String((await once(socket, 'data'))[0])).toContain('Connection: keep-alive')
    const ended = drain(IDLE_MS)
    socket.write(REQUEST)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\nConnection: close\r\n.*answer$/is)
    await ended
  })

  /** Waits, and keeps this process from accepting connections, until the kernel has accepted one. */
  const waitForKernel = (): void => {
    const { port } = server.address() as AddressInfo
    const established = new RegExp(
      `:${port.toString(16).toUpperCase().padStart(4, '0')} [0-9A-F]+:[0-9A-F]{4} 01 `,
    )
    while (!established.test(readFileSync('/proc/net/tcp', 'utf8')));
  }

  it.runIf(process.platform === 'linux')(
    'answers the request of a connection that only the kernel has accepted',
    async () => {
      await serve((_request, response) => void response.end('answer'))
      const { port } = server.address() as AddressInfo
      const send = `const socket = require('node:net').connect(${port}, '127.0.0.1')
        socket.write(${JSON.stringify(REQUEST)})
        socket.on('error', ({ code }) => console.log(code)).pipe(process.stdout)`
      const client = spawn(process.execPath, ['--eval', send], { stdio: ['ignore', 'pipe', 'inherit'] })
      waitForKernel()
      const [received] = await Promise.all([text(client.stdout), drain(IDLE_MS)])
      expect(received).toMatch(/^HTTP\/1.1 200 OK\r\nConnection: close\r\n.*answer$/is)
    },
  )

  it('completes a response that its client still reads', async () => {
    await serve((_request, response) => void response.end(LONG_ANSWER))
    const socket = await openConnection()
    socket.write(REQUEST)
    await once(socket, 'readable')
    const ended = drain(IDLE_MS)
    await expect
      .poll(() =>
        openConnection().then(
          () => 'accepted',
          () => 'refused',
        ),
      )
      .toBe('refused')
    let length = 0
    for await (const chunk of socket) length += (chunk as Buffer).length
    expect(length).toBeGreaterThan(LONG_ANSWER.length)
    await ended
  })

  it('leaves an idle connection open for its time, and answers a request that arrives then', async () => {
    await serve((_request, response) => void response.end('answer'))
    const [used, unused] = [await openConnection(), await openConnection()]
    used.write(REQUEST)
    await once(used, 'data')
    const ended = drain(IDLE_MS)
    await sleep(IDLE_MS / 2)
    used.write(REQUEST)
    unused.write(REQUEST)
    for (const socket of [used, unused])
      expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\nConnection: close\r\n.*answer$/is)
    await ended
  })

  it('then ends connections without a request', async () => {
    await serve((_request, response) => void response.end('answer'))
    const [used, unused] = [await openConnection(), await openConnection()]
    used.write(REQUEST)
    await once(used, 'data')
    const begun = performance.now()
    await drain(IDLE_MS)
    expect(performance.now() - begun).toBeGreaterThan(IDLE_MS - 5)
    for (const socket of [used, unused]) if (!socket.closed) await once(socket.resume(), 'close')
  })

  it('waits for a request of which a part has arrived', async () => {
    await serve((_request, response) => void response.end('answer'))
    const [used, unused] = [await openConnection(), await openConnection()]
    used.write(REQUEST)
    await once(used, 'data')
    for (const socket of [used, unused]) socket.write(REQUEST.slice(0, 20))
    const ended = drain(IDLE_MS)
    await sleep(2 * IDLE_MS)
    for (const socket of [used, unused]) {
      socket.write(REQUEST.slice(20))
      expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\nConnection: close\r\n.*answer$/is)
    }
    await ended
  })

  it('ends all that is left after 6.5 s', { timeout: 10_000 }, async () => {
    await serve(() => undefined)
    const [running, arriving] = [await openConnection(), await openConnection()]
    running.write(REQUEST)
    arriving.write(REQUEST.slice(0, 20))
    await once(server, 'request')
    const begun = performance.now()
    const closed = [once(running.resume(), 'close'), once(arriving.resume(), 'close')]
    await drain(IDLE_MS)
    expect(performance.now() - begun).toBeGreaterThan(6_400)
    await Promise.all(closed)
  })
})
