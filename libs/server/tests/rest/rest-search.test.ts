import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AS_ADMIN, DATABASES, startTestService, type TestService } from '../support/service.ts'

describe.each(DATABASES)('C6.3 GET /api/search on %s', (kind) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(kind, {})
    for (const title of ['Two <b>zeppelins</b>', 'A zeppelin', 'Another zeppelin'])
      await service.call('POST', '/api/articles', {
        as: AS_ADMIN,
        body: { title, content: 'Slow & quiet.', status: 'PUBLISHED' },
      })
  }, 60_000)
  afterAll(() => service.stop())

  const find = (query: string) => service.call('GET', `/api/search?${query}`, { as: null })

  it('shows the found words in the escaped text, with the score and the number of all hits', async () => {
    const { status, body, headers } = await find('query=zeppelins&limit=2')
    expect([status, headers.get('x-total-count'), body.length]).toEqual([200, '3', 2])
    const all = (await find('query=zeppelins')).body as readonly { snippet: string; score: number }[]
    const snippets = all.map(({ snippet }) => snippet).join(' ')
    expect(snippets).toContain('<mark>zeppelins</mark>')
    expect(snippets).toContain('Slow &amp; ')
    expect(snippets).not.toContain('<b>')
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).toSorted((a, b) => b - a))
  })

  it.each(['', 'limit=2', 'limit=2&page=2', 'limit=3', 'limit=3&page=2', 'limit=2&page=9'])(
    'has the number of all hits with %s',
    async (page) => {
      const { headers } = await find(`query=zeppelins&${page}`)
      expect(headers.get('x-total-count')).toBe('3')
    },
  )

  it('finds nothing of other types', async () => {
    expect((await find('query=zeppelins&types=COMMENT,USER')).body).toEqual([])
    expect((await find('query=zeppelins&types=COMMENT,ARTICLE')).body).toHaveLength(3)
  })

  it('C20.3 lists the records with the words, by filters and cursors', async () => {
    const list = (query: string) => service.call('GET', `/api/articles?query=${query}`, { as: null })
    const first = await list('zeppelins&sort=title&after=&limit=2')
    const titles = (body: unknown) => (body as readonly { title: string }[]).map(({ title }) => title)
    expect([first.headers.get('x-total-count'), titles(first.body)]).toEqual([
      '3',
      ['A zeppelin', 'Another zeppelin'],
    ])
    const [, next = ''] = /<([^<>]*)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? []
    expect(titles((await service.call('GET', next, { as: null })).body)).toEqual(['Two <b>zeppelins</b>'])
    expect(titles((await list('zeppelins&title[startsWith]=two')).body)).toEqual(['Two <b>zeppelins</b>'])
    expect((await list('balloons')).body).toEqual([])
  })
})
