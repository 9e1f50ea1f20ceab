import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PIECE_BYTES, sendPieces } from './send-pieces.ts'

/** More than the buffers of the kernel. */
const LENGTH = 30_000_000
const STALLED_MS = 1_000
/** The machine may be busy. */
const PATIENT = { timeout: 15_000 }

describe('C15.4 a response in pieces', { timeout: 30_000 }, () => {
  let server: Server
  let waiting: number
  let requests: number
  beforeEach(async () => {
    ;[waiting, requests] = [1, 0]
    server = createServer((_request, response) => {
      requests += 1
      response.writeHead(200, { 'content-length': String(LENGTH) })
      const release = (): void => void (waiting -= 1)
      void sendPieces(response, Buffer.alloc(LENGTH, 'abc'), { stalledMs: STALLED_MS, release })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(() => server.close().closeAllConnections())

  const request = (count = 1): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    const first = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
    socket.write(`${first.repeat(count - 1)}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    return socket
  }
  const countConnections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))

  test('arrives whole, and then nothing waits', async () => {
    const received = await buffer(request())
    expect(received.subarray(-LENGTH).equals(Buffer.alloc(LENGTH, 'abc'))).toBe(true)
    expect(waiting).toBe(0)
  })

  test('waits as a whole until its client, who reads nothing, is cut', async () => {
    const socket = request()
    socket.pause()
    await once(socket, 'readable')
    expect(waiting).toBe(1)
    await expect.poll(countConnections, PATIENT).toBe(0)
    await expect.poll(() => waiting, PATIENT).toBe(0)
  })

  test('is cut if its client reads less than a piece in the time limit', async () => {
    const socket = request()
    socket.pause()
    let isOpen = true
    void once(server, 'connection')
      .then(([peer]) => once(peer as Socket, 'close'))
      .then(() => (isOpen = false))
    const started = Date.now()
    while (isOpen && Date.now() - started < 15_000) {
      socket.read(PIECE_BYTES / 100)
      await sleep(20)
    }
    expect(isOpen).toBe(false)
  })

  test('does not wait any more if it stood behind another response of a connection that is cut', async () => {
    waiting = 2
    request(2).pause()
    await expect.poll(() => requests, PATIENT).toBe(2)
    await expect.poll(countConnections, PATIENT).toBe(0)
    await expect.poll(() => waiting, PATIENT).toBe(0)
  })

  test('goes on while its client reads a piece in the time limit', async () => {
    const socket = request()
    let length = 0
    socket.on('data', (chunk: Buffer) => {
      length += chunk.length
      socket.pause()
      if (Date.now() - started < 3 * STALLED_MS) setTimeout(() => socket.resume(), 10)
      else socket.resume()
    })
    const started = Date.now()
    await once(socket, 'close')
    expect(Date.now() - started).toBeGreaterThan(3 * STALLED_MS)
    expect(length).toBeGreaterThan(LENGTH)
  })
})
