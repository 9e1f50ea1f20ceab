import { setTimeout as wait } from 'node:timers/promises'
import { FORGOTTEN_MS, REQUESTS, sendRequest, type WriterRequest } from './writer-requests.ts'

/** An article as it was last acknowledged: how often its title has been changed. */
export interface Acknowledged {
  readonly id: string
  readonly edition: number
}

/** One answer, whatever it was. */
export interface Answered {
  readonly status: number
  readonly retryAfter: string | null
  readonly milliseconds: number
}

/** Clients that write without a pause, over both styles, and send each request again until it is done. */
export interface Writers {
  /** By the name of the article, which its title begins with. */
  readonly acknowledged: ReadonlyMap<string, Acknowledged>
  readonly answers: readonly Answered[]
  /** Requests that got no answer at all, because the connection broke or was refused. */
  unanswered(): number
  /** Waits until so many articles more have been acknowledged. @throws for an answer that nobody should get. */
  more(count: number): Promise<void>
  /** Begins nothing more, and waits until all that was begun is done. @throws for an answer that nobody should get. */
  finish(): Promise<void>
}

const CHANGES = 3
const RETRY_MS = 20
/** What a client that means to be done sends again: the first one still runs, or the service is away for now. */
const AGAIN: ReadonlySet<number> = new Set([409, 502, 503, 504])

interface Told {
  readonly id?: string
  readonly data?: { readonly done: { readonly id: string } } | null
}

/** @throws for what is neither done nor to be sent again. */
const idIn = (status: number, text: string): string | null => {
  if (AGAIN.has(status)) return null
  const told = status < 300 ? (JSON.parse(text) as Told) : {}
  const id = told.id ?? told.data?.done.id
  if (id === undefined) throw new Error(`an answer that nobody should get: ${status} ${text}`)
  return id
}

/** Starts so many clients at once on the service at `url`, which may go away and come back. */
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
      // fetch says so where there was no answer, or half of one.
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
      // As one does whose answer got lost on the way.
      if ((await runUntilDone(create(name))) !== id) throw new Error(`${name} was made twice`)
      acknowledged.set(name, { id, edition: 0 })
      for (let edition = 1; edition <= CHANGES && !isStopped; edition += 1) {
        await runUntilDone(change(id, name, edition))
        acknowledged.set(name, { id, edition })
      }
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
  // Told by `more` and `finish`; a failure before that is no unhandled one.
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
