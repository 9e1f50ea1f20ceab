import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { aPerson, createChallenge, VERIFIER } from '../support/person.ts'
import { readCode, openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startProgram, type RunningProgram } from '../support/processes/processes.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { ADMIN, ADMIN_PASSWORD, basic } from '../support/service.ts'
import { aTeller, type Teller } from '../support/told.ts'

const CLIENT_SECRET = 'the-secret-of-the-first-client-0123456789'
const JWT_SECRET = 'the secret that signs the tokens of this test'
const CALLBACK = 'http://127.0.0.1:9/callback'

let folder: string
let url: string
let drop: () => Promise<void>
let post: PostOffice
let program: RunningProgram
let base: string
let teller: Teller

/** A real process with the most detailed log. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-service-'))
  ;({ url, drop } = await createMigratedDatabase())
  post = await openPostOffice()
  program = startProgram('start.js', [], {
    PORT: '0',
    LOG_LEVEL: 'trace',
    DATABASE_URL: url,
    SAMPLE_CONTENT: 'false',
    SMTP_URL: post.url,
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD,
    JWT_SECRET,
    OAUTH_CLIENT_ID: 'app',
    OAUTH_CLIENT_SECRET: CLIENT_SECRET,
    OAUTH_REDIRECT_URIS: CALLBACK,
  })
  base = (await program.said(/GraphQL and GraphiQL +(\S+)\/graphql/))[1] ?? ''
  teller = aTeller(base)
  ;[ADMIN_PASSWORD, CLIENT_SECRET, JWT_SECRET].forEach((secret) => teller.secret(secret))
}, 60_000)
afterAll(async () => {
  program.process.kill('SIGINT')
  await program.ended()
  await post.close()
  await drop()
  await rm(folder, { recursive: true, force: true })
})

const form = (fields: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams({ client_id: 'app', client_secret: CLIENT_SECRET, ...fields })
const tokens = async (fields: Readonly<Record<string, string>>) => {
  const answer = await teller.ask('POST', '/oauth/token', { body: form(fields) })
  const { access_token: access = '', refresh_token: refresh } = (await answer.json()) as Record<
    string,
    string
  >
  return { access: teller.secret(access), refresh: refresh === undefined ? '' : teller.secret(refresh) }
}
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
/** A token, because Basic must wait after many guesses. */
let asAdmin: ReturnType<typeof bearer>

/** A wrong use of every secret: no response may repeat the secret. */
const mishandle = async (secret: string): Promise<void> => {
  const text = JSON.stringify(secret)
  const credentials: readonly Record<string, string>[] = [
    { authorization: `Bearer ${secret}x` },
    { authorization: basic('admin', `${secret}x`) },
    { authorization: `Token ${secret}` },
    { 'x-api-key': `${secret}x` },
    { authorization: `Bearer ${secret}`, 'x-api-key': secret },
  ]
  for (const headers of credentials)
    for (const path of ['/api/users', '/graphql?query={__typename}'])
      await teller.overheard('GET', path, { headers })
  const documents = [
    `mutation { createUser(input: { username: "x", email: "no", password: ${text} }) { id } }`,
    `mutation { createUser(input: { username: "x", password: ${text} }) { id } }`,
    `mutation { changePassword(current: ${text}, next: "short") }`,
    `mutation { updateUser(input: { id: "2", email: "x@example.net", currentPassword: ${text} }) { id } }`,
    `mutation { updateUser(input: { id: "2", email: 7, currentPassword: ${text} }) { id } }`,
    `mutation { confirmEmail(token: ${text}) }`,
    `mutation { resetPassword(token: ${text}, password: ${text}) }`,
    `mutation { createUser(${text}) { id } }`,
    `mutation { createUser(input: [{ password: ${text} }]) { id } }`,
    `mutation { nothing(secret: ${text}) }`,
    `mutation { createUser(input: ${text}) { id } `,
  ]
  for (const query of documents)
    await teller.overheard('POST', '/graphql', { ...asAdmin, body: JSON.stringify({ query }) })
  const variables = { input: { username: 'x', email: 7, password: secret } }
  const query = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }'
  await teller.overheard('POST', '/graphql', { body: JSON.stringify({ query, variables }) })
  for (const path of ['/api/users', '/api/users/passwords', '/api/me/password', '/api/me/second-factor'])
    for (const body of [`{"password": ${text}, "email": 7}`, `{"password": ${text}`, text])
      await teller.overheard('POST', path, { ...asAdmin, body })
  for (const path of ['/api/me', '/api/users/2'])
    for (const email of ['"x@example.net"', '7'])
      await teller.overheard('PATCH', path, {
        ...asAdmin,
        body: `{"email": ${email}, "currentPassword": ${text}}`,
      })
  for (const grant of ['password', 'refresh_token', 'authorization_code', 'nonsense'])
    await teller.overheard('POST', '/oauth/token', {
      body: form({
        grant_type: grant,
        username: 'admin',
        password: `${secret}x`,
        refresh_token: secret,
        code: secret,
      }),
    })
  await teller.overheard('POST', '/oauth/token', {
    body: form({ grant_type: 'password', client_secret: `${secret}x` }),
  })
  await teller.overheard('POST', '/oauth/revoke', { body: form({ token: `${secret}x` }) })
  await teller.overheard('POST', '/oauth/introspect', { body: form({ token: secret, client_secret: 'x' }) })
  await teller.overheard('POST', '/account/password', {
    body: new URLSearchParams({ code: 'x', password: secret }),
  })
}

/** Uses each kind of credential correctly. */
const useEverything = async (): Promise<readonly string[]> => {
  const ofAdmin = { grant_type: 'password', username: ADMIN, password: ADMIN_PASSWORD }
  asAdmin = bearer((await tokens(ofAdmin)).access)
  const byPassword = await tokens(ofAdmin)
  const refreshed = await tokens({ grant_type: 'refresh_token', refresh_token: byPassword.refresh })
  // Then the first token is no repetition, but a reuse (C15.3).
  await tokens({ grant_type: 'refresh_token', refresh_token: refreshed.refresh })
  await teller.overheard('POST', '/oauth/token', {
    body: form({ grant_type: 'refresh_token', refresh_token: byPassword.refresh }),
  })
  await teller.overheard('GET', '/api/users', bearer(refreshed.access))
  const { access } = await tokens({ grant_type: 'client_credentials' })
  await teller.overheard('GET', '/api/articles', bearer(access))
  const made = await teller.ask('POST', '/api/api-keys', {
    ...asAdmin,
    body: JSON.stringify({ name: 'k', scopes: ['users:read'] }),
  })
  const key = teller.secret(((await made.json()) as { readonly key: string }).key)
  await teller.overheard('GET', '/api/users', { headers: { 'x-api-key': key } })
  return [
    ...(await secretsOfAClient()),
    byPassword.access,
    refreshed.refresh,
    access,
    key,
    await codeOfAPerson(),
    ...(await secretsOfNora()),
  ]
}

/** C12.2: uses both secrets of a client. */
const secretsOfAClient = async (): Promise<readonly string[]> => {
  const createSecretRecord = async (
    path: string,
    body: object,
  ): Promise<{ readonly id: string; readonly secret: string }> => {
    const answer = await teller.ask('POST', path, { ...asAdmin, body: JSON.stringify(body) })
    return (await answer.json()) as { readonly id: string; readonly secret: string }
  }
  const { id, secret: first } = await createSecretRecord('/api/oauth-clients', {
    name: 'c',
    grants: ['CLIENT_CREDENTIALS'],
  })
  const { secret: second } = await createSecretRecord(`/api/oauth-clients/${id}/secret`, {})
  const secrets = [teller.secret(first), teller.secret(second)]
  for (const client_secret of secrets)
    await teller.ask('POST', '/oauth/token', {
      body: form({ grant_type: 'client_credentials', client_id: id, client_secret }),
    })
  return secrets
}

/** The code of a person who lets a client have access. */
const codeOfAPerson = async (): Promise<string> => {
  const person = aPerson(base)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'app',
    redirect_uri: CALLBACK,
    code_challenge: createChallenge(VERIFIER),
    code_challenge_method: 'S256',
  })
  const answered = await person.allow(`${base}/oauth/authorize?${query}`)
  const code = teller.secret(answered.searchParams.get('code') ?? '')
  teller.secret(person.cookie().split('=')[1] ?? '')
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
  await tokens(exchange)
  await teller.overheard('POST', '/oauth/token', { body: form(exchange) })
  return code
}

/** A user who is invited, chooses a password, forgets the password, and enables a second factor. */
const secretsOfNora = async (): Promise<readonly string[]> => {
  await teller.graphql('mutation { inviteUser(email: "nora@example.org") { id } }', asAdmin)
  const code = teller.secret(readCode(await post.letterTo('nora@example.org')))
  const password = teller.secret('maroon kettle drifts by')
  await teller.graphql(`mutation { resetPassword(token: "${code}", password: "${password}") }`)
  await teller.graphql('mutation { requestPasswordReset(email: "nora@example.org") }')
  const second = teller.secret(readCode(await post.letterTo('nora@example.org')))
  const asNora = { headers: { authorization: basic('nora', password) } }
  const begun = await teller.graphql(
    `mutation { enableSecondFactor(password: "${password}") { secret } }`,
    asNora,
  )
  const secret = teller.secret((begun['enableSecondFactor'] as { readonly secret: string }).secret)
  const confirmed = await teller.graphql(
    `mutation { confirmSecondFactor(code: "${new TOTP({ secret }).generate()}") }`,
    asNora,
  )
  const recovery = (confirmed['confirmSecondFactor'] as readonly string[]).map((text) => teller.secret(text))
  return [code, second, password, secret, recovery[0] ?? '']
}

const wholeDatabase = async (): Promise<string> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query("select tablename from pg_tables where schemaname = 'public'")
  const contents: string[] = []
  for (const { tablename } of tables) {
    const { rows } = await client.query(`select t::text as row from "${tablename}" t`)
    contents.push(...rows.map(({ row }) => row))
  }
  await client.end()
  return contents.join('\n')
}

it(
  'no secret is in a log, an error, an export, the audit log or the database',
  { timeout: 120_000 },
  async () => {
    for (const secret of await useEverything()) await mishandle(secret)
    for (const secret of [ADMIN_PASSWORD, CLIENT_SECRET]) await mishandle(secret)
    const auditLog = await teller.graphql(
      '{ auditLog(first: 100) { edges { node { credential action resource resourceId address requestId } } } }',
      asAdmin,
    )
    const file = join(folder, 'export.ndjson')
    const exported = await runCommandHere(['export', file], { DATABASE_URL: url })
    const database = await wholeDatabase()
    // A stored answer appears in the dump of a row with doubled quotes.
    expect(database).toContain('""requestPasswordReset"":true')
    expect([exported.code, database.length > 10_000, teller.answers().length > 100_000]).toEqual([
      0,
      true,
      true,
    ])
    expect({
      log: teller.found(program.output() + program.errors()),
      errors: teller.found(teller.answers()),
      export: teller.found((await readFile(file, 'utf8')) + exported.output),
      audit: teller.found(JSON.stringify(auditLog)),
      database: teller.found(database),
    }).toEqual({ log: [], errors: [], export: [], audit: [], database: [] })
  },
)
