import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createDrain } from './drain.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
/** Larger than the kernel's buffer for a client that does not read. */
const LONG_ANSWER = 'x'.repeat(20_000_000)

describe('C10.4 a server that stops', () => {
  let server: Server
  let drain: () => Promise<void>
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
    const ended = drain()
    socket.write(REQUEST)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\nConnection: close\r\n.*answer$/is)
    await ended
  })

  it('completes a response that its client still reads', async () => {
    await serve((_request, response) => void response.end(LONG_ANSWER))
    const socket = await openConnection()
    socket.write(REQUEST)
    await once(socket, 'readable')
    const ended = drain()
    const idle = await openConnection().catch(() => null)
    expect(idle).toBeNull()
    let length = 0
    for await (const chunk of socket) length += (chunk as Buffer).length
    expect(length).toBeGreaterThan(LONG_ANSWER.length)
    await ended
  })

  it('ends connections without a request', async () => {
    await serve((_request, response) => void response.end('answer'))
    const socket = await openConnection()
    await drain()
    await once(socket.resume(), 'close')
  })
})
