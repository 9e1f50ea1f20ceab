import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser, requireUser, updateUser, unconditional, type UserId } from '@content-service/domain'
import jwt from 'jsonwebtoken'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService, type EmbeddedService } from '../../src/start/embedded.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { fillDataDirectory } from '../support/processes/migrated-database.ts'
import { JWT_SECRET } from '../support/service.ts'

const PASSWORD = 'short'
const ADDRESS = '192.0.2.7'

let folder: string
let service: EmbeddedService
let ada: UserId
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-service-'))
  const settings = readSettings({
    DATA_DIR: folder,
    JWT_SECRET,
    SAMPLE_CONTENT: 'false',
    SIGN_UP_LIMIT: '100',
    RATE_LIMIT_ANONYMOUS: '5',
  })
  service = await createService(settings, pino({ level: 'silent' }), {
    passwordRule: (password) => (password.length < 5 ? 'must have 5 characters' : null),
    confirmsEmail: false,
  })
  const visitor = await service.contextFor({ headers: {}, address: '192.0.2.1' })
  ada = (await createUser(visitor, { username: 'ada', email: 'ada@example.org', password: PASSWORD })).id
}, 60_000)
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

/** A token of the team, which has the secret of the service. */
const issueToken = (more: object = {}): string =>
  jwt.sign({ sub: String(ada), ...more }, JWT_SECRET, { expiresIn: 60 })
const contextOf = (authorization: string) =>
  service.contextFor({ headers: { authorization }, address: ADDRESS })
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'DONE',
    (error: { readonly code?: unknown }) => error.code,
  )

describe('a service inside another server', () => {
  it('hands over the first administrator with the password (C10.1)', async () => {
    const { user, madePassword } = service.firstAdministrator ?? {}
    expect(user?.username).toBe('admin')
    const caller = await contextOf(`Basic ${btoa(`admin:${madePassword}`)}`)
    expect(requireUser(caller)).toBe(user?.id)
  })

  it('runs operations as the sender of a request', async () => {
    expect(requireUser(await contextOf(`Bearer ${issueToken()}`))).toBe(ada)
    expect(requireUser(await contextOf(`Basic ${btoa(`ada:${PASSWORD}`)}`))).toBe(ada)
    expect((await service.contextFor({ headers: {}, address: ADDRESS })).caller.id).toBeNull()
  })

  it.each([
    ['Bearer x', 'INVALID_TOKEN'],
    [`Basic ${btoa('ada:wrong')}`, 'UNAUTHENTICATED'],
    ['Digest x', 'UNAUTHENTICATED'],
  ])('refuses the credential %j', async (authorization, code) => {
    expect(await codeOf(contextOf(authorization))).toBe(code)
  })

  it('counts each request without a credential for its address', async () => {
    const ask = () => codeOf(service.contextFor({ headers: {}, address: '192.0.2.99' }))
    const codes = [await ask(), await ask(), await ask(), await ask(), await ask(), await ask()]
    expect(codes).toEqual(['DONE', 'DONE', 'DONE', 'DONE', 'DONE', 'RATE_LIMITED'])
  })

  it('signs in with the password that the rule of the team accepts', async () => {
    const signIn = (password: string) =>
      service.signIn({ login: 'ada@example.org', password, address: ADDRESS })
    expect(await signIn(PASSWORD)).toMatchObject({ kind: 'signed-in' })
    expect(await signIn('wrong')).not.toMatchObject({ kind: 'signed-in' })
  })

  it('refuses the password that the rule of the team refuses', async () => {
    const visitor = await service.contextFor({ headers: {}, address: '192.0.2.2' })
    const created = createUser(visitor, { username: 'bob', email: 'bob@example.org', password: 'four' })
    await expect(created).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['password'] }],
    })
  })

  it('changes an address without a mail, after the proof of the owner', async () => {
    const change = { email: 'lovelace@example.org', currentPassword: PASSWORD }
    const context = await contextOf(`Bearer ${issueToken()}`)
    expect((await updateUser(context, ada, change, unconditional)).email).toBe('lovelace@example.org')
  })

  it('answers its own addresses in the server of the team', async () => {
    const server = createServer(service.listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    server.close()
  })
})

it('a service that cannot open its database closes all that it opened', async () => {
  const settings = readSettings({ DATABASE_URL: 'postgres://127.0.0.1:1/none', JWT_SECRET })
  await expect(createService(settings, pino({ level: 'silent' }))).rejects.toThrow()
})

it('stops the server of the program while a stream is open (C10.4)', async () => {
  const own = await mkdtemp(join(tmpdir(), 'embedded-stop-'))
  await fillDataDirectory(own)
  const settings = readSettings({ DATA_DIR: own, JWT_SECRET, SAMPLE_CONTENT: 'false' })
  const embedded = await createService(settings, pino({ level: 'silent' }))
  const server = createServer(embedded.listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stream = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: 'subscription { articlePublished { id } }' }),
  })
  expect(stream.status).toBe(200)
  const read = stream.text()
  await embedded.stop(server)
  expect(await read).toContain('retry:')
  expect(server.listening).toBe(false)
  await rm(own, { recursive: true })
}, 20_000)
