import { Article, type Context } from '@content-service/domain'
import { UNLIMITED_QUOTA } from '@content-service/domain/internal/context'
import { aContext, anArticle, aUser, memoryStores } from '@content-service/domain/testing'
import { expect, it } from 'vitest'
import { createGraphqlHandler } from '../http/handler.ts'
import { DEFAULT_LIMITS } from '../requests/limits/guards.ts'
import { createSchema } from '../service/schema.ts'

const TITLE =
  '{ users { articlesConnection(where: { owner: { username: { eq: "ada" } } }) { nodes { title } } } }'

const TOO_LARGE = new Error('The rows are too large.')

/** Stores whose prepared reads fail, as if their rows were too large for a plan. */
const createStores = (fail: () => Promise<never>) => {
  const stores = memoryStores()
  const { reader } = stores
  const counts = { failures: 0, reads: 0 }
  const failOnce = () => {
    counts.failures += 1
    return fail()
  }
  const failing: Context['stores']['reader'] = {
    ...{ plans: reader.plans, source: {} },
    find: (query) => {
      counts.reads += 1
      return reader.find(query)
    },
    count: (...args) => reader.count(...args),
    countEach: (...args) => reader.countEach(...args),
    prepare: () => ({ length: 1, find: failOnce }),
    prepareCount: (...args) => reader.prepareCount(...args),
    asSearch: () => failing,
  }
  const given: Context['stores'] = { ...stores, reader: failing, withAuditContext: () => given }
  return { stores: given, counts }
}

const setUp = async ({ fail = () => Promise.reject(TOO_LARGE), timeoutMs = 5_000 } = {}) => {
  const { stores, counts } = createStores(fail)
  const ada = await stores.users.add(aUser('ada'), null)
  await stores.records(Article).add(anArticle(stores, ada.id))
  const handle = createGraphqlHandler({
    schema: createSchema(),
    limits: { ...DEFAULT_LIMITS, timeoutMs },
    report: (error) => expect(error).toBeUndefined(),
  })
  const ask = async () => {
    let paid = 0
    const charge = async (requests: number) => void (paid += requests)
    const domain = aContext({ stores, quota: { ...UNLIMITED_QUOTA, charge } })
    const [body] = await handle({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: TITLE }),
      raw: null,
      context: { domain, requestId: 'r', charge },
    })
    return { body: JSON.parse(String(body)), paid }
  }
  return { ask, counts }
}

it('C13.6 a query whose plan fails pays once for its lists', async () => {
  const { ask, counts } = await setUp()
  const first = await ask()
  expect(first).toMatchObject({ body: { data: { users: [{ articlesConnection: {} }] } }, paid: 1 })
  for (let times = 0; times < 3; times += 1) expect(await ask()).toEqual(first)
  expect(counts.failures).toBeGreaterThan(0)
})

it('C5.8 a plan that fails after the time of its request does not start the resolvers', async () => {
  let end = (): void => undefined
  const fail = () => new Promise<never>((_, reject) => (end = () => reject(TOO_LARGE)))
  const { ask, counts } = await setUp({ fail, timeoutMs: 200 })
  await ask()
  await ask()
  const { reads } = counts
  const late = await ask()
  expect([late.body.errors[0].extensions.code, counts.failures]).toEqual(['TIMEOUT', 1])
  end()
  await new Promise((resolve) => setImmediate(resolve))
  expect(counts.reads).toBe(reads)
})
