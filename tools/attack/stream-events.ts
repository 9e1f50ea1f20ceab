import { setTimeout as sleep } from 'node:timers/promises'
import type { Account, AttackedService } from './attacked-service.ts'
import { defineAttack } from './attack.ts'
import { createArticle } from './create-article.ts'
import { watchStranger } from './stranger.ts'

const SETTLE_MS = 1_000

const readData = async (
  sent: Promise<Response>,
): Promise<Readonly<Record<string, { readonly id: string }>>> => {
  const { data, errors } = (await (await sent).json()) as { data: never; errors?: unknown }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

const writeComments = (article: string, count: number, text: string): string =>
  `mutation { ${Array.from(
    { length: count },
    (_, place) =>
      `c${place}: createComment(articleId: "${article}", content: ${JSON.stringify(text)}) { id }`,
  ).join(' ')} }`

/** Each stream selects other aliases, so that no two streams share a result. */
const writeSubscription = (article: string, objects: number, stream: number): string => {
  const size = Math.min(objects, 100)
  const lists = Array.from(
    { length: Math.max(1, Math.floor(objects / 100)) },
    (_, place) => `s${stream}l${place}: comments(limit: ${size}) { content }`,
  )
  return `subscription { commentAdded(articleId: "${article}") { id article { ${lists.join(' ')} } } }`
}

/** Opens a stream, and reads its events until it ends. Resolves to the status. */
const openStream = async (
  { url }: AttackedService,
  { headers }: Account,
  query: string,
  signal: AbortSignal,
): Promise<number> => {
  const response = await fetch(`${url}/graphql/stream`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
    signal,
  })
  void response.arrayBuffer().catch(() => undefined)
  return response.status
}

export const streamEvents = defineAttack({
  about:
    'A reader opens streams with large selections of long texts, and one mutation causes an event for each of them.',
  options: {
    streams: { about: 'open streams', default: 20 },
    objects: { about: 'comments in each event', default: 400 },
    length: { about: 'characters of each comment', default: 10_000 },
    comments: { about: 'comments of the mutation', default: 10 },
  },
  run: async (service, { streams, objects, length, comments }) => {
    const [reader, writer] = [await service.addAccount('READER'), await service.addAccount('READER')]
    const article = await createArticle(service, { title: 'An article', content: 'Some words.' })
    const text = 'Long words make long comments. '.repeat(length / 31).slice(0, length)
    for (let sent = 0; sent < 100; sent += 10)
      await readData(service.query(service.administrator, writeComments(article, 10, text)))
    const stop = new AbortController()
    const opened = Array.from({ length: streams }, (_, stream) =>
      openStream(service, reader, writeSubscription(article, objects, stream), stop.signal),
    )
    const statuses = await Promise.all(opened)
    process.stdout.write(`streams, by status: ${JSON.stringify(statuses)}\n`)
    const started = performance.now()
    let mutationMs = 0
    const attack = (async () => {
      await readData(service.query(writer, writeComments(article, comments, text)))
      mutationMs = performance.now() - started
      await sleep(SETTLE_MS * 5)
    })()
    const times = await watchStranger(() => fetch(`${service.url}/api/products`), attack)
    stop.abort()
    await sleep(SETTLE_MS)
    return [
      { name: 'slowest GET of a stranger', value: times.slowestMs, unit: 'ms', limit: 200 },
      { name: 'failed GETs of a stranger', value: times.failures, unit: 'requests', limit: 0 },
      { name: 'the mutation', value: mutationMs, unit: 'ms', limit: 2_000 },
    ]
  },
})
