import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineAttack } from './attack.ts'

interface Origin {
  readonly host: string
  readonly port: number
  readonly localAddress: string
}

/** A connection without errors: a refused one only closes. */
const open = (origin: Origin): Socket => connect(origin).on('error', () => undefined)

/** Keeps connections open that never complete a head, and opens another for each that the service ends. */
const holdConnections = (count: number, sent: string, origin: Origin): (() => void) => {
  let isHolding = true
  const sockets = new Set<Socket>()
  const hold = (): void => {
    if (!isHolding) return
    const socket = open(origin)
    if (sent !== '') socket.write(sent)
    sockets.add(socket.resume())
    socket.once('close', () => {
      sockets.delete(socket)
      setTimeout(hold, 10)
    })
  }
  for (let number = 0; number < count; number += 1) hold()
  return () => {
    isHolding = false
    for (const socket of sockets) socket.destroy()
  }
}

/** Whether a request on a new connection gets the status 200. */
const isAnswered = async (path: string, origin: Origin): Promise<boolean> => {
  const socket = open(origin)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  const response = await text(socket).catch(() => '')
  return response.startsWith('HTTP/1.1 200 ')
}

const countRefusals = async (requests: number, path: string, origin: Origin): Promise<number> => {
  let refusals = 0
  for (let number = 0; number < requests; number += 1) {
    if (!(await isAnswered(path, origin))) refusals += 1
    await sleep(50)
  }
  return refusals
}

export const silentConnections = defineAttack({
  about: 'Clients open connections and never send a whole head, so that nobody else gets a connection.',
  options: {
    connections: { about: 'connections that stay open', default: 2_200 },
    sent: { about: 'the text that each of them sends', default: '' },
    address: { about: 'the address of this machine from which they come', default: '127.0.0.1' },
    requests: { about: 'requests of somebody else', default: 60 },
    probes: { about: 'requests for /healthz', default: 30 },
    path: { about: 'the address of the requests', default: '/api/articles' },
    from: { about: 'the address of this machine from which the requests come', default: '127.0.0.1' },
  },
  run: async ({ url }, { connections, sent, address, requests, probes, path, from }) => {
    const { hostname, port } = new URL(url)
    const at = (localAddress: string): Origin => ({ host: hostname, port: Number(port), localAddress })
    const release = holdConnections(connections, sent, at(address))
    await sleep(2_000)
    try {
      const [refused, failed] = await Promise.all([
        countRefusals(requests, path, at(from)),
        countRefusals(probes, '/healthz', at(from)),
      ])
      return [
        { name: 'refused requests of others', value: refused, unit: 'requests', limit: 0 },
        { name: 'failed probes', value: failed, unit: 'probes', limit: 0 },
      ]
    } finally {
      release()
    }
  },
})
