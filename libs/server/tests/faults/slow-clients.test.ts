import { connect, type Socket } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearerOfAdmin, startApi, type ApiProcess } from '../support/processes/api-process.ts'

const SLOW = 200
const REQUEST_TIMEOUT_MS = 5_000
const DRIBBLE_MS = 250
/** The text of an article. After some responses, the buffer of a socket without a reader is full. */
const LONG_TEXT = 'word '.repeat(90_000)

interface Slow {
  readonly socket: Socket
  /** All bytes that the client received until its connection ended. */
  readonly ended: Promise<string>
}

describe('C10.4 slow clients, and clients that have half closed', { timeout: 60_000 }, () => {
  let folder: string
  let api: ApiProcess
  let article: string
  const sockets: Socket[] = []

  const slow = (begins: string): Slow => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    let told = ''
    socket.on('data', (chunk: Buffer) => (told += chunk.toString()))
    socket.write(begins)
    return { socket, ended: new Promise((resolve) => socket.once('close', () => resolve(told))) }
  }
  /** A client that sends a byte from time to time, and never completes its request. */
  const dribbling = (begins: string): Slow => {
    const client = slow(begins)
    const timer = setInterval(() => client.socket.write('x'), DRIBBLE_MS)
    client.socket.once('close', () => clearInterval(timer))
    return client
  }
  const times = (count: number, make: () => Slow): readonly Slow[] => Array.from({ length: count }, make)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-'))
    api = await startApi({ DATA_DIR: folder, REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS) })
    const created = await fetch(`${api.url}/api/articles`, {
      method: 'POST',
      headers: { authorization: bearerOfAdmin(), 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Long', content: LONG_TEXT, status: 'PUBLISHED' }),
    })
    article = created.headers.get('location') ?? ''
  }, 60_000)
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await api.kill()
    await rm(folder, { recursive: true, force: true })
  })

  /** The statuses of a fast client: a read and a write over each interface. */
  const serves = async (): Promise<readonly number[]> => {
    const headers = { authorization: bearerOfAdmin(), 'content-type': 'application/json' }
    const post = (path: string, body: object) =>
      fetch(api.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const answers = [
      await fetch(api.url + article),
      await post('/api/articles', { title: 'Quick', content: 'Text' }),
      await post('/graphql', { query: '{ articles { id } }' }),
      await post('/graphql', {
        query: 'mutation { createArticle(input: { authorId: "2", title: "Quick", content: "Text" }) { id } }',
      }),
    ]
    for (const answer of answers) await answer.arrayBuffer()
    return answers.map(({ status }) => status)
  }

  const connections = async (): Promise<number> => {
    const metrics = await (await fetch(`${api.url}/metrics`)).text()
    return Number(/nodejs_active_resources\{type="TCPSocketWrap"\} (\d+)/.exec(metrics)?.[1])
  }

  it('do not delay other clients, and get 408 or lose the connection', async () => {
    const headers = times(SLOW, () => dribbling('GET /api/articles HTTP/1.1\r\nHost: x\r\nX-Slow: '))
    const bodies = times(SLOW, () =>
      dribbling('POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n'),
    )
    await expect.poll(connections, { timeout: 5_000, interval: 20 }).toBeGreaterThan(SLOW)
    const deaf = times(SLOW / 20, () => slow(`GET ${article} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20)))
    for (const { socket } of deaf) socket.pause()
    const told = Promise.all([...headers, ...bodies].map(({ ended }) => ended))
    let isOver = false
    void told.then(() => (isOver = true))
    while (!isOver) expect(await serves()).toEqual([200, 201, 200, 200])
    const answers = (await told).filter((answer) => answer !== '')
    // A byte that arrives while the server closes resets the connection, and TCP then discards the response.
    expect(answers.length).toBeGreaterThan(SLOW)
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408 /)
    // A client that reads nothing does not notice the end of its connection.
    await expect.poll(connections, { timeout: 20_000 }).toBeLessThan(deaf.length)
  })
})
