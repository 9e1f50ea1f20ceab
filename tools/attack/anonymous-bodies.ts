import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineAttack } from './attack.ts'
import { watchGrowth } from './service-memory.ts'

interface Target {
  readonly url: URL
  readonly method: string
  readonly localAddress: string
}

/** Sends a body without its last byte, so that the service waits and keeps the bytes that it has read. Resolves to the status. */
const sendAlmostAll = ({ url, method, localAddress }: Target, body: Buffer): Promise<number> =>
  new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const sent = request(url, { method, agent: false, localAddress, headers })
    const end = (status: number): void => {
      resolve(status)
      sent.destroy()
    }
    sent.on('error', () => resolve(0))
    sent.once('response', ({ statusCode = 0 }) => end(statusCode))
    sent.write(body.subarray(0, -1))
    setTimeout(() => end(0), 4_000)
  })

export const anonymousBodies = defineAttack({
  about: 'Strangers send large bodies to an endpoint that refuses every request without a credential.',
  options: {
    requests: { about: 'requests at a time', default: 250 },
    bytes: { about: 'bytes of each body', default: 1_000_000 },
    addresses: { about: 'addresses of this machine from which they come', default: 5 },
    method: { about: 'the method', default: 'POST' },
    path: { about: 'the address of the requests', default: '/api/articles' },
  },
  run: async (service, { requests, bytes, addresses, method, path }) => {
    const url = new URL(path, service.url)
    await fetch(url)
    const end = watchGrowth(service.pid)
    const body = Buffer.alloc(bytes, 'x')
    const statuses = await Promise.all(
      Array.from({ length: requests }, (_, number) =>
        sendAlmostAll({ url, method, localAddress: `127.0.0.${2 + (number % addresses)}` }, body),
      ),
    )
    await sleep(500)
    for (const [status, all] of Map.groupBy(statuses, (each) => each))
      process.stdout.write(`status ${status}: ${all.length} responses\n`)
    return [{ name: 'growth of the memory', value: end(), unit: 'MiB', limit: 96 }]
  },
})
