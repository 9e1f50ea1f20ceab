import type { OAuthClient } from '@content-service/domain/internal/clients'
import { describe, expect, it } from 'vitest'
import { digest } from '../secrets/secrets.ts'
import type { OAuthRequest } from '../web/http.ts'
import { createOAuthHandler } from './oauth-handler.ts'
import type { OAuthServices } from './oauth-server.ts'

const SECRET = 'thirty-two characters of a secret'
const CLIENT = { id: 'app', secretHash: digest(SECRET), grants: [] } as unknown as OAuthClient

/** A server with one client that may use no grant. */
const aServer = (reads: string[]): OAuthServices => {
  const get = (id: string) => {
    reads.push(id)
    return Promise.resolve(id === CLIENT.id ? CLIENT : null)
  }
  const stores = { clients: { get }, audit: { addRefusals: () => Promise.resolve() } }
  const server = { issuer: 'https://example.org', now: () => new Date(), recording: () => stores }
  return server as unknown as OAuthServices
}

const REQUEST: OAuthRequest = {
  path: '/oauth/token',
  query: '',
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(`grant_type=password&client_id=app&client_secret=${encodeURIComponent(SECRET)}`),
  address: '203.0.113.1',
  id: 'request',
}

describe('C9.1 a request of a client', () => {
  it('counts for the client and acts for it, after one read of the client', async () => {
    const reads: string[] = []
    const counted: (string | null)[] = []
    const answer = createOAuthHandler(aServer(reads))
    const { status, body } = await answer(REQUEST, async (client) => void counted.push(client))
    expect([status, body]).toEqual([400, expect.stringContaining('unauthorized_client')])
    expect([reads, counted]).toEqual([['app'], ['app']])
  })
})
