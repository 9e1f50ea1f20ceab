import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failureText } from '@content-service/domain/internal/rules'
import * as jose from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startApi } from '../support/processes/api-process.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { aDatabase, ADMIN_PASSWORD, startTestService, type TestService } from '../support/service.ts'

const CLIENT = {
  OAUTH_CLIENT_ID: 'app',
  OAUTH_CLIENT_SECRET: 'thirty-two characters of a secret',
  OAUTH_REDIRECT_URIS: 'https://app.example.org/callback',
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-service-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const serving = async (
  settings: Readonly<Record<string, string>>,
  work: (service: TestService) => Promise<void>,
) => {
  const service = await startTestService('PostgreSQL', { ...CLIENT, ...settings })
  try {
    await work(service)
  } finally {
    await service.stop()
  }
}

/** The message of a start that fails because of settings. */
const readRefusal = (settings: Readonly<Record<string, string>>): string => {
  try {
    return `no refusal of ${JSON.stringify(readSettings(settings))}`
  } catch (error) {
    return failureText(error)
  }
}

const tokenBy = async (url: string) => {
  const body = new URLSearchParams({
    grant_type: 'password',
    username: 'admin',
    password: ADMIN_PASSWORD,
    client_id: CLIENT.OAUTH_CLIENT_ID,
    client_secret: CLIENT.OAUTH_CLIENT_SECRET,
  })
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const pem = (kind: 'ec' | 'rsa'): string => {
  const { privateKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

describe('C10.2, C7.5 settings of OAuth', { timeout: 60_000 }, () => {
  it.each(['ES256', 'RS256'] as const)(
    'JWT_ALGORITHM %s: the published keys verify the tokens',
    async (algorithm) => {
      const file = join(folder, `${algorithm}.pem`)
      await writeFile(file, pem(algorithm === 'ES256' ? 'ec' : 'rsa') + pem('rsa'))
      await serving({ JWT_ALGORITHM: algorithm, JWT_PRIVATE_KEY_FILE: file }, async (service) => {
        const { access_token: token = '' } = (await tokenBy(service.url)).body
        const keys = jose.createRemoteJWKSet(new URL(`${service.url}/oauth/jwks`))
        const { payload, protectedHeader } = await jose.jwtVerify(token, keys, {
          issuer: service.url,
          audience: service.url,
          typ: 'at+jwt',
        })
        expect([payload.sub, protectedHeader.alg]).toEqual(['2', algorithm])
        expect((await service.call('GET', '/oauth/jwks')).body.keys).toHaveLength(2)
        expect((await service.call('GET', '/api/users/2', { as: `Bearer ${token}` })).status).toBe(200)
      })
    },
  )

  it('C1 the service listens on the port of AUTH_URL, which is the issuer', async () => {
    const authUrl = `http://127.0.0.1:${await freePort()}`
    await serving({ AUTH_URL: authUrl }, async (service) => {
      const metadata = await (await fetch(`${authUrl}/.well-known/oauth-authorization-server`)).json()
      expect(metadata).toMatchObject({ issuer: authUrl, token_endpoint: `${authUrl}/oauth/token` })
      const { access_token } = (await tokenBy(authUrl)).body
      expect((await service.call('GET', '/api/users/2', { as: `Bearer ${access_token}` })).status).toBe(200)
      expect((await fetch(`${authUrl}/api/users`)).status).toBe(404)
    })
  })

  it('C1 an AUTH_URL with a path also has the path after the well-known part (RFC 8414 §3.1)', async () => {
    await serving({ AUTH_URL: 'https://example.org/auth' }, async (service) => {
      const { body } = await service.call('GET', '/.well-known/oauth-authorization-server/auth')
      expect(body.issuer).toBe('https://example.org/auth')
      const page = await fetch(
        `${service.url}/oauth/authorize?${new URLSearchParams({
          client_id: 'app',
          redirect_uri: CLIENT.OAUTH_REDIRECT_URIS,
          response_type: 'code',
          code_challenge: 'x'.repeat(43),
          code_challenge_method: 'S256',
        })}`,
      )
      expect(page.headers.get('set-cookie')).toMatch(/^__Host-sign-in=.*; Secure$/)
    })
  })

  it('OAUTH_PASSWORD_GRANT=off refuses the grant, and leaves it out of the metadata', async () => {
    await serving({ OAUTH_PASSWORD_GRANT: 'off' }, async (service) => {
      expect(await tokenBy(service.url)).toMatchObject({
        status: 400,
        body: { error: 'unauthorized_client' },
      })
      const { body } = await service.call('GET', '/.well-known/oauth-authorization-server')
      expect(body.grant_types_supported).not.toContain('password')
    })
  })

  it('JWT_ISSUER and JWT_AUDIENCE are in tokens of the service, and required in other tokens', async () => {
    await serving({ JWT_ISSUER: 'an issuer', JWT_AUDIENCE: 'an audience' }, async (service) => {
      const { access_token: token = '' } = (await tokenBy(service.url)).body
      expect(jose.decodeJwt(token)).toMatchObject({ iss: 'an issuer', aud: 'an audience' })
      expect((await service.call('GET', '/api/users/2', { as: `Bearer ${token}` })).status).toBe(200)
    })
  })

  it('a start warns about the password grant', async () => {
    const { environment, remove } = await aDatabase('PostgreSQL')
    const api = await startApi({ ...CLIENT, ...environment })
    try {
      await api.program.said(/The password grant is on/)
    } finally {
      await api.stop()
      await remove()
    }
  })

  it('a start names all wrong settings together', () => {
    const errors = readRefusal({
      DATA_DIR: folder,
      JWT_ALGORITHM: 'none',
      JWT_PRIVATE_KEY_FILE: join(folder, 'missing.pem'),
      OAUTH_CLIENT_ID: '7',
      OAUTH_CLIENT_SECRET: 'a secret of thirty-one bytes...',
      OAUTH_REDIRECT_URIS: 'http://example.org/',
      AUTH_URL: 'ftp://example.org',
    })
    for (const name of [
      'JWT_ALGORITHM',
      'JWT_PRIVATE_KEY_FILE',
      'OAUTH_CLIENT_ID',
      'OAUTH_CLIENT_SECRET',
      'AUTH_URL',
    ])
      expect(errors).toContain(name)
    expect(errors).toContain('OAUTH_REDIRECT_URIS must begin with https')
    expect(errors).toContain('OAUTH_CLIENT_SECRET must be 32 to 256')
    expect(errors).toContain('To make a new secret, run: node -p')
  })

  it('the command line registers clients, and reports problems', async () => {
    const { environment, remove } = await aDatabase('PostgreSQL')
    onTestFinished(remove)
    const add = (...options: readonly string[]) => runCommandHere(['clients', 'add', ...options], environment)
    const made = await add('--name', 'Robot', '--grant', 'client_credentials', '--scope', 'products:write')
    expect([made.code, made.output]).toEqual([
      0,
      expect.stringMatching(/client_id +\S+\nclient_secret +\S{43}\n/),
    ])
    const app = await add(
      '--name',
      'App',
      '--grant',
      'authorization_code',
      '--redirect-uri',
      'a.b:/c',
      '--public',
    )
    expect([app.code, app.output]).toEqual([0, expect.not.stringContaining('client_secret')])
    const wrong = await add('--name', 'X', '--grant', 'implicit')
    expect([wrong.code, wrong.errors]).toEqual([
      2,
      expect.stringContaining('--grant must be one of authorization_code'),
    ])
    expect((await add('--nam', 'X')).errors).toContain(
      'The command clients has no option --nam; did you mean --name?',
    )
  })
})
