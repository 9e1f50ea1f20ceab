import { describe, expect, it } from 'vitest'
import { builtInModel } from '@content-service/domain'
import { createRoutes } from '../service/routes.ts'
import type { Route } from '../routing/route.ts'
import { aRestWorld } from '../testing/rest-world.ts'
import { openApiDocument } from './document.ts'
import type { Operation } from './operations.ts'
import { shareSchemas } from './shared-schemas.ts'

const published = { baseUrl: 'https://content.example' }
const document = openApiDocument(published)

const operations: readonly Operation[] = Object.values(document.paths).flatMap(({ parameters: _, ...item }) =>
  Object.values(item),
)

describe('C1 the OpenAPI document', () => {
  it('contains every address with the methods that OPTIONS lists', async () => {
    const { send } = await aRestWorld()
    for (const [path, { parameters: _, ...item }] of Object.entries(document.paths)) {
      const { headers } = await send('OPTIONS', path.replaceAll(/\{[a-z]+\}/g, '7'), { as: null })
      const told = headers['allow']?.split(', ').map((method) => method.toLowerCase())
      expect(Object.keys(item).sort(), path).toEqual(told?.sort())
    }
    expect(Object.keys(document.paths)).toHaveLength(createRoutes(builtInModel).length)
  })

  it('names each operation once', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      expect.arrayContaining(['users', 'usersHead', 'usersOptions', 'article', 'articleStats']),
    )
  })

  it('C6.1 a user is exactly that of the specification, and no other schema is confused with it', () => {
    const { User } = document.components.schemas
    expect(User).toMatchObject({ required: ['id', 'name', 'email', 'age'], additionalProperties: false })
    expect(User).toHaveProperty('properties.age.type', ['integer', 'null'])
    expect(User).toHaveProperty('properties.deleted.const', true)
  })

  it('C7 requires one of four credentials, or none for public operations', () => {
    const schemes = [{ ApiKey: [] }, { Bearer: [] }, { Basic: [] }]
    const { paths } = document
    expect(paths['/api/users']?.get?.security).toEqual([...schemes, { OAuth2: ['users:read'] }])
    expect(paths['/api/articles']?.get?.security).toEqual([{}, ...schemes, { OAuth2: [] }])
    expect(paths['/api/users']?.options?.security).toEqual([{}])
  })

  it('C6.8, C6.9 names the operations that use If-Match, If-None-Match and Idempotency-Key', () => {
    const headersOf = ({ parameters }: Operation) =>
      parameters.flatMap((parameter) => ('$ref' in parameter ? parameter.$ref.split('/').at(-1) : []))
    const { get, put, patch } = document.paths['/api/users/{id}'] ?? {}
    const post = document.paths['/api/users']?.post
    expect([get, put, patch, post].map((operation) => operation && headersOf(operation))).toEqual([
      ['IfNoneMatch'],
      ['IfMatch', 'IfNoneMatch'],
      ['IfMatch'],
      ['IdempotencyKey'],
    ])
  })

  it('names the servers of the API and of OAuth', () => {
    const { servers, components } = openApiDocument({ ...published, authUrl: 'https://login.example' })
    expect(servers[0]?.url).toBe('https://content.example')
    const flow = 'flows.authorizationCode.tokenUrl'
    expect(components.securitySchemes['OAuth2']).toHaveProperty(flow, 'https://login.example/oauth/token')
  })

  it('is refused if a variable of a path has no description', () => {
    const route: Route = { path: '/api/things/:id', tag: 'Products', methods: {} }
    expect(() => openApiDocument(published, [route])).toThrow('/api/things/:id does not say what id is')
  })
})

describe('schemas with a title', () => {
  it('are components, each once, and a similar object in an example stays', () => {
    const person = { title: 'Person', type: 'object', examples: [{ title: 'Dr' }] }
    expect(shareSchemas({ one: person, many: { items: person } })).toEqual({
      content: {
        one: { $ref: '#/components/schemas/Person' },
        many: { items: { $ref: '#/components/schemas/Person' } },
      },
      schemas: { Person: { type: 'object', examples: [{ title: 'Dr' }] } },
    })
  })

  it('are refused if two schemas have the same title', () => {
    const [one, other] = [
      { title: 'Person', type: 'object' },
      { title: 'Person', type: 'string' },
    ]
    expect(() => shareSchemas([one, other])).toThrow('Two schemas have the title Person.')
  })
})
