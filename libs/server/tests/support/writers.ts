import { setTimeout as wait } from 'node:timers/promises'
import { FORGOTTEN_MS, REQUESTS, sendRequest, type WriterRequest } from './writer-requests.ts'

/** The last acknowledged state of an article: the number of changes of its title. */
export interface Acknowledged {
  readonly id: string
  readonly edition: number
}

/** One response with any status. */
export interface Answered {
  readonly status: number
  readonly retryAfter: string | null
  readonly milliseconds: number
}

/** Clients that write without a pause over both interfaces, and repeat each request until it succeeds. */
export interface Writers {
  /** By the name of the article, with which its title begins. */
  readonly acknowledged: ReadonlyMap<string, Acknowledged>
  readonly answers: readonly Answered[]
  /** The number of requests without a response, because the connection broke or was refused. */
  unanswered(): number
  /** Waits for `count` further acknowledged articles. @throws for an unexpected response. */
  more(count: number): Promise<void>
  /** Starts no more requests, and waits until all requests have succeeded. @throws for an unexpected response. */
  finish(): Promise<void>
}

const CHANGES = 3
const RETRY_MS = 20
/** Statuses after which a client repeats a request: the first request still runs, or the service is unavailable. */
const AGAIN: ReadonlySet<number> = new Set([409, 502, 503, 504])

interface Told {
  readonly id?: string
  readonly data?: { readonly done: { readonly id: string } } | null
}

/** @throws for a response that is neither a success nor a reason to repeat the request. */
const idIn = (status: number, text: string): string | null => {
  if (AGAIN.has(status)) return null
  const told = status < 300 ? (JSON.parse(text) as Told) : {}
  const id = told.id ?? told.data?.done.id
  if (id === undefined) throw new Error(`an answer that nobody should get: ${status} ${text}`)
  return id
}

/** Starts `clients` clients on the service at `url`, which may become unavailable and return. */
export const startWriters = (url: string, clients = 6): Writers => {
  const acknowledged = new Map<string, Acknowledged>()
  const answers: Answered[] = []
  let [isStopped, unanswered] = [false, 0]

  const tryRequest = async (request: WriterRequest): Promise<string | null> => {
    const start = performance.now()
    try {
      const response = await sendRequest(url, request)
      const text = await response.text()
      const milliseconds = performance.now() - start
      answers.push({ status: response.status, retryAfter: response.headers.get('retry-after'), milliseconds })
      return idIn(response.status, text)
    } catch (error) {
      // fetch throws a TypeError if there was no response, or only a part of one.
      if (!(error instanceof TypeError)) throw error
      unanswered += 1
      return null
    }
  }
  const runUntilDone = async (request: WriterRequest): Promise<string> => {
    const start = performance.now()
    while (performance.now() - start < FORGOTTEN_MS) {
      const id = await tryRequest(request)
      if (id !== null) return id
      await wait(RETRY_MS)
    }
    throw new Error(`not done, however often it was sent: ${JSON.stringify(request)}`)
  }
  const client = async (client: number): Promise<void> => {
    for (let count = 0; !isStopped; count += 1) {
      const name = `writer-${client}-article-${count}`
      const { create, change } = REQUESTS[(client + count) % 2 === 0 ? 0 : 1]
      const id = await runUntilDone(create(name))
      // The client repeats the request, as after a lost response.
      if ((await runUntilDone(create(name))) !== id) throw new Error(`${name} was made twice`)
      acknowledged.set(name, { id, edition: 0 })
      for (let edition = 1; edition <= CHANGES && !isStopped; edition += 1) {
        await runUntilDone(change(id, name, edition))
        acknowledged.set(name, { id, edition })
      }
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
  // `more` and `finish` report failures, so that an earlier failure is not an unhandled rejection.
  running.catch(() => undefined)
  return {
    acknowledged,
    answers,
    unanswered: () => unanswered,
    more: async (count) => {
      const wanted = acknowledged.size + count
      while (acknowledged.size < wanted) await Promise.race([wait(5), running])
    },
    finish: async () => {
      isStopped = true
      await running
    },
  }
}
