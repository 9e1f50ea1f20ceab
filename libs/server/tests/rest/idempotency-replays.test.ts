import { randomUUID } from 'node:crypto'
import type { UserRole } from '@content-service/domain/internal/access'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, type Cast, type Person } from '../support/cast.ts'
import { startTestService, type TestService } from '../support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'
const ROLES = ['READER', 'AUTHOR', 'EDITOR', 'ADMIN'] as const satisfies readonly UserRole[]
type Role = (typeof ROLES)[number]

const ARTICLE = `{ id title excerpt status tags version likes owner { id username email role }
  comments(limit: 2) { id author { id username } article { id title } } commentsConnection { edges { node { id } } } }`
const COMMENT =
  '{ id content version author { id username email } article { id title status owner { id name } } }'
const USER = `{ id username email role age status settings { locale } preferences { newsletter } profile { bio }
  articles { id title } followers { id username } }`

interface World {
  readonly cast: Cast
  readonly person: Person
  /** A published article of the person, and one of somebody else. */
  readonly own: string
  readonly foreign: string
  readonly comment: string
  readonly category: string
  /** The owner of the foreign article. */
  readonly owner: string
  unique(): string
}

interface Mutation {
  readonly document: string
  readonly roles: readonly Role[]
  variables(world: World): object | Promise<object>
}

const input = (name: string, selection: string): string =>
  `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) ${selection} }`
const byId = (name: string, selection: string): string =>
  `mutation ($id: ID!) { ${name}(id: $id) ${selection} }`

const WRITERS = ['AUTHOR', 'EDITOR', 'ADMIN'] as const
const EDITORS = ['EDITOR', 'ADMIN'] as const

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  createArticle: {
    document: input('createArticle', ARTICLE),
    roles: WRITERS,
    variables: ({ person, unique }) => ({
      input: { authorId: person.id, title: unique(), content: 'Text.' },
    }),
  },
  updateArticle: {
    document: input('updateArticle', `{ revisions { id title editor { id } } ${ARTICLE.slice(1)}`),
    roles: WRITERS,
    variables: ({ own, unique }) => ({ input: { id: own, title: unique() } }),
  },
  likeArticle: {
    document: byId('likeArticle', ARTICLE),
    roles: ROLES,
    variables: ({ foreign }) => ({ id: foreign }),
  },
  unlikeArticle: {
    document: byId('unlikeArticle', ARTICLE),
    roles: ROLES,
    variables: ({ foreign }) => ({ id: foreign }),
  },
  deleteArticle: {
    document: byId('deleteArticle', ''),
    roles: WRITERS,
    variables: async ({ cast, person }) => ({ id: await cast.article(person, 'DRAFT') }),
  },
  createComment: {
    document: `mutation ($id: ID!) { createComment(articleId: $id, content: "New.") ${COMMENT} }`,
    roles: ROLES,
    variables: ({ foreign }) => ({ id: foreign }),
  },
  updateComment: {
    document: `mutation ($id: ID!, $content: String!) { updateComment(id: $id, content: $content) ${COMMENT} }`,
    roles: ROLES,
    variables: ({ comment, unique }) => ({ id: comment, content: unique() }),
  },
  updateUser: {
    document: input('updateUser', USER),
    roles: ROLES,
    variables: ({ person, unique }) => ({ input: { id: person.id, name: unique() } }),
  },
  followUser: {
    document: byId('followUser', USER.replace(/role age status|settings \{.*?\}|preferences \{.*?\}/gu, '')),
    roles: ROLES,
    variables: ({ owner }) => ({ id: owner }),
  },
  updateSettings: {
    document: input('updateSettings', '{ locale theme }'),
    roles: ROLES,
    variables: ({ unique }) => ({ input: { locale: unique().endsWith('1') ? 'de' : 'en' } }),
  },
  createProduct: {
    document: input('createProduct', '{ id title price category { id name } }'),
    roles: EDITORS,
    variables: ({ category, unique }) => ({
      input: { title: unique(), description: 'New.', price: 1, stock: 1, categoryId: category },
    }),
  },
  createCategory: {
    document: input('createCategory', '{ id name products { id } }'),
    roles: EDITORS,
    variables: ({ unique }) => ({ input: { name: unique() } }),
  },
  inviteUser: {
    document: `mutation ($email: Email!) { inviteUser(email: $email) ${USER} }`,
    roles: ['ADMIN'],
    variables: ({ unique }) => ({ email: `${unique()}@example.org` }),
  },
}

const CASES = Object.entries(MUTATIONS).flatMap(([name, { roles }]) =>
  roles.map((role) => [name, role] as const),
)
/** A mutation is compiled when it comes again, and the read of its response one request later. */
const USES = 4

describe('C6.9 the replay of a mutation, compiled or not', () => {
  let service: TestService
  let cast: Cast
  let people: ReadonlyMap<Role, World>
  let made = 0
  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { JWT_SECRET: SECRET, RATE_LIMIT: '100000' })
    cast = aCast(service, SECRET)
    const administrator = await cast.person('ADMIN')
    const unique = () => `word-${(made += 1)}`
    const { body } = await service.graphql(
      'mutation { createCategory(input: { name: "Books" }) { id } }',
      {},
      administrator.as,
    )
    const category = body.data.createCategory.id
    const worlds = ROLES.map(async (role) => {
      const person = await cast.person(role)
      const foreign = await cast.article(administrator)
      const [own, comment] = await Promise.all([cast.article(person), cast.comment(foreign, person)])
      return [
        role,
        { cast, person, own, foreign, comment, category, owner: administrator.id, unique },
      ] as const
    })
    people = new Map(await Promise.all(worlds))
  }, 60_000)
  afterAll(() => service.stop())

  it.each(CASES)('%s by %s', async (name, role) => {
    const world = people.get(role) as World
    const { document: query, variables } = MUTATIONS[name] as Mutation
    for (let use = 0; use < USES; use += 1) {
      const request = {
        as: world.person.as,
        headers: { 'idempotency-key': randomUUID() },
        body: { query, variables: await variables(world) },
      }
      const first = await service.call('POST', '/graphql', request)
      expect(first.body.errors).toBeUndefined()
      const again = await service.call('POST', '/graphql', request)
      expect([again.status, again.body]).toEqual([first.status, first.body])
    }
  })
})
