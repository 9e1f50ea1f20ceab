import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type ApiProcess } from '../support/processes/api-process.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, basic } from '../support/service.ts'

const CLOCK = new URL('../support/processes/clock-to-set-back.ts', import.meta.url).href
const CLIENT = { OAUTH_CLIENT_ID: 'app', OAUTH_CLIENT_SECRET: 'a secret of the application, long enough' }
const PASSWORD = 'four grey wandering geese'
const QUOTA = 30

interface Article {
  readonly id: string
  readonly title: string
  readonly createdAt: string
}

describe('C10.4 a clock that is set back by an hour', { timeout: 60_000 }, () => {
  let folder: string
  let api: ApiProcess

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-'))
    api = await startApi({
      ...CLIENT,
      OAUTH_REDIRECT_URIS: 'https://app.example/back',
      DATA_DIR: folder,
      RATE_LIMIT_ANONYMOUS: String(QUOTA),
      NODE_OPTIONS: `--import=${CLOCK}`,
    })
  }, 60_000)
  afterAll(async () => {
    await api.kill()
    await rm(folder, { recursive: true, force: true })
  })

  const send = (
    method: string,
    path: string,
    as: string | null,
    more: { body?: object; key?: string } = {},
  ) =>
    fetch(api.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(as !== null && { authorization: as }),
        ...(more.key !== undefined && { 'idempotency-key': more.key }),
      },
      ...(more.body && { body: JSON.stringify(more.body) }),
    })
  const signedIn = async (username: string, password: string): Promise<string> => {
    const form = { grant_type: 'password', username, password }
    const authorization = basic(CLIENT.OAUTH_CLIENT_ID, CLIENT.OAUTH_CLIENT_SECRET)
    const body = new URLSearchParams(form)
    const issued = await fetch(`${api.url}/oauth/token`, { method: 'POST', headers: { authorization }, body })
    return `Bearer ${((await issued.json()) as { readonly access_token: string }).access_token}`
  }
  const signUp = (username: string) => {
    const query = `mutation { createUser(input: { username: "${username}", email: "${username}@example.org", password: "${PASSWORD}" }) { id } }`
    return send('POST', '/graphql', AS_ADMIN, { body: { query } })
  }
  const create = async (title: string, key: string): Promise<Article> => {
    const response = await send('POST', '/api/articles', AS_ADMIN, { body: { title, content: 'Text' }, key })
    expect(response.status).toBe(201)
    return (await response.json()) as Article
  }
  const me = async (as: string): Promise<number> => (await send('GET', '/api/me', as)).status
  /** The titles of all articles, in pages of two. */
  const readPages = async (): Promise<readonly string[]> => {
    const titles: string[] = []
    for (let after: string | null = null; ;) {
      const query = `query ($after: String) { articlesConnection(first: 2, after: $after) { edges { node { title } } pageInfo { endCursor hasNextPage } } }`
      const response = await send('POST', '/graphql', AS_ADMIN, { body: { query, variables: { after } } })
      const { articlesConnection } = ((await response.json()) as never)['data'] as {
        readonly articlesConnection: {
          readonly edges: readonly { readonly node: { readonly title: string } }[]
          readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean }
        }
      }
      titles.push(...articlesConnection.edges.map(({ node }) => node.title))
      if (!articlesConnection.pageInfo.hasNextPage) return titles
      after = articlesConnection.pageInfo.endCursor
    }
  }

  it('no request fails, all users can sign in, nothing happens twice, and lists contain everything once', async () => {
    await signUp('earlier')
    const before = [await create('One', 'one'), await create('Two', 'two'), await create('Three', 'three')]
    for (let count = 0; count <= QUOTA; count += 1) await send('GET', '/api/products', null)
    expect((await send('GET', '/api/products', null)).status).toBe(429)

    api.program.process.kill('SIGUSR2')
    await api.program.said(/the clock is set back/)
    const after = [await create('Four', 'four'), await create('Five', 'five')]
    expect(Date.parse(after[0]?.createdAt ?? '')).toBeLessThan(Date.parse(before[0]?.createdAt ?? ''))

    await signUp('later')
    const early = await signedIn('earlier', PASSWORD)
    for (const token of [early, await signedIn('later', PASSWORD), await signedIn(ADMIN, ADMIN_PASSWORD)])
      expect(await me(token)).toBe(200)
    const signOut = { body: { query: 'mutation { signOutEverywhere }' } }
    expect((await send('POST', '/graphql', early, signOut)).status).toBe(200)
    // A refused credential counts for the address, whose quota is used up.
    await expect.poll(() => me(early), { timeout: 10_000, interval: 500 }).toBe(429)
    expect(await me(await signedIn('earlier', PASSWORD))).toBe(200)

    expect((await create('One', 'one')).id).toBe(before[0]?.id)
    const path = `/api/articles/${before[0]?.id}`
    const changed = await send('PATCH', path, AS_ADMIN, { body: { title: 'One, changed' } })
    const again = await send('PATCH', path, AS_ADMIN, { body: { title: 'One' } })
    expect([changed.status, again.status]).toEqual([200, 200])
    expect(changed.headers.get('etag')).not.toBe(again.headers.get('etag'))
    expect((await readPages()).toSorted()).toEqual(['Five', 'Four', 'One', 'Three', 'Two'])

    const refused = await send('GET', '/api/products', null)
    expect([refused.status, Number(refused.headers.get('retry-after')) <= 60]).toEqual([429, true])
  })
})
