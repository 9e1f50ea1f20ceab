import type { Context } from '@content-service/domain'
import { UNLIMITED_QUOTA } from '@content-service/domain/context'
import { aContext, anArticle, aUser, memoryStores } from '@content-service/domain/testing'
import { expect, it } from 'vitest'
import { createGraphqlHandler } from '../http/handler.ts'
import { createSchema } from '../service/schema.ts'

const TITLE =
  '{ users { articlesConnection(where: { owner: { username: { eq: "ada" } } }) { nodes { title } } } }'

/** Stores whose prepared reads fail, as if their rows were too large for a plan. */
const createStores = () => {
  const stores = memoryStores()
  const { reader } = stores
  let failures = 0
  const fail = () => {
    failures += 1
    return Promise.reject(new Error('The rows are too large.'))
  }
  const failing: Context['stores']['reader'] = {
    ...{ plans: reader.plans, source: {} },
    find: (query) => reader.find(query),
    count: (...args) => reader.count(...args),
    countEach: (...args) => reader.countEach(...args),
    prepare: () => ({ length: 1, find: fail }),
    prepareCount: (...args) => reader.prepareCount(...args),
    asSearch: () => failing,
  }
  const given: Context['stores'] = { ...stores, reader: failing, withAuditContext: () => given }
  return { stores: given, count: () => failures }
}

const setUp = async () => {
  const { stores, count } = createStores()
  const ada = await stores.users.add(aUser('ada'), null)
  await stores.articles.add(anArticle(stores, ada.id))
  const handle = createGraphqlHandler({
    schema: createSchema(),
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
  return { ask, count }
}

it('C13.6 a query whose plan fails pays once for its lists, whoever reads them', async () => {
  const { ask, count } = await setUp()
  const first = await ask()
  expect(first).toMatchObject({ body: { data: { users: [{ articlesConnection: {} }] } }, paid: 1 })
  for (let times = 0; times < 3; times += 1) expect(await ask()).toEqual(first)
  expect(count()).toBeGreaterThan(0)
})
