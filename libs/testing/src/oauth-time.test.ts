import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

const PASSWORD = 'maroon kettle drifts'
const REDIRECT_URI = 'https://app.example.org/callback'
const CLIENT = { client_id: 'app', client_secret: 'thirty-two characters of a secret' }
const VERIFIER = 'a-verifier-of-forty-three-characters-or-more'
const ANSWER = createHash('sha256').update(VERIFIER).digest('base64url')

describe.each(['memory', 'pglite'] as const)('the time of OAuth on %s', (database) => {
  let service: TestService
  let names = 0
  let [id, username] = ['', '']
  beforeAll(async () => {
    service = await startService({
      database,
      settings: {
        OAUTH_CLIENT_ID: CLIENT.client_id,
        OAUTH_CLIENT_SECRET: CLIENT.client_secret,
        OAUTH_REDIRECT_URIS: REDIRECT_URI,
      },
    })
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    names += 1
    username = `ada${names}`
    id = String((await service.seed.user(username, { password: PASSWORD })).id)
  })

  const post = async (path: string, fields: Readonly<Record<string, string>>) =>
    service.anonymous.rest<Record<string, string>>('POST', path, {
      body: new URLSearchParams({ ...CLIENT, ...fields }),
    })
  const token = (fields: Readonly<Record<string, string>>) => post('/oauth/token', fields)
  const signIn = async () => (await token({ grant_type: 'password', username, password: PASSWORD })).body
  const refresh = (refresh_token = '') => token({ grant_type: 'refresh_token', refresh_token })

  describe('C7.5 an access token is valid for fifteen minutes', () => {
    const isActive = async (text = '') => (await post('/oauth/introspect', { token: text })).body['active']

    it('and thirty seconds longer, for clocks that differ (C7.2)', async () => {
      const { access_token } = await signIn()
      await service.clock.advance('929s')
      expect(await isActive(access_token)).toBe(true)
      await service.clock.advance('3s')
      expect(await isActive(access_token)).toBe(false)
    })
  })

  describe('C7.5 a refresh token is valid for thirty days', () => {
    it('and its successor for thirty days more', async () => {
      const first = await signIn()
      await service.clock.advance('2591999s')
      const second = (await refresh(first['refresh_token'])).body
      await service.clock.advance('2591999s')
      expect((await refresh(second['refresh_token'])).status).toBe(200)
    })

    it('and no second longer', async () => {
      const { refresh_token } = await signIn()
      await service.clock.advance('2592001s')
      expect((await refresh(refresh_token)).body['error']).toBe('invalid_grant')
    })

    it('C15.3 a second use of a refresh token is a repetition for ten seconds, and then ends its session', async () => {
      const { refresh_token } = await signIn()
      const { body } = await refresh(refresh_token)
      await service.clock.advance('9s')
      expect((await refresh(refresh_token)).body['refresh_token']).toBe(body['refresh_token'])
      await service.clock.advance('1s')
      expect((await refresh(refresh_token)).body['error']).toBe('invalid_grant')
      expect((await refresh(body['refresh_token'])).body['error']).toBe('invalid_grant')
    })
  })

  describe('C7.5 the pages', () => {
    const address = `/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: 'app',
      redirect_uri: REDIRECT_URI,
      code_challenge: ANSWER,
      code_challenge_method: 'S256',
    })}`
    let cookie = ''
    beforeEach(() => void (cookie = ''))
    const visit = async (fields?: Readonly<Record<string, string>>) => {
      const body = fields && new URLSearchParams(fields)
      const answer = await service.anonymous.rest<string>(fields ? 'POST' : 'GET', address, {
        body,
        headers: { cookie },
      })
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
      const proof = /name="proof" value="([^"]+)"/.exec(answer.body)?.[1] ?? ''
      return { text: answer.body, location: answer.headers.get('location'), proof }
    }
    /** The code of a person who signs in and agrees, or has agreed before. */
    const getCode = async (): Promise<string> => {
      const { proof } = await visit()
      await visit({ proof, choice: 'sign-in', username, password: PASSWORD })
      const asked = await visit()
      const { location } = asked.location ? asked : await visit({ proof: asked.proof, choice: 'allow' })
      return new URL(location ?? '').searchParams.get('code') ?? ''
    }
    const redeem = (code: string) =>
      token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER })

    it('a code is valid for a minute', async () => {
      const [early, late] = [await getCode(), await getCode()]
      await service.clock.advance('59s')
      expect((await redeem(early)).status).toBe(200)
      await service.clock.advance('2s')
      expect((await redeem(late)).body['error']).toBe('invalid_grant')
    })

    it('a second use of a code after its minute still ends its tokens', async () => {
      const code = await getCode()
      const { refresh_token } = (await redeem(code)).body
      await service.clock.advance('1d')
      await redeem(code)
      expect((await refresh(refresh_token)).body['error']).toBe('invalid_grant')
    })

    it('a sign-in is valid for twelve hours', async () => {
      await getCode()
      await service.clock.advance('43199s')
      expect((await visit()).location).toContain('code=')
      await service.clock.advance('2s')
      expect((await visit()).text).toContain('name="password"')
    })

    it('C3.6 a sign-in is valid if all sessions ended earlier in the same second', async () => {
      const { access_token } = await signIn()
      await service.anonymous.rest('POST', '/graphql', {
        body: { query: 'mutation { signOutEverywhere }' },
        headers: { authorization: `Bearer ${access_token}` },
      })
      expect((await redeem(await getCode())).status).toBe(200)
    })

    it('C3.2 a suspended user gets no tokens for a code or a refresh token', async () => {
      const code = await getCode()
      const { refresh_token } = await signIn()
      const suspend = 'mutation ($id: ID!) { updateUser(input: { id: $id, status: SUSPENDED }) { id } }'
      await service.as('ADMIN').graphql(suspend, { id })
      expect((await redeem(code)).body['error']).toBe('invalid_grant')
      expect((await refresh(refresh_token)).body['error']).toBe('invalid_grant')
    })
  })
})
