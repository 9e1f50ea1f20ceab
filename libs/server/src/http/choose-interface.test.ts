import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { chooseInterface, isCounted, isForOrigins, isLiveness } from './choose-interface.ts'

const ask = (target: string, accept?: string, method = 'GET') => {
  const request = new IncomingMessage(new Socket())
  if (accept !== undefined) request.headers.accept = accept
  return { request, method, target, path: target.split('?')[0] ?? '' }
}

/** Only this path has a route. */
const rest = { findTemplate: (path: string) => (path.startsWith('/api/articles') ? '/api/articles' : null) }

it.each([
  ['/graphql', 'graphql'],
  ['/GraphQL/', 'graphql'],
  ['/graphql/stream', 'stream'],
  ['/graphql/schema.graphql', 'express'],
  ['/graphql/assets/start.js', 'express'],
  ['/graphqlx', 'express'],
  ['/api', 'express'],
  ['/api/', 'express'],
  ['/api/docs', 'express'],
  ['/api/docs/assets/start.js', 'express'],
  ['/api/openapi.json', 'express'],
  ['/api/errors/NOT_FOUND', 'express'],
  ['/api/guides', 'express'],
  ['/api/articles', 'rest'],
  ['/API/articles/1', 'rest'],
  ['/api/%zz', 'rest'],
  ['/apix', 'express'],
  ['/oauth/token', 'express'],
  ['/', 'express'],
])('C1 %s is a request of %s', (target, expected) => {
  expect(chooseInterface(ask(target), { hasGraphiql: true, rest })).toBe(expected)
})

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'

it.each([
  ['/graphql', BROWSER, 'GET', 'express'],
  ['/graphql', BROWSER, 'HEAD', 'express'],
  ['/graphql', BROWSER, 'POST', 'graphql'],
  ['/graphql', '*/*', 'GET', 'graphql'],
  ['/graphql?query={a}', BROWSER, 'GET', 'graphql'],
  ['/api/articles', BROWSER, 'GET', 'rest'],
  ['/api/nothing', BROWSER, 'GET', 'express'],
  ['/api/nothing', '*/*', 'GET', 'rest'],
])('C1 %s with Accept: %s and %s is a request of %s', (target, accept, method, expected) => {
  expect(chooseInterface(ask(target, accept, method), { hasGraphiql: true, rest })).toBe(expected)
})

it('C5.9 a service that runs only registered documents has no GraphiQL', () => {
  expect(chooseInterface(ask('/graphql', BROWSER), { hasGraphiql: false, rest })).toBe('graphql')
})

it.each(['/graphql', '/api', '/api/nothing', '/access/v1/evaluation', '/.well-known/authzen-configuration'])(
  'C9.1 a request for %s counts before it is answered',
  (path) => expect(isCounted({ path })).toBe(true),
)
it.each(['/', '/oauth/token', '/readyz', '/apix', '/account/password', '/healthz'])(
  'C9.1 %s counts by its own rules',
  (path) => expect(isCounted({ path })).toBe(false),
)

it.each(['/graphql/stream', '/api/docs', '/oauth/token', '/.well-known/oauth-authorization-server'])(
  'C10.2 pages of other origins may use %s',
  (path) => expect(isForOrigins({ path })).toBe(true),
)
it.each(['/oauth/authorize', '/OAuth/authorize/', '/', '/metrics', '/account/password'])(
  'C10.2 pages of other origins may not use %s',
  (path) => expect(isForOrigins({ path })).toBe(false),
)

it.each(['/healthz', '/healthz/', '/HEALTHZ'])('C1.4 %s is the probe', (path) =>
  expect(isLiveness({ path })).toBe(true),
)
