import jwt from 'jsonwebtoken'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPerson } from '../support/person.ts'
import { openPostOffice, readCode, type PostOffice } from '../support/post-office.ts'
import {
  AS_ADMIN,
  basic,
  JWT_SECRET,
  startTestService,
  type Answer,
  type TestService,
} from '../support/service.ts'

const PASSWORD = 'a lamp, a kettle, a stone'
const OTHER = 'seven quiet orange boats'
const CLIENT = { client_id: 'app', client_secret: 'thirty-two characters of a secret' }

let post: PostOffice
let service: TestService
beforeAll(async () => {
  post = await openPostOffice()
  service = await startTestService('PostgreSQL', {
    SMTP_URL: post.url,
    TRUST_PROXY: '127.0.0.1',
    OAUTH_CLIENT_ID: CLIENT.client_id,
    OAUTH_CLIENT_SECRET: CLIENT.client_secret,
    OAUTH_REDIRECT_URIS: 'https://app.example.org/callback',
  })
}, 60_000)
afterAll(async () => {
  await service.stop()
  await post.close()
})

/** Makes a change that otherwise only the passing of time makes. */
const runStatement = async (statement: string, id: string): Promise<void> => {
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  expect((await client.query(statement, [id])).rowCount).toBe(1)
  await client.end()
}

const SIGN_UP = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id email } }'
const readEmail = (name: string): string => `${name}@example.org`

interface Somebody {
  readonly id: string
  readonly as: string
  readonly email: string
}

let addresses = 0
/** A user who has signed up, and has not opened the mail that asks for a confirmation. */
const signUp = async (name: string): Promise<Somebody> => {
  const input = { username: name, email: readEmail(name), password: PASSWORD }
  const { body } = await service.graphql(SIGN_UP, { input }, null)
  return { id: body.data.createUser.id, as: basic(name, PASSWORD), email: input.email }
}
const operatorToken = (id: string, secondsAgo: number): string => {
  const now = Math.floor(Date.now() / 1_000)
  return `Bearer ${jwt.sign({ sub: id, iat: now - secondsAgo, exp: now + 600 }, JWT_SECRET)}`
}
/** A new address for each call, so that failures do not count together. */
const nextAddress = () => {
  addresses += 1
  return { 'x-forwarded-for': `192.0.2.${addresses}` }
}
const patchMe = (
  as: string | null,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  service.call('PATCH', '/api/me', { as, body, headers: { ...nextAddress(), ...headers } })
const createKey = async ({ as }: Somebody, scopes: readonly string[]): Promise<string> =>
  (await service.call('POST', '/api/api-keys', { as, body: { name: 'robot', scopes } })).body.key
const confirm = (token: string): Promise<Answer> =>
  service.call('POST', '/api/me/email-confirmation', { as: null, body: { token } })
const tokens = async (fields: Readonly<Record<string, string>>) => {
  const body = new URLSearchParams({ ...CLIENT, ...fields })
  const response = await fetch(`${service.url}/oauth/token`, { method: 'POST', body })
  return (await response.json()) as { readonly access_token: string; readonly refresh_token: string }
}

describe('C12.4 a user who changes their own address', () => {
  it('needs the password with an API key; then the new address waits for its mail, over both interfaces', async () => {
    const ann = await signUp('ann')
    await post.letterTo(ann.email)
    const key = { 'x-api-key': await createKey(ann, ['users:read', 'users:write']) }
    const email = 'ann@example.net'
    expect((await patchMe(null, { email }, key)).status).toBe(403)
    const changed = await patchMe(null, { email, currentPassword: PASSWORD }, key)
    expect([changed.status, changed.body.email, changed.body.pendingEmail]).toEqual([200, ann.email, email])
    expect(JSON.stringify(changed.body)).not.toContain(PASSWORD)
    expect((await post.letterTo(ann.email)).text).toContain('a***@e***.net')
    const { body } = await service.graphql('{ currentUser { email pendingEmail } }', {}, ann.as)
    expect(body.data.currentUser).toEqual({ email: ann.email, pendingEmail: email })
    const token = readCode(await post.letterTo(email))
    expect((await confirm(token)).status).toBe(204)
    const after = await service.graphql('{ currentUser { email pendingEmail } }', {}, ann.as)
    expect(after.body.data.currentUser).toEqual({ email, pendingEmail: null })
    expect((await confirm(token)).status).toBe(422)
  })

  it('needs no password with a token that the operator signed less than ten minutes ago', async () => {
    const { id } = await signUp('ben')
    // Otherwise the token would be older than the account.
    await runStatement(
      "update users set tokens_valid_from = tokens_valid_from - interval '1 hour' where id = $1",
      id,
    )
    const old = await patchMe(operatorToken(id, 601), { email: 'ben@example.net' })
    expect([old.status, old.body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await patchMe(operatorToken(id, 500), { email: 'ben@example.net' })).status).toBe(200)
  })

  it('must sign in again ten minutes after the password: a refresh does not renew that time', async () => {
    const cid = await signUp('cid')
    const session = await tokens({ grant_type: 'password', username: 'cid', password: PASSWORD })
    expect((await patchMe(`Bearer ${session.access_token}`, { email: 'cid@example.net' })).status).toBe(200)
    await runStatement(
      "update oauth_sessions set signed_in_at = signed_in_at - interval '10 minutes' where user_id = $1",
      cid.id,
    )
    const refreshed = await tokens({ grant_type: 'refresh_token', refresh_token: session.refresh_token })
    expect((await patchMe(`Bearer ${refreshed.access_token}`, { email: 'cid@example.com' })).status).toBe(403)
  })

  it('needs the password with a token of narrowed scopes', async () => {
    await signUp('dan')
    const grant = { grant_type: 'password', username: 'dan', password: PASSWORD }
    const narrow = await tokens({ ...grant, scope: 'users:read users:write' })
    const as = `Bearer ${narrow.access_token}`
    expect((await patchMe(as, { email: 'dan@example.net' })).status).toBe(403)
    expect((await patchMe(as, { email: 'dan@example.net', currentPassword: PASSWORD })).status).toBe(200)
  })

  it('waits after wrong passwords like after failed sign-ins', async () => {
    const { id } = await signUp('eli')
    const wrong = () =>
      service.graphql(
        `mutation { updateUser(input: { id: "${id}", email: "eli@example.net", currentPassword: "wrong" }) { id } }`,
        {},
        operatorToken(id, 0),
      )
    const codes: string[] = []
    for (let index = 0; index < 11; index += 1) codes.push((await wrong()).body.errors[0].extensions.code)
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'BAD_USER_INPUT'), 'RATE_LIMITED'])
  })

  it('sees the pending address, which other callers see only with users:read', async () => {
    const { id } = await signUp('fay')
    await service.graphql(
      'mutation ($id: ID!) { updateUser(input: { id: $id, email: "fay@example.net" }) { id } }',
      { id },
      operatorToken(id, 0),
    )
    const seen = async (as?: string) =>
      (await service.graphql('query ($id: ID!) { user(id: $id) { pendingEmail } }', { id }, as)).body.data
        .user
    const stranger = await signUp('gus')
    expect([await seen(), await seen(operatorToken(id, 0)), await seen(stranger.as)]).toEqual([
      { pendingEmail: 'fay@example.net' },
      { pendingEmail: 'fay@example.net' },
      null,
    ])
  })
})

describe('C12.4 a sign-up', () => {
  it('is confirmed by the code of its mail, on a page that another site cannot send', async () => {
    const hal = await signUp('hal')
    const letter = await post.letterTo(hal.email)
    const page = /http\S+\/account\/email/.exec(letter.text)?.[0] ?? ''
    const code = readCode(letter)
    const forged = await fetch(page, { method: 'POST', body: new URLSearchParams({ code }) })
    expect(forged.status).toBe(403)
    const person = aPerson(service.url)
    expect((await person.open(page)).status).toBe(200)
    expect((await person.send({ code })).text).toContain('Your email address is confirmed')
    expect((await person.open(page)).status).toBe(200)
    expect((await person.send({ code })).status).toBe(422)
  })

  it('can sign in and act as READER before its confirmation', async () => {
    const { as } = await signUp('ivy')
    expect((await service.call('PATCH', '/api/me', { as, body: { name: 'Ivy' } })).status).toBe(200)
  })

  it('of another person’s address ends when its owner resets the password: the key and the password of the sign-up end', async () => {
    const thief = await signUp('jan')
    const key = await createKey(thief, ['users:read'])
    await service.graphql('mutation { requestPasswordReset(email: "jan@example.org") }', {}, null)
    await post.letterTo(thief.email)
    const token = readCode(await post.letterTo(thief.email))
    await service.call('POST', '/api/users/passwords', { as: null, body: { token, password: OTHER } })
    const byKey = await service.call('GET', '/api/me', { as: null, headers: { 'x-api-key': key } })
    const byPassword = await service.call('GET', '/api/me', { as: thief.as })
    expect([byKey.status, byPassword.status]).toEqual([401, 401])
    expect((await service.call('GET', '/api/me', { as: basic('jan', OTHER) })).status).toBe(200)
  })

  it('keeps the keys that were made after its confirmation', async () => {
    const kim = await signUp('kim')
    await confirm(readCode(await post.letterTo(kim.email)))
    const key = await createKey(kim, ['users:read'])
    await service.call('POST', '/api/users/password-resets', { as: null, body: { email: kim.email } })
    const token = readCode(await post.letterTo(kim.email))
    await service.call('POST', '/api/users/passwords', { as: null, body: { token, password: OTHER } })
    const byKey = await service.call('GET', '/api/me', { as: null, headers: { 'x-api-key': key } })
    expect(byKey.status).toBe(200)
  })
})

describe('C3.4 conflicts that reveal accounts', () => {
  const CONFLICT = [409, 'CONFLICT']
  const WAIT = [429, 'RATE_LIMITED']

  it.each([
    ['an address by PATCH', { email: 'admin@example.org' }],
    ['a username by PATCH', { username: 'admin' }],
  ])('%s is throttled by the account of the caller', async (name, body) => {
    const { id } = await signUp(name.replaceAll(' ', '-'))
    const headers = nextAddress()
    const told: unknown[] = []
    for (let index = 0; index < 11; index += 1) {
      const answer = await service.call('PATCH', '/api/me', { as: operatorToken(id, 0), body, headers })
      told.push([answer.status, answer.body.code])
    }
    expect(told).toEqual([...Array.from({ length: 10 }, () => CONFLICT), WAIT])
  })

  it.each<[string, string, string, (email: string) => object]>([
    ['POST', 'POST', '/api/users', (email) => ({ email })],
    ['PUT that creates', 'PUT', '/api/users/77777', (email) => ({ name: 'N', email })],
    ['invitation', 'POST', '/api/users/invitations', (email) => ({ email })],
    [
      'bulk',
      'POST',
      '/graphql',
      (email) => ({
        query: 'mutation ($users: [CreateUserInput!]!) { bulkCreateUsers(users: $users) { id } }',
        variables: { users: [{ username: 'bulk', email, password: PASSWORD }] },
      }),
    ],
  ])('C15.6 %s tells nothing to a caller who reads all users', async (_, method, path, bodyOf) => {
    const headers = nextAddress()
    const codes: string[] = []
    for (let index = 0; index < 25; index += 1) {
      const { body } = await service.call(method, path, { body: bodyOf('admin@example.org'), headers })
      codes.push(body.code ?? body.errors?.[0].extensions.code)
    }
    expect(codes).toEqual(Array.from({ length: 25 }, () => 'CONFLICT'))
  })
})

describe('C15.6 a wait after conflicts', () => {
  const signUpTaken = (headers: Readonly<Record<string, string>>, name: string) =>
    service.call('POST', '/graphql', {
      as: null,
      headers,
      body: {
        query: 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
        variables: { input: { username: 'admin', email: `${name}@example.org`, password: PASSWORD } },
      },
    })

  it('of sign-ups holds for sign-ups from the address alone', async () => {
    const headers = nextAddress()
    for (let index = 0; index < 25; index += 1) await signUpTaken(headers, `taken-${index}`)
    const { body } = await signUpTaken(headers, 'another')
    expect(body.errors[0].extensions.code).toBe('RATE_LIMITED')
    const byPassword = { as: AS_ADMIN, headers }
    expect((await service.call('GET', '/api/me', byPassword)).status).toBe(200)
    for (const [path, email] of [
      ['/api/users', 'made-meanwhile@example.org'],
      ['/api/users/invitations', 'invited-meanwhile@example.org'],
    ] as const)
      expect((await service.call('POST', path, { ...byPassword, body: { email } })).status).toBe(201)
  })

  it('of an account makes its own changes of names wait from each address, and nothing else', async () => {
    const { id } = await signUp('eager')
    const as = operatorToken(id, 0)
    const change = (body: object) => service.call('PATCH', '/api/me', { as, body, headers: nextAddress() })
    for (let index = 0; index < 10; index += 1) expect((await change({ username: 'admin' })).status).toBe(409)
    expect((await change({ username: 'eager-again' })).status).toBe(429)
    expect((await change({ name: 'Eager' })).status).toBe(200)
    const headers = nextAddress()
    expect((await service.call('GET', '/api/me', { as: basic('eager', PASSWORD), headers })).status).toBe(200)
  })
})
