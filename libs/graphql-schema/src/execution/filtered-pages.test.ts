import { Article } from '@content-service/domain'
import { anArticle, NOON } from '@content-service/domain/testing'
import { expect, it } from 'vitest'
import { createServer } from '../testing/observed-server.ts'
import { aWorld } from '../testing/world.ts'

const ROWS = 6
const at = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000)

const createWorld = async () => {
  const world = aWorld()
  const { stores } = world.context
  const { id } = await world.user('ada', 'AUTHOR')
  for (let place = 0; place < ROWS; place += 1) {
    await stores.records(Article).add(anArticle(stores, id, { title: `Page ${place}`, now: at(place) }))
  }
  return world
}

const FIELDS = 'nodes { title } end: pageInfo { endCursor hasNextPage } totalCount { value }'
const query = `query ($since: String, $after: String) {
  articlesConnection(first: 2, after: $after, where: { createdAt: { gte: $since } }) { ${FIELDS} }
}`

interface Page {
  readonly data: {
    readonly articlesConnection: { readonly end: { readonly endCursor: string | null } }
  } | null
}

const readEnd = (body: unknown): string | null =>
  (JSON.parse(String(body)) as Page).data?.articlesConnection.end.endCursor ?? null

it('C13.2 pages of filters with other values share two plans, and their cursors stay those of their filter', async () => {
  const { context } = await createWorld()
  const [planning, other] = [createServer(context), createServer(context)]
  const ends: (string | null)[] = []
  for (let place = 0; place < ROWS; place += 1) {
    const since = at(place).toISOString()
    let after: string | null = null
    for (let page = 0; page < 3; page += 1) {
      const question = { query, variables: { since, after } }
      const answer = await planning.ask(context, question)
      // A new server answers its first questions without a plan.
      expect(answer).toEqual(await createServer(context).ask(context, question))
      after = readEnd(answer.body)
      if (page === 0) ends.push(after)
    }
  }
  expect(planning.count().plans).toBe(2)
  expect(planning.count().preparedReads).toBeGreaterThan(ROWS)
  const foreign = { query, variables: { since: at(1).toISOString(), after: ends[0] } }
  const refused = await planning.ask(context, foreign)
  expect(String(refused.body)).toContain('is not a cursor of this list')
  expect(refused).toEqual(await other.ask(context, foreign))
})

it('C13.1 a filter that does not fit its type is refused as without a plan', async () => {
  const { context } = await createWorld()
  const [planning, other] = [createServer(context), createServer(context)]
  for (const since of [at(1).toISOString(), 'x', 1.5, { a: 1 }, ['x'], null]) {
    const question = { query, variables: { since } }
    await planning.ask(context, question)
    expect(await planning.ask(context, question)).toEqual(await other.ask(context, question))
  }
})
