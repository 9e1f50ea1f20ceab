import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { SubscriberDropped } from '@content-service/domain/internal/live'
import { afterEach, describe, expect, it } from 'vitest'
import type { Content } from '../sending/content.ts'
import { WaitingResponses } from '../sending/waiting-responses.ts'
import { sendStream } from './send-stream.ts'

let server: Server
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** A server that sends these frames for every request, and reports the result of each response. */
const serving = async (
  frames: () => AsyncGenerator<string, void, undefined>,
  { stalledMs = 30_000, budget = Number.MAX_SAFE_INTEGER } = {},
) => {
  const waiting = new WaitingResponses(budget)
  const enter: WaitingResponses['enter'] = (budgetKeys, bytes) => waiting.enter(budgetKeys, bytes)
  let closed = 0
  const sent: Promise<void>[] = []
  server = createServer((_request, response) => {
    const stream = { frames: frames(), close: () => void (closed += 1) }
    const writeHead = ({ status, headers }: Pick<Content, 'status' | 'headers'>) =>
      void response.writeHead(status, headers)
    sent.push(sendStream({ response, writeHead }, stream, { stalledMs, enter, budgetKeys: ['a'] }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, sent, closed: () => closed, waiting }
}

describe('C11.1 sending a stream', () => {
  it('drops a reader that reads nothing, for any amount of pending data', async () => {
    let made = 0
    const endless = async function* () {
      for (;;) {
        made += 1
        yield 'x'.repeat(1_000_000)
      }
    }
    const { port, sent, closed, waiting } = await serving(endless, { stalledMs: 50 })
    const reader = connect(port, '127.0.0.1').pause()
    reader.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(server, 'request')
    await Promise.all(sent)
    await expect.poll(closed).toBe(1)
    expect(waiting.bytes).toBe(0)
    // The buffer of the kernel, and one frame more.
    expect(made).toBeLessThan(50)
    reader.destroy()
  })

  it('C15.4 ends a stream whose event has no room, so that its reader connects again', async () => {
    const large = async function* () {
      yield 'first\n\n'
      yield 'x'.repeat(200_000)
    }
    const { url, sent, waiting } = await serving(large, { budget: 1_000_000 })
    const other = waiting.enter(['a'], 200_000)
    expect(await (await fetch(url)).text()).toBe('first\n\n')
    other?.(200_000)
    expect((await (await fetch(url)).text()).length).toBe(200_007)
    await Promise.all(sent)
    expect(waiting.bytes).toBe(0)
  })

  it('ends a dropped stream without a final event, so that its reader connects again', async () => {
    const cutOff = async function* () {
      yield 'event: next\n\n'
      throw new SubscriberDropped('It is too slow.')
    }
    const { url, sent } = await serving(cutOff)
    expect(await (await fetch(url)).text()).toBe('event: next\n\n')
    await Promise.all(sent)
  })
})
