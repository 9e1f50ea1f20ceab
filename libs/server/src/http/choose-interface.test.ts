import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { chooseInterface, nameRoute } from './choose-interface.ts'
import { findRoute } from './routes.ts'

const ask = (target: string, accept?: string, method = 'GET') => {
  const request = new IncomingMessage(new Socket())
  if (accept !== undefined) request.headers.accept = accept
  const path = target.split('?')[0] ?? ''
  return { request, method, target, path, route: findRoute(path) }
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

it.each([
  '/graphql',
  '/graphql/x/y',
  '/api',
  '/api/',
  '/API/nothing',
  '/access',
  '/access/x',
  '/access/v1/evaluation',
  '/.well-known/authzen-configuration/',
])('C9.1 a request for %s counts before it is answered', (path) =>
  expect(findRoute(path).isCounted).toBe(true),
)
it.each(['/', '/oauth/token', '/readyz', '/apix', '/account/password', '/healthz'])(
  'C9.1 %s counts by its own rules',
  (path) => expect(findRoute(path).isCounted).toBeUndefined(),
)

it.each([
  '/graphql/stream',
  '/graphql/x',
  '/api/docs',
  '/api/',
  '/oauth',
  '/oauth/token',
  '/oauth/authorized',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/x',
])('C10.2 pages of other origins may use %s', (path) => expect(findRoute(path).isForOrigins).toBe(true))
it.each([
  '/oauth/authorize',
  '/OAuth/authorize/',
  '/oauth/authorize/x',
  '/',
  '/metrics',
  '/account/password',
  '/apix',
])('C10.2 pages of other origins may not use %s', (path) =>
  expect(findRoute(path).isForOrigins).toBeUndefined(),
)

it.each(['/healthz', '/healthz/', '/HEALTHZ'])('C1.4 %s is the probe', (path) =>
  expect(findRoute(path).answeredBy).toBe('liveness'),
)

it.each([
  ['/api/errors/X1', '/api/errors/:code'],
  ['/account/email', '/account/email'],
  ['/account/export/abc', '/account/export/:link'],
  ['/api/articles', '/api/articles'],
  ['/api/nothing/1', 'none'],
  ['/graphql/x', 'none'],
  ['/oauth/token', '/oauth/token'],
  ['/oauth/x', 'none'],
  ['/x', 'none'],
  ['', 'none'],
])('C10.5 the log has the template of %j, %s', (path, expected) =>
  expect(nameRoute({ path, route: findRoute(path) }, rest)).toBe(expected),
)
