import { setTimeout as wait } from 'node:timers/promises'
import { bearerOfAdmin } from './api-process.ts'

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

interface Request {
  readonly method: string
  readonly path: string
  readonly body: object
  /** C6.9. */
  readonly key?: string
}

const CHANGES = 3
const RETRY_MS = 20
/** Longer than any answer may take: who waits so long has been forgotten. */
const FORGOTTEN_MS = 30_000
/** What a client that means to be done sends again: the first one still runs, or the service is away for now. */
const AGAIN: ReadonlySet<number> = new Set([409, 502, 503, 504])

const titleOf = (name: string, edition: number): string => `${name} edition ${edition}`

/** PATCH has no key: it says what is to be, and can be repeated as it is. */
const REQUESTS = [
  {
    create: (name: string): Request => ({
      method: 'POST',
      path: '/api/articles',
      body: { title: titleOf(name, 0), content: 'Text' },
      key: name,
    }),
    change: (id: string, name: string, edition: number): Request => ({
      method: 'PATCH',
      path: `/api/articles/${id}`,
      body: { title: titleOf(name, edition) },
    }),
  },
  {
    create: (name: string): Request =>
      mutation(
        `createArticle(input: { authorId: "2", title: "${titleOf(name, 0)}", content: "Text" }) { id }`,
        name,
      ),
    change: (id: string, name: string, edition: number): Request =>
      mutation(
        `updateArticle(input: { id: "${id}", title: "${titleOf(name, edition)}" }) { id }`,
        `${name}-${edition}`,
      ),
  },
] as const

const mutation = (field: string, key: string): Request => ({
  method: 'POST',
  path: '/graphql',
  body: { query: `mutation { done: ${field} }` },
  key,
})

const sent = (url: string, { method, path, body, key }: Request): Promise<Response> =>
  fetch(url + path, {
    method,
    headers: {
      authorization: bearerOfAdmin(),
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(FORGOTTEN_MS),
  })

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

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

/** Starts so many clients at once on the service at `url`, which may go away and come back. */
export const startWriters = (url: string, clients = 6): Writers => {
  const acknowledged = new Map<string, Acknowledged>()
  const answers: Answered[] = []
  let [isStopped, unanswered] = [false, 0]

  const tried = async (request: Request): Promise<string | null> => {
    const start = performance.now()
    try {
      const response = await sent(url, request)
      const text = await response.text()
      const milliseconds = performance.now() - start
      answers.push({ status: response.status, retryAfter: response.headers.get('retry-after'), milliseconds })
      return idIn(response.status, text)
    } catch (error) {
      // fetch says so where there was no answer, or half of one.
      if (!(error instanceof TypeError) || isTimeout(error)) throw error
      unanswered += 1
      return null
    }
  }
  const done = async (request: Request): Promise<string> => {
    const start = performance.now()
    while (performance.now() - start < FORGOTTEN_MS) {
      const id = await tried(request)
      if (id !== null) return id
      await wait(RETRY_MS)
    }
    throw new Error(`not done, however often it was sent: ${JSON.stringify(request)}`)
  }
  const client = async (client: number): Promise<void> => {
    for (let count = 0; !isStopped; count += 1) {
      const name = `writer-${client}-article-${count}`
      const { create, change } = REQUESTS[(client + count) % 2 === 0 ? 0 : 1]
      const id = await done(create(name))
      // As one does whose answer got lost on the way.
      if ((await done(create(name))) !== id) throw new Error(`${name} was made twice`)
      acknowledged.set(name, { id, edition: 0 })
      for (let edition = 1; edition <= CHANGES && !isStopped; edition += 1) {
        await done(change(id, name, edition))
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

interface Listed {
  readonly id: string
  readonly title: string
}

/** All articles, oldest first, so that what is written meanwhile moves none to a page that was read. */
export const allArticles = async (url: string): Promise<readonly Listed[]> => {
  const all: Listed[] = []
  for (let page = 1; ; page += 1) {
    const query = `{ articles(pagination: { limit: 100, page: ${page}, direction: ASC }) { id title } }`
    const response = await sent(url, { method: 'POST', path: '/graphql', body: { query } })
    const { data } = (await response.json()) as { readonly data: { readonly articles: readonly Listed[] } }
    all.push(...data.articles)
    if (data.articles.length < 100) return all
  }
}

/** What was acknowledged and is not there, or is there as it was before: nothing, if all is well. */
export const lost = async (
  url: string,
  acknowledged: Writers['acknowledged'],
): Promise<readonly string[]> => {
  const before = new Map(acknowledged)
  const kept = new Map((await allArticles(url)).map(({ id, title }) => [id, title]))
  const editionOf = (id: string): number => Number(kept.get(id)?.split(' ').at(-1) ?? -1)
  return [...before].filter(([, { id, edition }]) => editionOf(id) < edition).map(([name]) => name)
}

/** Names that several articles have: requests that were done more than once. */
export const doubled = async (url: string): Promise<readonly string[]> => {
  const names = (await allArticles(url)).map(({ title }) => title.split(' edition ')[0] ?? '')
  return names.filter((name, index) => names.indexOf(name) !== index)
}
