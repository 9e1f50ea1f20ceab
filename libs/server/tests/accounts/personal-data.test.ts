import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, CAST_PASSWORD, type Cast, type Person } from '../support/cast.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestService } from '../support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'

describe('C11.2 personal data', { timeout: 30_000 }, () => {
  let [post, service, cast] = [] as unknown as [PostOffice, TestService, Cast]

  beforeAll(async () => {
    post = await openPostOffice()
    service = await startTestService('PGlite', { JWT_SECRET: SECRET, SMTP_URL: post.url })
    cast = aCast(service, SECRET)
  }, 60_000)
  afterAll(async () => {
    await service.stop()
    await post.close()
  })

  const readExport = async (by: Person) => (await service.call('GET', '/api/me/export', { as: by.as })).body
  const recordsAt = async (url: string) => {
    const response = await fetch(url)
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).toEqual([200, 'application/x-ndjson; charset=utf-8', 'no-store'])
    return (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string } & Readonly<Record<string, unknown>>)
  }

  it('exportMyData creates a file with all stored data, with a link in a mail and in the response', async () => {
    const [author, other] = [await cast.personWithPassword('AUTHOR'), await cast.personWithPassword('READER')]
    const article = await cast.article(author)
    const others = await cast.comment(article, other)
    await cast.comment(article, author)
    const { body: key } = await service.call('POST', '/api/api-keys', {
      as: author.as,
      body: { name: 'mine', scopes: ['articles:read'] },
    })
    await service.call('PUT', `/api/me/following/${author.id}`, { as: other.as })
    await service.graphql(`mutation { likeArticle(id: "${article}") { id } }`, {}, author.as)
    const asked = await service.graphql('mutation { exportMyData { id state url } }', {}, author.as)
    expect(asked.body.data.exportMyData).toMatchObject({ state: 'PENDING', url: null })
    const again = await service.call('POST', '/api/me/export', { as: author.as })
    expect([again.status, again.body.id]).toEqual([202, asked.body.data.exportMyData.id])

    await expect.poll(() => readExport(author), { timeout: 10_000 }).toMatchObject({ state: 'READY' })
    const { url, readyAt, expiresAt } = await readExport(author)
    const query = '{ dataExport { id state requestedAt readyAt expiresAt url } }'
    expect((await service.graphql(query, {}, author.as)).body.data.dataExport).toEqual(
      await readExport(author),
    )
    expect(Date.parse(expiresAt) - Date.parse(readyAt)).toBe(24 * 3_600_000)
    const { body: me } = await service.call('GET', '/api/me', { as: author.as })
    const letter = await post.letterTo(me.email)
    expect(letter.text.replaceAll('=\r\n', '')).toContain(url.split('/').at(-1))

    const records = await recordsAt(url)
    const of = (type: string) => records.filter((record) => record.type === type)
    expect(of('user')).toMatchObject([{ username: me.username, email: me.email }])
    expect(of('article')).toMatchObject([{ id: article, content: 'Text.' }])
    expect(of('comment')).toHaveLength(1)
    expect([of('like'), of('follower')]).toMatchObject([
      [{ articleId: article }],
      [{ followerId: Number(other.id) }],
    ])
    expect(of('apiKey')).toMatchObject([{ name: 'mine', scopes: ['articles:read'] }])
    expect(of('doneByYou').map(({ action }) => action)).toEqual(
      expect.arrayContaining(['createComment', 'createApiKey', 'likeArticle', 'exportMyData']),
    )
    expect(of('doneToYou').map(({ action }) => action)).toContain('followUser')
    const text = JSON.stringify(records)
    for (const secret of [key.key, others, 'argon2', 'digest', 'hash']) expect(text).not.toContain(secret)
  })

  it('needs a credential with all rights of the user', async () => {
    const reader = await cast.personWithPassword('READER')
    const { body } = await service.call('POST', '/api/api-keys', {
      as: reader.as,
      body: { name: 'narrow', scopes: ['users:read'] },
    })
    const narrow = await service.call('POST', '/api/me/export', {
      as: null,
      headers: { 'x-api-key': body.key },
    })
    expect([narrow.status, narrow.body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await service.call('GET', '/api/me/export', { as: reader.as })).status).toBe(404)
  })

  it.each(['made-up', 'bGl2ZQ', '%00', '..%2f..'])(
    'refuses a link that this service has not made: %s',
    async (link) => {
      const response = await fetch(`${service.url}/account/export/${link}`)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ])
    },
  )

  it('an old link in a browser explains what happened and what to do next', async () => {
    const response = await fetch(`${service.url}/account/export/made-up`, {
      headers: { accept: 'text/html' },
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const text = await response.text()
    expect(text).toContain('it has expired')
    expect(text).toContain('href="/api/guides/personal-data"')
  })

  it('a text that is signed for one purpose is invalid for another', async () => {
    const reader = await cast.personWithPassword('READER')
    await service.call('POST', '/api/me/export', { as: reader.as })
    await expect.poll(async () => (await readExport(reader)).state, { timeout: 15_000 }).toBe('READY')
    const link = (await readExport(reader)).url.split('/').at(-1)
    const page = await service.graphql('{ usersConnection(first: 1) { pageInfo { endCursor } } }')
    const cursor = page.body.data.usersConnection.pageInfo.endCursor
    expect((await fetch(`${service.url}/account/export/${cursor}`)).status).toBe(404)
    const { body } = await service.graphql(
      `{ usersConnection(first: 1, after: "${link}") { pageInfo { endCursor } } }`,
    )
    expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT')
    for (const sealed of [link, cursor]) {
      const headers = { accept: 'text/event-stream', 'last-event-id': sealed }
      const query = encodeURIComponent('subscription { articlePublished { id } }')
      expect((await fetch(`${service.url}/graphql/stream?query=${query}`, { headers })).status).toBe(400)
    }
  })

  it('eraseUser needs the password of the user, and then no record leads to the user', async () => {
    const [author, reader] = [await cast.personWithPassword('AUTHOR'), await cast.person('READER')]
    const article = await cast.article(author)
    const comment = await cast.comment(article, author)
    const { body: me } = await service.call('GET', '/api/me', { as: author.as })
    const erase = async (by: Person, password?: string) =>
      service.graphql(
        'mutation ($id: ID!, $password: String) { eraseUser(id: $id, password: $password) }',
        { id: author.id, password },
        by.as,
      )
    const code = async (answer: ReturnType<typeof erase>) => (await answer).body.errors?.[0].extensions.code
    expect([await code(erase(author)), await code(erase(author, 'wrong'))]).toEqual([
      'BAD_USER_INPUT',
      'BAD_USER_INPUT',
    ])
    expect([await code(erase(reader)), await code(erase({ id: '0', as: null }))]).toEqual([
      'FORBIDDEN',
      'UNAUTHENTICATED',
    ])

    expect((await erase(author, CAST_PASSWORD)).body.data).toEqual({ eraseUser: true })
    expect((await service.graphql(`{ user(id: "${author.id}") { id } }`)).body.data).toEqual({ user: null })
    const shown = await service.graphql(
      `{ article(id: "${article}") { owner { username } comments { id author { username } } } }`,
    )
    expect(shown.body.data.article).toEqual({
      owner: { username: 'ghost' },
      comments: [{ id: comment, author: { username: 'ghost' } }],
    })
    const log = async () => {
      const { body } = await service.graphql(
        '{ auditLog(first: 100) { edges { node { action resource resourceId actor { username } } } } }',
      )
      return body.data.auditLog.edges.map(({ node }: { readonly node: object }) => node)
    }
    const leadsTo = async () => {
      const found = (await log()).filter(
        ({ resource, resourceId }: Record<string, string>) =>
          resource === 'users' && resourceId === author.id,
      )
      return found.length
    }
    await expect.poll(leadsTo, { timeout: 10_000 }).toBe(0)
    expect(JSON.stringify(await log())).not.toContain(me.username)
    expect(
      (await log()).some(
        ({ action, resourceId }: Record<string, string>) => action === 'eraseUser' && Number(resourceId) < 0,
      ),
    ).toBe(true)
  })
})
