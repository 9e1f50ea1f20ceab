import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, NOBODY, type Cast, type Person } from '../support/cast.ts'
import { JWT_SECRET, startTestService, type Answer, type TestService } from '../support/service.ts'

/** Each person may see other emails. */
const EMAILS = '{ users { username email } }'
const READ = 'query ($id: ID!) { article(id: $id) { title } }'
const RENAME =
  'mutation ($id: ID!, $title: String!) { updateArticle(input: { id: $id, title: $title }) { id } }'

let service: TestService
let cast: Cast
let administrator: Person
let people: readonly Person[]
beforeAll(async () => {
  service = await startTestService('PostgreSQL', { RATE_LIMIT: '100000' })
  cast = aCast(service, JWT_SECRET)
  administrator = await cast.person('ADMIN')
  const readers = [await cast.person('READER'), await cast.person('READER')]
  people = [administrator, ...readers, await cast.person('EDITOR'), NOBODY]
}, 30_000)
afterAll(() => service.stop())

/** The body of a response without the id of the request. */
const showBody = ({ body }: Answer): string => JSON.stringify(body).replaceAll(/[0-9a-f-]{36}/g, 'an id')

const times = <Value>(count: number, make: (place: number) => Value): readonly Value[] =>
  Array.from({ length: count }, (_, place) => make(place))

describe('equal reads that arrive together', () => {
  it('show each caller the fields of that caller', async () => {
    const read = {
      graphql: async ({ as }: Person) => showBody(await service.graphql(EMAILS, {}, as)),
      rest: async ({ as }: Person) => showBody(await service.call('GET', '/api/users', { as })),
    }
    for (const ask of [read.graphql, read.rest]) {
      const alone: string[] = []
      for (const person of people) alone.push(await ask(person))
      expect(new Set(alone).size).toBeGreaterThan(2)
      for (let round = 0; round < 10; round += 1) {
        const together = await Promise.all(times(8, () => people.map(ask)).flat())
        expect(together).toEqual(times(8, () => alone).flat())
      }
    }
  })

  it('C1.2 find everything that was acknowledged before they were sent', async () => {
    const article = await cast.article(administrator)
    let acknowledged = 0
    let isOver = false
    const write = async () => {
      for (let title = 1; title <= 60; title += 1) {
        await service.graphql(RENAME, { id: article, title: String(title) }, administrator.as)
        acknowledged = title
      }
      isOver = true
    }
    const readOn = async (read: () => Promise<string>) => {
      while (!isOver) {
        const before = acknowledged
        expect(Number(await read())).toBeGreaterThanOrEqual(before)
      }
    }
    await service.graphql(RENAME, { id: article, title: '0' }, administrator.as)
    const byGraphql = async () => (await service.graphql(READ, { id: article })).body.data.article.title
    const byRest = async () => (await service.call('GET', `/api/articles/${article}`)).body.title
    await Promise.all([write(), ...times(4, () => readOn(byGraphql)), ...times(4, () => readOn(byRest))])
    expect(acknowledged).toBe(60)
  })
})
