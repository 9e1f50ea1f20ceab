import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDrain, type Drain } from './drain.ts'
import { serveLater } from './serve-later.ts'

describe('a listener that is loaded with its first request', () => {
  let server: Server
  let drain: Drain
  let loads: PromiseWithResolvers<RequestListener>[]
  let reported: unknown[]
  let served: string[]

  beforeEach(async () => {
    ;[loads, reported, served] = [[], [], []]
    const load = (): Promise<RequestListener> => {
      const loading = Promise.withResolvers<RequestListener>()
      loads.push(loading)
      return loading.promise
    }
    server = createServer(serveLater(load, (error) => void reported.push(error)))
    drain = createDrain(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(() => server.close().closeAllConnections())

  /** Sends a request, and waits until it has arrived. */
  const request = async (path: string): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nbody`)
    await once(server, 'request')
    return socket
  }
  const answer: RequestListener = async (asked, response) => {
    served.push(asked.url ?? '')
    const body = await text(asked).catch(() => 'no body')
    response.setHeader('connection', 'close').end(`${asked.url} ${body}`)
  }
  const readEnd = async (socket: Socket): Promise<string> => (await text(socket)).split('\r\n\r\n')[1] ?? ''

  it('serves the requests that wait in the order of their arrival', async () => {
    const sent = [await request('/1'), await request('/2'), await request('/3')]
    loads[0]?.resolve(answer)
    expect(await Promise.all(sent.map(readEnd))).toEqual(['/1 body', '/2 body', '/3 body'])
    expect(await readEnd(await request('/4'))).toBe('/4 body')
    expect(served).toEqual(['/1', '/2', '/3', '/4'])
    expect(loads).toHaveLength(1)
  })

  it('refuses the requests that wait if the listener cannot be loaded, and loads it again', async () => {
    const sent = [await request('/1'), await request('/2')]
    const failure = new Error('no file')
    loads[0]?.reject(failure)
    for (const socket of sent) expect(await text(socket)).toMatch(/^HTTP\/1.1 503 .*retry-after: 1/is)
    expect(reported).toEqual([failure])
    const later = await request('/3')
    loads[1]?.resolve(answer)
    expect(await readEnd(later)).toBe('/3 body')
  })

  it('serves the request of a client that has left, so that the log contains it', async () => {
    const gone = await request('/1')
    gone.destroy()
    await once(gone, 'close')
    const other = await request('/2')
    loads[0]?.resolve(answer)
    expect(await readEnd(other)).toBe('/2 body')
    expect(served).toEqual(['/1', '/2'])
  })

  it('C10.4: completes the requests that wait when the server stops', async () => {
    const socket = await request('/1')
    const ended = drain(100)
    loads[0]?.resolve(answer)
    expect(await readEnd(socket)).toBe('/1 body')
    await ended
  })
})
