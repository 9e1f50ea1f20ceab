import { createSchema } from '@content-service/graphql-schema'
import {
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast } from '../support/cast.ts'
import { startTestService, type Answer, type TestService } from '../support/service.ts'
import { wholeSelection } from '../support/specification/whole-selection.ts'

const SECRET = 'a secret of thirty-two bytes or more'
const schema = createSchema()
const listFields = (type: GraphQLObjectType | null | undefined) => Object.values(type?.getFields() ?? {})

/** A scope that tells nothing about the user, the articles or the comments of the key's owner. */
const SCOPE = 'products:read'

const needsArguments = ({ args }: GraphQLField<unknown, unknown>): boolean =>
  args.some(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)

const writeField = ({ name, type }: GraphQLField<unknown, unknown>): string => {
  const named = getNamedType(type)
  return isLeafType(named) ? name : `${name} ${wholeSelection(schema, named, 0)}`
}

/** Whether the response contains something, such as a number, a text or `true`. */
const tells = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return Boolean(value)
  return Object.entries(value).some(([name, each]) => !NO_NEWS.has(name) && tells(each))
}
/** Members that every response of their type has. */
const NO_NEWS = new Set(['__typename', 'precision'])

describe('C7.3 a key of one scope reads nothing else of its owner', () => {
  let service: TestService
  let key: string
  let ownerId: string
  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { JWT_SECRET: SECRET, RATE_LIMIT: '10000' })
    const cast = aCast(service, SECRET)
    const owner = await cast.person('EDITOR')
    await cast.comment(await cast.article(owner), owner)
    await cast.article(owner, 'DRAFT')
    const body = { url: 'https://a.example', events: ['user.deleted'] }
    await service.call('POST', '/api/webhooks', { as: owner.as, body })
    const made = await service.call('POST', '/api/api-keys', {
      as: owner.as,
      body: { name: 'k', scopes: [SCOPE] },
    })
    key = made.body.key
    ownerId = owner.id
  }, 60_000)
  afterAll(() => service.stop())

  const read = (path: string, byKey: boolean): Promise<Answer> =>
    service.call('GET', path, { as: null, ...(byKey && { headers: { 'x-api-key': key } }) })
  const ask = async (query: string, byKey: boolean): Promise<unknown> => {
    const headers = byKey ? { 'x-api-key': key } : {}
    return (await service.call('POST', '/graphql', { as: null, headers, body: { query } })).body.data
  }

  it('at no address of REST', async () => {
    const { body } = await read('/api/openapi.json', false)
    const paths = Object.keys(body.paths).filter((path) => 'get' in body.paths[path])
    const addresses = paths
      .map((path) => path.replace('/users/{id}', `/users/${ownerId}`))
      .filter((path) => !path.includes('{') && !path.endsWith('/products'))
    expect(addresses).toContain('/api/me/second-factor')
    for (const address of addresses) {
      const [mine, public_] = [await read(address, true), await read(address, false)]
      const isSecret = mine.status === 200 && public_.status !== 200 && tells(mine.body)
      expect([address, isSecret && mine.body]).toEqual([address, false])
    }
  })

  it('in no field of GraphQL', async () => {
    const fields = listFields(schema.getQueryType())
      .filter((field) => !needsArguments(field) && field.name !== 'currentUser')
      .map(writeField)
    expect(fields).toContain('secondFactor { __typename enabled enabledAt recoveryCodesLeft }')
    for (const field of fields) {
      const [mine, public_] = [await ask(`{ ${field} }`, true), await ask(`{ ${field} }`, false)]
      expect([field, tells(mine) && !tells(public_) && mine]).toEqual([field, false])
    }
  })

  it('in no field of its user, but for the public profile (C7.9)', async () => {
    const user = schema.getType('User')
    for (const field of isObjectType(user) ? listFields(user).map(writeField) : []) {
      const mine = await ask(`{ user: currentUser { ${field} } }`, true)
      const profile = await ask(`{ user(id: "${ownerId}") { ${field} } }`, false)
      expect([field, mine ?? null]).toEqual([field, tells(mine) ? profile : (mine ?? null)])
    }
  })
})
