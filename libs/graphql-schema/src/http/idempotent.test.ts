import { aContext, aUser, callerOf } from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { createSchema } from '../service/schema.ts'
import { createGraphqlHandler } from './handler.ts'

const CREATE = 'mutation { createCategory(input: { name: "Once" }) { name } }'

const setUp = async () => {
  const faults: unknown[] = []
  const handler = createGraphqlHandler({ schema: createSchema(), report: (error) => faults.push(error) })
  const { stores } = aContext()
  const domain = aContext({ stores, caller: callerOf(await stores.users.add(aUser('amy', 'ADMIN'), null)) })
  /** `keys`: a header for each key. */
  const postBody = async (body: string, keys: readonly string[] = ['k-1'], inFetch = false) => {
    const given: Record<string, string | string[]> = { 'content-type': 'application/json' }
    if (keys.length > 0) given['idempotency-key'] = keys.length === 1 ? (keys[0] as string) : [...keys]
    const headers = new Headers({ 'content-type': 'application/json' })
    for (const key of keys) headers.append('idempotency-key', key)
    const [answer, { status, headers: sent }] = await handler({
      method: 'POST',
      url: '/graphql',
      headers: inFetch ? headers : given,
      body,
      raw: null,
      context: { domain, requestId: 'request-1' },
    })
    const isReplayed = sent?.['idempotent-replayed'] === 'true'
    return { status, isReplayed, body: JSON.parse(String(answer)) }
  }
  const post = (query: string, keys?: readonly string[], inFetch?: boolean) =>
    postBody(JSON.stringify({ query }), keys, inFetch)
  return { post, postBody, domain, faults }
}

describe('C6.9 an idempotent mutation', () => {
  it.each([
    ['as Node has them', false],
    ['as the Fetch API has them', true],
  ])('is known by its header, %s', async (_, inFetch) => {
    const { post } = await setUp()
    const first = await post(CREATE, ['k-1'], inFetch)
    expect(first).toMatchObject({ status: 200, isReplayed: false })
    expect(await post(CREATE, ['k-1'], inFetch)).toEqual({ ...first, isReplayed: true })
    expect((await post(CREATE, ['k-1', 'k-2'], inFetch)).status).toBe(400)
    expect((await post(CREATE, [], inFetch)).body.errors[0].extensions.code).toBe('CONFLICT')
  })

  it('C12.5 is recognized by its declared variables; other variables may have any depth', async () => {
    const { post, postBody } = await setUp()
    const deep = `{"unused": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const first = await postBody(`{"query": ${JSON.stringify(CREATE)}, "variables": ${deep}}`)
    expect(first.body.data).toEqual({ createCategory: { name: 'Once' } })
    expect(await post(CREATE)).toEqual({ ...first, isReplayed: true })
    const query = 'mutation ($name: String!) { createCategory(input: { name: $name }) { name } }'
    const named = (name: string) => postBody(JSON.stringify({ query, variables: { name } }), ['k-2'])
    expect([(await named('One')).status, (await named('Two')).status]).toEqual([200, 422])
  })

  it('counts the fields that run, at all places of the document', async () => {
    const { post } = await setUp()
    const [other, fragment] = [
      'b: createCategory(input: { name: "Other" }) { name }',
      'fragment F on Mutation',
    ]
    const apart = `mutation { a: createCategory(input: { name: "Once" }) { name } ...F } ${fragment} { ${other} }`
    expect((await post(apart)).status).toBe(400)
    const one = `mutation { __typename a: createCategory(input: { name: "Once" }) { name } ...F @skip(if: true) } ${fragment} { ${other} }`
    expect((await post(one)).body.data).toEqual({ __typename: 'Mutation', a: { name: 'Once' } })
  })

  it('an internal error is not stored, and the next try runs', async () => {
    const { post, domain, faults } = await setUp()
    const { find } = domain.stores.idempotency
    domain.stores.idempotency.find = () => Promise.reject(new Error('password=hunter2'))
    const { body } = await post(CREATE)
    expect(body).toMatchObject({ data: null, errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] })
    expect([JSON.stringify(body).includes('hunter2'), String(faults[0])]).toEqual([
      false,
      'Error: password=hunter2',
    ])
    domain.stores.idempotency.find = find
    expect((await post(CREATE)).body.data).toEqual({ createCategory: { name: 'Once' } })
  })
})
