import { ERROR_STATUS } from '@content-service/domain/internal/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../tests/support/service.ts'
import { GUIDES, readDocuments } from './documents.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 60_000)
afterAll(() => service.stop())

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  service.call('GET', path, { as: null, headers })
const linksIn = (html: string): readonly string[] =>
  [...html.matchAll(/ href="([^"]+)"/g)].map(([, address = '']) => address)

describe.each(['/', '/api'])('C12.1 the front page at %s', (path) => {
  it('is a page for a browser, and all its links work', async () => {
    const { status, headers, body } = await get(path, BROWSER)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('vary')).toMatch(/\bAccept\b/)
    expect(body).toContain('The service is ready.')
    const links = linksIn(body)
    expect(links).toEqual(expect.arrayContaining(['/graphql', '/api/docs', '/api/errors', '/api/guides']))
    for (const link of links) expect([link, (await get(link, BROWSER)).status]).toEqual([link, 200])
  })

  it.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
    'is JSON for a program that sends %o',
    async (headers) => {
      const { status, headers: given, body } = await get(path, headers)
      expect([status, given.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
      expect(given.get('vary')).toMatch(/\bAccept\b/)
      expect(body).toMatchObject({
        name: 'content-service',
        status: 'ready',
        links: {
          graphql: `${service.url}/graphql`,
          rest: `${service.url}/api`,
          openapi: `${service.url}/api/openapi.json`,
          guides: `${service.url}/api/guides`,
          readiness: `${service.url}/readyz`,
        },
      })
      expect(Object.keys(body)).toEqual(['name', 'status', 'links'])
    },
  )

  it('accepts GET, HEAD and OPTIONS', async () => {
    const options = await service.call('OPTIONS', path, { as: null })
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, HEAD, OPTIONS'])
    const head = await service.call('HEAD', path, { as: null, headers: BROWSER })
    expect([head.status, head.body]).toEqual([200, ''])
    const post = await service.call('POST', path, { as: null })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('C10.5 every page', () => {
  it.each(['/', '/api/errors', '/api/errors/QUERY_TOO_COMPLEX', '/api/guides/oauth', '/account/password'])(
    '%s has a language, a width for phones, an icon, and a policy without scripts and foreign origins',
    async (path) => {
      const { headers, body } = await get(path, BROWSER)
      expect(body).toMatch(/^<!doctype html>\n<html lang="en">/)
      expect(body).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
      expect(body).toContain('<link rel="icon" href="/favicon.svg">')
      expect(body).toMatch(/<title>[^<]+<\/title>/)
      expect(body).not.toMatch(/<script|\son\w+=|\sstyle=/)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/script-src|unsafe|https?:/)
    },
  )

  it.each(['/favicon.svg', '/favicon.ico'])('the icon is at %s, and may be cached', async (path) => {
    const { status, headers, body } = await get(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(headers.get('cache-control')).toBe('public, max-age=86400')
    expect(body).toContain('<svg')
  })
})

describe('C1.3 the pages of the error codes', () => {
  it.each(Object.keys(ERROR_STATUS))('%s: HTML for a browser, Markdown for a program', async (code) => {
    const [shown, told] = [await get(`/api/errors/${code}`, BROWSER), await get(`/api/errors/${code}`)]
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(shown.body).toContain(`<h1>${code}</h1>`)
    expect(shown.body).toContain('What to do</h2>')
    expect([told.status, told.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(told.body).toContain(`# ${code}\n`)
    for (const { headers } of [shown, told]) {
      expect(headers.get('cache-control')).toBe('public, max-age=3600')
      expect(headers.get('vary')).toMatch(/\bAccept\b/)
    }
  })

  it('converts a table of the Markdown to a table of the page', async () => {
    const { body } = await get('/api/errors/QUERY_TOO_COMPLEX', BROWSER)
    expect(body).toContain('<td><code>GRAPHQL_MAX_DEPTH</code></td>')
  })

  it('the list names every code', async () => {
    const links = linksIn((await get('/api/errors', BROWSER)).body)
    for (const code of Object.keys(ERROR_STATUS)) expect(links).toContain(`/api/errors/${code}`)
  })

  it.each(['NO_SUCH_CODE', '__proto__', 'FORBIDDEN.md', '..%2foauth', '<b>'])(
    '%s is not an error code: a page for a browser, a problem for a program',
    async (code) => {
      const shown = await get(`/api/errors/${code}`, BROWSER)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(shown.body).not.toContain(code)
      expect((await get(`/api/errors/${code}`)).body).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    },
  )
})

describe('C12.1 the guides', () => {
  it('are listed, and all their links within the site work', async () => {
    const guides = linksIn((await get('/api/guides', BROWSER)).body).filter((link) =>
      link.startsWith('/api/'),
    )
    const all = readDocuments(GUIDES).map(({ name }) => `/api/guides/${name}`)
    expect(guides).toEqual(expect.arrayContaining([...all, '/api/errors']))
    expect((await get('/api/guides')).body).toMatch(/^# Guides\n[^]*\[Sign in\]\(sign-in\.md\)/)
    const codes = Object.keys(ERROR_STATUS).map((code) => `/api/errors/${code}`)
    const links = new Set<string>()
    for (const page of [...guides, ...codes])
      for (const link of linksIn((await get(page, BROWSER)).body)) links.add(link)
    const onSite = [...links].filter((link) => !/^(https:|#)/.test(link))
    for (const link of onSite) expect([link, (await get(link, BROWSER)).status]).toEqual([link, 200])
    expect(onSite).toContain('/api/guides/subscriptions')
  })
})

describe('C12.1 a wrong URL', () => {
  const WRONG = [
    '/nothing',
    '/api/nothing',
    '/api/v1/articles',
    '/oauth/nothing',
    '/graphql/nothing',
    '/api/guides/nothing',
  ]

  it.each(WRONG)('%s is a page in a browser, and all its links work', async (path) => {
    const { status, headers, body } = await get(path, BROWSER)
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(headers.get('vary')).toMatch(/\bAccept\b/)
    const links = linksIn(body)
    expect(links).toEqual(expect.arrayContaining(['/graphql', '/api/docs', '/api/guides', '/']))
    for (const link of links) expect([link, (await get(link, BROWSER)).status]).toEqual([link, 200])
  })

  it.each(WRONG.filter((path) => !path.startsWith('/oauth')))(
    '%s is a problem for a program',
    async (path) => {
      for (const accept of ['*/*', 'application/json'])
        expect((await get(path, { accept })).body).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    },
  )

  it('/oauth/nothing has an error of OAuth for a program', async () => {
    expect((await get('/oauth/nothing')).body).toMatchObject({ error: 'invalid_request' })
  })

  it('a record that does not exist is a problem for a browser, too', async () => {
    const { headers, body } = await get('/api/articles/nothing', BROWSER)
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(body).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})
