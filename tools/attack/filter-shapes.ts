import { defineAttack } from './attack.ts'
import { createArticle } from './create-article.ts'
import { fillStatements } from './fill-statements.ts'

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
    const create = (number: number) => ({
      query: QUERY,
      variables: { where: createFilter(Math.floor(number / REPETITIONS)) },
    })
    const requests = shapes * REPETITIONS
    return [await fillStatements(service, { accounts, streams: 2, requests, seconds, create }, 50)]
  },
})
