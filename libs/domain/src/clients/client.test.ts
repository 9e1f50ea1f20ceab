import { describe, expect, test } from 'vitest'
import { findComplaint, refusedPaths } from '../testing/world.ts'
import { acceptClient, acceptClientId, redirectUri, type ClientInput } from './client.ts'

describe('C7.5 the addresses that receive codes', () => {
  test.each([
    'https://app.example.org/callback',
    'https://app.example.org/callback?from=content',
    'http://127.0.0.1:9000/callback',
    'http://[::1]:9000/callback',
    'http://localhost/callback',
    'com.example.app:/callback',
  ])('%s is stored unchanged', (text) => expect(redirectUri(text)).toBe(text))

  test.each([
    '',
    '/callback',
    'app.example.org',
    'http://app.example.org/callback',
    'http://127.0.0.1.example.org/callback',
    'https://app.example.org/callback#fragment',
    'https://app.example.org/a b',
    'https://app.example.org/ä',
    'javascript:alert(1)',
    'data:text/html,x',
    'app:/callback',
    `https://app.example.org/${'x'.repeat(2_000)}`,
  ])('%s is refused', (text) => expect(findComplaint(() => redirectUri(text))).toMatch(/^must/))
})

describe('C7.5 the id of a client', () => {
  test.each(['app', 'my-app.v2', '01a1fe79-2e80-779d-a450-809bfed439bc', '0', '2147483648'])(
    '%s is valid',
    (text) => expect(acceptClientId(text)).toBe(text),
  )

  test.each(['', '7', '2147483647', 'a b', 'a:b', 'ä', 'x'.repeat(101)])(
    '%s cannot be the id of a client',
    (text) => expect(findComplaint(() => acceptClientId(text))).toMatch(/^must/),
  )
})

describe('C7.5 the registration of a client', () => {
  const input: ClientInput = {
    name: 'App',
    redirectUris: ['https://app.example.org/callback'],
    grants: ['authorization_code', 'client_credentials'],
    scopes: ['articles:read'],
    public: false,
  }
  const complaints = (more: Partial<ClientInput>) =>
    refusedPaths(() => acceptClient({ ...input, ...more }, ['articles:read', 'users:read']))

  test('keeps its values without duplicates', () => {
    const { name, redirectUris, grants, scopes } = input
    const twice = { ...input, grants: [...grants, ...grants], scopes: [...scopes, ...scopes] }
    expect(acceptClient(twice, ['articles:read'])).toEqual({ name, redirectUris, grants, scopes })
  })

  test.each<[Partial<ClientInput>, readonly string[]]>([
    [{ name: ' ' }, ['name']],
    [{ grants: [] }, ['grants', 'scopes']],
    [{ grants: ['implicit'] }, ['grants']],
    [{ redirectUris: [] }, ['redirectUris']],
    [{ scopes: ['audit:read'] }, ['scopes']],
    [{ public: true }, ['grants']],
    [{ grants: ['password'] }, ['scopes']],
    [
      { redirectUris: Array.from({ length: 21 }, (_, n) => `https://app.example.org/${n}`) },
      ['redirectUris'],
    ],
  ])('%j is refused', async (more, paths) => expect(await complaints(more)).toEqual(paths))
})
