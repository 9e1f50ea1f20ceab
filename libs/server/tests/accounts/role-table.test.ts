import { ERROR_STATUS } from '@content-service/domain/internal/rules'
import type { ArticleStatus, UserRole } from '@content-service/domain/internal/access'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, CAST_PASSWORD, NOBODY, type Cast, type Person } from '../support/cast.ts'
import {
  ARTICLE_TABLE,
  ASKING,
  COMMENT_TABLE,
  OTHER_TABLE,
  USER_TABLE,
  type Asking,
  type Letters,
} from '../support/role-table.ts'
import {
  SAMPLED_DATABASES,
  startTestService,
  type Answer,
  type DatabaseKind,
  type TestService,
} from '../support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'
const NOT_DONE = { UNAUTHENTICATED: 'U', FORBIDDEN: 'F', NOT_FOUND: 'N' } as const

/** The letter of a REST response. */
const readRestOutcome = ({ status, body }: Answer): string => {
  const found = Object.entries(NOT_DONE).find(
    ([code]) => ERROR_STATUS[code as keyof typeof NOT_DONE] === status,
  )
  return status < 300 ? '+' : (found?.[1] ?? `${status} ${body.code}`)
}

/** The letter of a GraphQL response: null without an error means that the record does not exist. */
const readGraphqlOutcome = ({ body: { data, errors } }: Answer): string => {
  const code: string | undefined = errors?.[0].extensions.code
  if (code !== undefined)
    return Object.hasOwn(NOT_DONE, code) ? NOT_DONE[code as keyof typeof NOT_DONE] : code
  return Object.values(data).includes(null) ? 'N' : '+'
}

/** All rows on PostgreSQL, and every seventh row on the embedded database, which is slower and has the same rules. */
const sampleRows = <Row>(kind: DatabaseKind, rows: readonly Row[]): readonly Row[] =>
  kind === 'PostgreSQL' ? rows : rows.filter((_, index) => index % 7 === 0)

/** [operation, object, letters of the callers]. */
type TableRow = readonly [string, string, Letters]

const listRows = (table: Readonly<Record<string, Readonly<Record<string, Letters>>>>): readonly TableRow[] =>
  Object.entries(table).flatMap(([operation, cells]) =>
    Object.entries(cells).map(([on, letters]): TableRow => [operation, on, letters]),
  )

/** [operation, owner, state, letters of the callers]. */
type StateRow = readonly [string, string, ArticleStatus, Letters]

const listStateRows = (
  table: Readonly<
    Record<string, Readonly<Record<string, Readonly<Partial<Record<ArticleStatus, Letters>>>>>>
  >,
): readonly StateRow[] =>
  Object.entries(table).flatMap(([operation, by]) =>
    Object.entries(by).flatMap(([whose, states]) =>
      Object.entries(states).map(([state, letters]): StateRow => [
        operation,
        whose,
        state as ArticleStatus,
        letters,
      ]),
    ),
  )

describe.each(SAMPLED_DATABASES)('C7.7 roles and permissions on %s', (kind) => {
  let service: TestService
  let cast: Cast
  let people: Readonly<Record<Asking, Person>>
  let other: Person

  beforeAll(async () => {
    service = await startTestService(kind, { JWT_SECRET: SECRET })
    cast = aCast(service, SECRET)
    other = await cast.personWithPassword('AUTHOR')
    const [GUEST, READER, AUTHOR, EDITOR, ADMIN] = [
      await cast.personWithPassword('GUEST'),
      await cast.personWithPassword('READER'),
      await cast.personWithPassword('AUTHOR'),
      await cast.personWithPassword('EDITOR'),
      await cast.personWithPassword('ADMIN'),
    ]
    people = { nobody: NOBODY, GUEST, READER, AUTHOR, EDITOR, ADMIN }
  }, 60_000)
  afterAll(() => service.stop())

  const rest = async (method: string, path: string, { as }: Person, body?: object): Promise<string> =>
    readRestOutcome(await service.call(method, path, { as, ...(body && { body }) }))
  const graphql = async (document: string, variables: object, { as }: Person): Promise<string> =>
    readGraphqlOutcome(await service.graphql(document, variables, as))
  /** The outcome for each caller of ASKING, except for `-`, which stands for records that the caller cannot own. */
  const letters = async (expected: Letters, ask: (asking: Asking) => Promise<string>): Promise<string> => {
    let found = ''
    for (const [index, asking] of ASKING.entries()) found += expected[index] === '-' ? '-' : await ask(asking)
    return found
  }

  /** Shares a record between the callers and rows of a table until an operation may have changed it. */
  const shareRecords = <Made>() => {
    const made = new Map<string, Made>()
    return async (
      operation: string,
      key: string,
      make: () => Promise<Made>,
      ask: (record: Made) => Promise<string>,
    ): Promise<string> => {
      const record = made.get(key) ?? (await make())
      const letter = await ask(record)
      if (letter !== '+' || operation.startsWith('read')) made.set(key, record)
      else made.delete(key)
      return letter
    }
  }

  const UPDATE = 'mutation ($input: UpdateArticleInput!) { updateArticle(input: $input) { id } }'
  type OnArticle = (id: string, state: ArticleStatus, by: Person) => Promise<string>
  const onArticles: Readonly<Record<keyof typeof ARTICLE_TABLE, OnArticle>> = {
    'read over GraphQL': (id, _, by) => graphql('query ($id: ID!) { article(id: $id) { id } }', { id }, by),
    'read in a list over GraphQL': async (id, state, by) => {
      const { body } = await service.graphql(
        'query ($state: ArticleStatus!) { articles(status: $state, pagination: { limit: 1 }) { id } }',
        { state },
        by.as,
      )
      // The newest article of this state is the new article.
      return body.data.articles[0]?.id === id ? '+' : 'N'
    },
    'read over REST': (id, _, by) => rest('GET', `/api/articles/${id}`, by),
    'write over GraphQL': (id, _, by) => graphql(UPDATE, { input: { id, title: 'Another title' } }, by),
    'write over REST': (id, _, by) => rest('PATCH', `/api/articles/${id}`, by, { title: 'Another title' }),
    'schedule over REST': (id, _, by) =>
      rest('PUT', `/api/articles/${id}/schedule`, by, { publishAt: '2999-01-01T00:00:00Z' }),
    'read revisions over REST': (id, _, by) => rest('GET', `/api/articles/${id}/revisions`, by),
    'publish over GraphQL': (id, state, by) => {
      const status = state === 'PUBLISHED' ? 'ARCHIVED' : 'PUBLISHED'
      return graphql(UPDATE, { input: { id, status } }, by)
    },
    'delete over GraphQL': (id, _, by) =>
      graphql('mutation ($id: ID!) { deleteArticle(id: $id) }', { id }, by),
    'delete over REST': (id, _, by) => rest('DELETE', `/api/articles/${id}`, by),
  }

  const shareArticles = shareRecords<string>()
  it.each(sampleRows(kind, listStateRows(ARTICLE_TABLE)))(
    'articles: %s, %s, %s: %s',
    async (operation, whose, state, expected) => {
      // A list shows the newest article, so that an article of another row cannot be used.
      const purpose = operation.startsWith('read in a list') ? 'for a list' : 'for all others'
      const found = await letters(expected, (asking) => {
        const by = people[asking]
        const owner = whose === 'own' ? by : other
        return shareArticles(
          operation,
          `${purpose} ${owner.id} ${state}`,
          () => cast.articleIn(owner, state),
          (id) => onArticles[operation as keyof typeof ARTICLE_TABLE](id, state, by),
        )
      })
      expect(found).toBe(expected)
    },
  )

  const REWORD = 'mutation ($id: ID!) { updateComment(id: $id, content: "Better said.") { id } }'
  type OnComment = (id: string, by: Person, on: string) => Promise<string>
  const onComments: Readonly<Record<keyof typeof COMMENT_TABLE, OnComment>> = {
    'read over GraphQL': async (id, by, on) => {
      const query = 'query ($on: ID!) { article(id: $on) { comments { id } } }'
      const { body } = await service.graphql(query, { on }, by.as)
      const read: readonly { readonly id: string }[] = body.data.article?.comments ?? []
      return read.some((comment) => comment.id === id) ? '+' : 'N'
    },
    'read over REST': (id, by) => rest('GET', `/api/comments/${id}`, by),
    'write over GraphQL': (id, by) => graphql(REWORD, { id }, by),
    'write over REST': (id, by) => rest('PATCH', `/api/comments/${id}`, by, { content: 'Better said.' }),
    'delete over GraphQL': (id, by) => graphql('mutation ($id: ID!) { deleteComment(id: $id) }', { id }, by),
    'delete over REST': (id, by) => rest('DELETE', `/api/comments/${id}`, by),
  }

  const commentIn = async (owner: Person, author: Person, state: ArticleStatus) => {
    const on = await cast.article(owner)
    const id = await cast.comment(on, author)
    await cast.move(on, state)
    return { on, id }
  }

  const shareComments = shareRecords<{ readonly on: string; readonly id: string }>()
  it.each(sampleRows(kind, listStateRows(COMMENT_TABLE)))(
    'comments: %s, %s, %s: %s',
    async (operation, whose, state, expected) => {
      const [comment, article] = whose.split(' on ')
      const found = await letters(expected, (asking) => {
        // A GUEST cannot have written a comment.
        const by = people[asking]
        const author = comment === 'own' && asking !== 'GUEST' ? by : other
        const owner = article === 'own' ? by : other
        return shareComments(
          operation,
          `${owner.id} ${author.id} ${state}`,
          () => commentIn(owner, author, state),
          ({ on, id }) => onComments[operation as keyof typeof COMMENT_TABLE](id, by, on),
        )
      })
      expect(found).toBe(expected)
    },
  )

  const CHANGE = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { id } }'
  type OnUser = (id: string, by: Person) => Promise<string>
  const onUsers: Readonly<Record<keyof typeof USER_TABLE, OnUser>> = {
    'read over REST': (id, by) => rest('GET', `/api/users/${id}`, by),
    'read in full over GraphQL': (id, by) =>
      graphql('query ($id: ID!) { user(id: $id) { email status preferences { newsletter } } }', { id }, by),
    'write over REST': (id, by) => rest('PATCH', `/api/users/${id}`, by, { name: 'Another Name' }),
    'write over GraphQL': (id, by) => graphql(CHANGE, { input: { id, name: 'Another Name' } }, by),
    'write the status over GraphQL': (id, by) => graphql(CHANGE, { input: { id, status: 'INACTIVE' } }, by),
    'grant a permission over GraphQL': (id, by) =>
      graphql(CHANGE, { input: { id, permissions: ['audit:read'] } }, by),
    'delete over REST': (id, by) => rest('DELETE', `/api/users/${id}`, by),
    'delete over GraphQL': (id, by) => graphql('mutation ($id: ID!) { deleteUser(id: $id) }', { id }, by),
  }

  const userFor = async (asking: Asking, whom: string): Promise<Person> => {
    if (whom === 'self') return cast.person(asking as UserRole)
    const reader = await cast.person('READER')
    if (whom === 'public') await cast.article(reader)
    return reader
  }

  const shareUsers = shareRecords<Person>()
  it.each(sampleRows(kind, listRows(USER_TABLE)))('users: %s, %s: %s', async (operation, whom, expected) => {
    const found = await letters(expected, (asking) =>
      shareUsers(
        operation,
        whom === 'self' ? asking : whom,
        () => userFor(asking, whom),
        (user) => {
          const by = whom === 'self' ? user : people[asking]
          return onUsers[operation as keyof typeof USER_TABLE](user.id, by)
        },
      ),
    )
    expect(found).toBe(expected)
  })

  it('C7.8 the refusal of a user whose profile is public names the permission', async () => {
    const [reader, author] = [await cast.person('READER'), await cast.person('AUTHOR')]
    await cast.article(author)
    for (const [permission, query] of [
      ['users:write', `mutation { updateUser(input: { id: "${author.id}", name: "" }) { id } }`],
      ['users:delete', `mutation { deleteUser(id: "${author.id}") }`],
      ['users:delete', `mutation { eraseUser(id: "${author.id}") }`],
    ] as const) {
      const { body } = await service.graphql(query, {}, reader.as)
      expect(body.errors[0]).toMatchObject({
        message: expect.stringContaining(permission),
        extensions: { code: 'FORBIDDEN' },
      })
    }
  })

  it('C4.5 searches find no comments on a DELETED article', async () => {
    const on = await cast.article(other)
    const { body } = await service.call('POST', `/api/articles/${on}/comments`, {
      body: { content: 'Quokkaphilia.' },
    })
    const search = () => service.call('GET', '/api/search?query=quokkaphilia')
    expect((await search()).body).toMatchObject([{ id: body.id }])
    await cast.move(on, 'DELETED')
    expect((await search()).body).toEqual([])
  })

  let made = 0
  const key = { name: 'A key', scopes: ['comments:write'] }
  const webhook = { url: 'https://events.example/in', events: ['article.published'] }
  const toWebhook = async (by: Person, method: string, what: string): Promise<string> => {
    const { body } = await service.call('POST', '/api/webhooks', { body: webhook })
    const letter = await rest(method, `/api/webhooks/${body.id}/${what}`, by)
    await service.call('DELETE', `/api/webhooks/${body.id}`)
    return letter
  }
  const client = { name: 'App', grants: ['CLIENT_CREDENTIALS'] }
  const ROTATE = 'mutation ($id: ID!) { rotateOAuthClientSecret(id: $id) { id } }'
  const aClient = async (): Promise<string> =>
    (await service.call('POST', '/api/oauth-clients', { as: people.ADMIN.as, body: client })).body.id
  const onOthers: Readonly<Record<keyof typeof OTHER_TABLE, (by: Person) => Promise<string>>> = {
    'list products': (by) => graphql('{ products { id } }', {}, by),
    'create a category': (by) => {
      made += 1
      return graphql(`mutation { createCategory(input: { name: "Category ${made}" }) { id } }`, {}, by)
    },
    'list products over REST': (by) => rest('GET', '/api/products', by),
    'create a category over REST': (by) => {
      made += 1
      return rest('POST', '/api/categories', by, { name: `Category ${made}` })
    },
    'create an article over REST': (by) =>
      rest('POST', '/api/articles', by, { title: 'A title', content: 'Text.' }),
    "read one's own account over REST": (by) => rest('GET', '/api/me', by),
    "change one's own settings over REST": (by) => rest('PATCH', '/api/me/settings', by, { theme: 'DARK' }),
    'read the audit log': (by) => graphql('{ auditLog(first: 1) { edges { cursor } } }', {}, by),
    'read the audit log over REST': (by) => rest('GET', '/api/audit-log?limit=1', by),
    'explain access over GraphQL': (by) =>
      graphql('{ explainAccess(permission: "articles:read") { decision } }', {}, by),
    'explain access over REST': (by) => rest('GET', '/api/access-explanations?permission=articles:read', by),
    'make an API key over REST': (by) =>
      rest('POST', '/api/api-keys', by, by === people.GUEST ? { ...key, scopes: ['articles:read'] } : key),
    "revoke another's API key over REST": async (by) => {
      const { body } = await service.call('POST', '/api/api-keys', { as: other.as, body: key })
      return rest('DELETE', `/api/api-keys/${body.id}`, by)
    },
    'make a webhook over REST': (by) => rest('POST', '/api/webhooks', by, webhook),
    "delete another's webhook over REST": async (by) => {
      const { body } = await service.call('POST', '/api/webhooks', { body: webhook })
      return rest('DELETE', `/api/webhooks/${body.id}`, by)
    },
    "list the deliveries of another's webhook over REST": (by) => toWebhook(by, 'GET', 'deliveries'),
    "try out another's webhook over REST": (by) => toWebhook(by, 'POST', 'test'),
    "make a secret for another's webhook over REST": (by) => toWebhook(by, 'POST', 'secret'),
    'list OAuth clients over REST': (by) => rest('GET', '/api/oauth-clients', by),
    'list OAuth clients over GraphQL': (by) => graphql('{ oauthClients { id } }', {}, by),
    'register an OAuth client over REST': (by) => rest('POST', '/api/oauth-clients', by, client),
    'read an OAuth client over REST': async (by) => rest('GET', `/api/oauth-clients/${await aClient()}`, by),
    'make a secret for an OAuth client over REST': async (by) =>
      rest('POST', `/api/oauth-clients/${await aClient()}/secret`, by),
    'make a secret for an OAuth client over GraphQL': async (by) =>
      graphql(ROTATE, { id: await aClient() }, by),
    'delete an OAuth client over REST': async (by) =>
      rest('DELETE', `/api/oauth-clients/${await aClient()}`, by),
    'list dead letters over REST': (by) => rest('GET', '/api/dead-letters', by),
    'list dead letters over GraphQL': (by) =>
      graphql('{ deadLetters(first: 1) { edges { cursor } } }', {}, by),
    'list dead letters of handlers over REST': (by) => rest('GET', '/api/handler-dead-letters', by),
    'list dead letters of handlers over GraphQL': (by) =>
      graphql('{ handlerDeadLetters(first: 1) { edges { cursor } } }', {}, by),
    'enable a second factor over REST': (by) =>
      rest('POST', '/api/me/second-factor', by, { password: CAST_PASSWORD }),
    "export one's own data over REST": (by) => rest('POST', '/api/me/export', by),
    'erase another over REST': async (by) =>
      rest('POST', `/api/users/${(await cast.person('READER')).id}/erasure`, by, {}),
    "remove another's second factor over REST": async (by) => {
      const { id, as } = await cast.personWithPassword('READER')
      await service.call('POST', '/api/me/second-factor', { as, body: { password: CAST_PASSWORD } })
      return rest('DELETE', `/api/users/${id}/second-factor`, by)
    },
  }

  it.each(sampleRows(kind, Object.entries(OTHER_TABLE)))('%s: %s', async (operation, expected) => {
    const found = await letters(expected, (asking) =>
      onOthers[operation as keyof typeof OTHER_TABLE](people[asking]),
    )
    expect(found).toBe(expected)
  })

  it('an extra permission is a grant without a condition, by its exact name, over both interfaces', async () => {
    const [granted, mistyped] = [await cast.person('READER'), await cast.person('READER')]
    const grant = (id: string, permissions: readonly string[]) =>
      graphql(CHANGE, { input: { id, permissions } }, people.ADMIN)
    expect(await grant(granted.id, ['users:read', 'articles:delete', 'articles:read'])).toBe('+')
    for (const unknown of ['user:read', 'article:delete', 'articles:reads'])
      expect(await grant(mistyped.id, [unknown])).toBe('BAD_USER_INPUT')
    expect(await grant(mistyped.id, ['articles:*'])).toBe('BAD_USER_INPUT')
    const draft = await cast.articleIn(other, 'DRAFT')
    const readEverywhere = async (by: Person) => [
      await rest('GET', `/api/users/${other.id}`, by),
      await graphql('query ($id: ID!) { article(id: $id) { owner { status } } }', { id: draft }, by),
      await graphql(UPDATE, { input: { id: draft, title: 'Another title' } }, by),
      await rest('DELETE', `/api/articles/${draft}`, by),
    ]
    expect(await readEverywhere(mistyped)).toEqual(['N', 'N', 'N', 'N'])
    expect(await readEverywhere(granted)).toEqual(['+', '+', 'F', '+'])
  })
})
