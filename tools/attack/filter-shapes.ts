import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './attacked-service.ts'
import { defineAttack } from './attack.ts'
import { readBackendBytes } from './backend-memory.ts'
import { createArticle } from './create-article.ts'

const MIB = 1_048_576
/** A shape is compiled when it comes for the second time, and each connection prepares its statement for itself. */
const REPETITIONS = 3

/** Conditions that an index serves, so that the service prepares their statement. */
const CONDITIONS: readonly ((variable: string) => Readonly<Record<string, unknown>>)[] = [
  (title) => ({ title: { eq: title } }),
  (word) => ({ tags: { has: word } }),
  () => ({ likes: { gte: 0 } }),
  () => ({ views: { lt: 1_000 } }),
  () => ({ createdAt: { gte: '2020-01-01T00:00:00Z' } }),
  () => ({ changedAt: { gte: '2020-01-01T00:00:00Z' } }),
  () => ({ publishedAt: { gte: '2020-01-01T00:00:00Z' } }),
  () => ({ status: { in: ['PUBLISHED', 'DRAFT'] } }),
  (title) => ({ title: { in: [title, 'x'] } }),
  (word) => ({ tags: { hasAny: [word, 'x'] } }),
]

/** Filters of different numbers, up to 1,024, have different shapes. */
const createFilter = (number: number): object => ({
  or: CONDITIONS.map((create, place) =>
    (number >> place) & 1 ? create(`a${number}`) : { and: [create(`b${number}`), { likes: { gte: 0 } }] },
  ),
})

const QUERY =
  'query ($where: ArticleWhere) { articles(where: $where, limit: 5) { id title owner { username } } }'

export const filterShapes = defineAttack({
  about: 'A reader sends filters of many shapes, until PostgreSQL has no memory left for their statements.',
  options: {
    accounts: { about: 'accounts of readers', default: 4 },
    shapes: { about: 'shapes of filters, at most 1,024', default: 1_000 },
    seconds: { about: 'the longest time', default: 240 },
  },
  run: async (service, { accounts, shapes, seconds }) => {
    await createArticle(service, { title: 'An article', content: 'Some words.' })
    const readers = await Promise.all(Array.from({ length: accounts }, () => service.addAccount('READER')))
    const before = readBackendBytes(service.postgresPid)
    const statuses = new Map<number, number>()
    const deadline = Date.now() + seconds * 1_000
    let [largest, sent] = [before, 0]
    const send = async (reader: Account): Promise<void> => {
      while (sent < shapes * REPETITIONS && Date.now() < deadline) {
        const where = createFilter(Math.floor(sent / REPETITIONS))
        sent += 1
        const response = await service.query(reader, QUERY, { where })
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        const text = await response.text()
        if (response.status === 200 && text.startsWith('{"errors"')) throw new Error(text)
        if (response.status === 429) await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
      }
    }
    const watch = setInterval(() => (largest = Math.max(largest, readBackendBytes(service.postgresPid))), 500)
    await Promise.all(readers.flatMap((reader) => [send(reader), send(reader)]))
    clearInterval(watch)
    process.stdout.write(`${sent} requests, by status: ${JSON.stringify(Object.fromEntries(statuses))}\n`)
    largest = Math.max(largest, readBackendBytes(service.postgresPid))
    return [
      {
        name: 'growth of the private memory of PostgreSQL',
        value: (largest - before) / MIB,
        unit: 'MiB',
        limit: 50,
      },
    ]
  },
})
