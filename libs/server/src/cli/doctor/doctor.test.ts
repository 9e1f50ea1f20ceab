import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMigratedDatabase } from '../../../tests/support/processes/migrated-database.ts'
import { openPostOffice } from '../../../tests/support/post-office.ts'
import { runCommandHere } from '../../../tests/support/processes/run-command.ts'
import { startTestService } from '../../../tests/support/service.ts'

const IN_PRODUCTION = {
  NODE_ENV: 'production',
  JWT_SECRET: 'a secret of thirty-two bytes or more',
  ADMIN_EMAIL: 'ada@example.com',
  TRUST_PROXY: '127.0.0.1',
}
const NOBODY = '127.0.0.1:1'

describe('C10.2 npx content-service doctor', { timeout: 60_000 }, () => {
  let database: Awaited<ReturnType<typeof createMigratedDatabase>>
  const undo: (() => Promise<unknown>)[] = []
  beforeAll(async () => void (database = await createMigratedDatabase()))
  afterAll(() => database.drop())
  afterEach(async () => {
    vi.restoreAllMocks()
    for (const each of undo.splice(0)) await each()
  })

  const run = (settings: Readonly<Record<string, string>>) =>
    runCommandHere(['doctor'], { DATABASE_URL: database.url, PORT: '0', ...settings })

  const listen = async (server: Server): Promise<string> => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    undo.push(async () => void server.close())
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const openHttp = (answer: RequestListener): Promise<string> => listen(createHttpServer(answer))

  it.each([
    ['REDIS_URL', `redis://${NOBODY}`],
    ['SMTP_URL', `smtp://${NOBODY}`],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', `http://${NOBODY}`],
    ['DATABASE_DIRECT_URL', `postgresql://${NOBODY}/none`],
    ['DATABASE_REPLICA_URLS', `postgresql://${NOBODY}/none`],
    ['DATABASE_URL', `postgresql://${NOBODY}/none`],
  ])('ends with 2 and says in a line why it cannot connect to %s', async (name, url) => {
    const { code, output } = await run({ REDIS_URL: '', [name]: url })
    const [line = '', ...others] = output.split('\n').filter((each) => each.startsWith('wrong'))
    expect([code, others]).toEqual([2, []])
    expect(line).toMatch(new RegExp(`^wrong +${name}: .*(ECONNREFUSED|not respond)`))
  })

  it('waits 5 s for servers that accept connections and do not answer', async () => {
    const silent = await listen(
      createServer((socket) => {
        socket.on('error', () => undefined)
        undo.push(async () => socket.destroy())
      }),
    )
    const begun = performance.now()
    const { code, output } = await run({
      REDIS_URL: `redis://${silent}`,
      SMTP_URL: `smtp://${silent}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${silent}`,
      BASE_URL: `http://${silent}`,
      DATABASE_URL: `postgresql://${silent}/none`,
    })
    expect([code, performance.now() - begun < 15_000]).toEqual([2, true])
    for (const name of ['REDIS_URL', 'SMTP_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'DATABASE_URL'])
      expect(output).toMatch(new RegExp(`^wrong +${name}: `, 'm'))
    expect(output).toMatch(/^better +BASE_URL: /m)
    expect(output).not.toMatch(/^ +at /m)
  })

  it('connects to a mail server, a collector and the service, and finds no problem', async () => {
    const service = await startTestService()
    const post = await openPostOffice()
    undo.push(
      () => service.stop(),
      () => post.close(),
    )
    let posted = ''
    const collector = await openHttp((request, response) => {
      posted = `${request.method} ${request.url}`
      response.setHeader('content-type', 'application/json').end('{}')
    })
    const { code, output } = await run({
      SMTP_URL: post.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector}`,
      BASE_URL: service.url,
    })
    expect([code, output.match(/^(better|wrong).*$/m)]).toEqual([0, null])
    expect([posted, post.letters()]).toEqual(['POST /v1/traces', []])
  })

  it('recognizes that another program answers at BASE_URL or at the address of the collector', async () => {
    const other = `http://${await openHttp((_, response) => void response.writeHead(404).end('{}'))}`
    const { code, output } = await run({ BASE_URL: other, OTEL_EXPORTER_OTLP_ENDPOINT: other })
    expect(code).toBe(2)
    expect(output).toMatch(/^better +BASE_URL: \S+\/healthz answers 404/m)
    expect(output).toMatch(/^wrong +OTEL_EXPORTER_OTLP_ENDPOINT: /m)
  })

  it('compares the connections of all processes and a worker with those of PostgreSQL', async () => {
    const admin = new Client({ connectionString: database.url })
    await admin.connect()
    undo.push(() => admin.end())
    const name = new URL(database.url).pathname.slice(1)
    await admin.query(`alter database "${name}" connection limit 32`)
    const { code, output } = await run({ WEB_CONCURRENCY: '2', DATABASE_CONNECTIONS: '10' })
    expect([code, output]).toEqual([
      2,
      expect.stringMatching(/^wrong +WEB_CONCURRENCY and .*: 2 × 11 connections and 11 .* 33, .* has 32 /m),
    ])
    const fewer = await run({ WEB_CONCURRENCY: '2', DATABASE_CONNECTIONS: '9' })
    await admin.query(`alter database "${name}" connection limit -1`)
    expect(fewer.output).toMatch(/^ok +WEB_CONCURRENCY and DATABASE_CONNECTIONS$/m)
    expect((await run({ WEB_CONCURRENCY: '99' })).output).toMatch(/^wrong .* 99 × 11 .* PostgreSQL has \d+ /m)
  })

  it.each([
    [5_000, '5 s ahead of'],
    [-5_000, '5 s behind'],
  ])('compares the clock of the machine with the clock of PostgreSQL: %i ms', async (difference, told) => {
    const now = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => now() + difference)
    const { code, output } = await run({})
    expect([code, output]).toEqual([
      2,
      expect.stringMatching(new RegExp(`^wrong +clock: this machine is ${told} PostgreSQL`, 'm')),
    ])
  })

  it('recommends TRUST_PROXY, ADMIN_EMAIL, SMTP_URL and BASE_URL in production alone', async () => {
    const bare = { ...IN_PRODUCTION, ADMIN_EMAIL: '', TRUST_PROXY: '' }
    const empty = await createMigratedDatabase()
    undo.push(() => empty.drop())
    const { code, output } = await run({ ...bare, DATABASE_URL: empty.url })
    expect(code).toBe(1)
    for (const name of ['TRUST_PROXY', 'ADMIN_EMAIL', 'SMTP_URL', 'BASE_URL'])
      expect(output).toMatch(new RegExp(`^better +${name}: set it`, 'm'))
    expect((await run({ DATABASE_URL: empty.url })).code).toBe(0)
    const set = await run({ ...IN_PRODUCTION, DATABASE_URL: empty.url })
    expect(set.output).toMatch(/^ok +TRUST_PROXY$/m)
    expect(set.output).toMatch(/^ok +ADMIN_EMAIL$/m)
  })

  const getLine = (output: string, about: string): string =>
    output.split('\n').find((each) => each.includes(about)) ?? ''

  it('prints every error of a policy', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-service-'))
    undo.push(async () => rmSync(folder, { recursive: true }))
    const file = join(folder, 'policy.json')
    writeFileSync(file, JSON.stringify({ roles: { READER: { rules: [{}] }, EDITOR: 7 } }))
    const { code, output } = await run({ POLICY_FILE: file })
    expect([code, getLine(output, 'POLICY_FILE')]).toEqual([
      2,
      expect.stringMatching(/^wrong +POLICY_FILE: The policy in .* has errors: .*roles\.\S+: .*; .+/),
    ])
    const absent = await run({ POLICY_FILE: join(folder, 'absent') })
    expect(getLine(absent.output, 'POLICY_FILE')).toMatch(/absent \(POLICY_FILE\) does not exist\.$/)
  })

  it.each([
    ['TRUSTED_DOCUMENTS_FILE', '/absent/file', /The file \/absent\/file .* does not exist\.$/],
    ['HOST', '203.0.113.1', /HOST is 203\.0\.113\.1, which is not an IP address of this machine\. Set HOST/],
    ['ADMIN_PASSWORD', 'short', /^wrong +ADMIN_PASSWORD: /],
  ])('finds that a start would refuse %s=%s', async (name, value, text) => {
    const empty = await createMigratedDatabase()
    undo.push(() => empty.drop())
    const { code, output } = await run({ DATABASE_URL: empty.url, [name]: value })
    expect([code, getLine(output, `wrong  ${name}`)]).toEqual([2, expect.stringMatching(text)])
  })

  it('C10.2 checks the other settings and the database although a setting is wrong or missing', async () => {
    const { code, output } = await run({
      NODE_ENV: 'production',
      ADMIN_EMAIL: 'ada@example.com',
      JWT_SECRET: '',
      PORT: 'many',
      REDIS_URL: `redis://${NOBODY}`,
    })
    expect(code).toBe(2)
    expect(output).toMatch(/^wrong +PORT must be /m)
    expect(output).toMatch(/^wrong +Set JWT_SECRET or JWT_PRIVATE_KEY_FILE in production$/m)
    expect(output).toMatch(/^ok +DATABASE_URL$/m)
    expect(output).toMatch(/^ok +roles and permissions of users$/m)
    expect(output).toMatch(/^wrong +REDIS_URL: .*ECONNREFUSED/m)
    expect(output).not.toMatch(/HOST and PORT/)
  })

  it('C10.2 opens no embedded database in place of a wrong DATABASE_URL', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-service-'))
    undo.push(async () => rmSync(folder, { recursive: true }))
    const { code, output } = await run({ DATABASE_URL: 'mysql://db/content', DATA_DIR: folder })
    expect([code, readdirSync(folder)]).toEqual([2, []])
    expect(output).toMatch(/^wrong +DATABASE_URL must be /m)
    expect(output).toMatch(/^better +database: doctor can check this after you correct the settings$/m)
    expect(output).toMatch(/^ok +HOST and PORT$/m)
  })

  it('distinguishes another program at the port from the running service', async () => {
    const [, port = ''] = (await openHttp((_, response) => void response.end('{}'))).split(':')
    expect(getLine((await run({ PORT: port })).output, 'PORT')).toBe(
      `wrong  HOST and PORT: Port ${port} is in use. Set PORT to another port.`,
    )
    const auth = await run({ AUTH_URL: `http://127.0.0.1:${port}` })
    expect(getLine(auth.output, 'AUTH_URL')).toMatch(/^wrong +AUTH_URL: Port \d+ of AUTH_URL is in use\./)
    const service = await startTestService()
    undo.push(() => service.stop())
    const running = await run({ PORT: new URL(service.url).port })
    expect(getLine(running.output, 'HOST and PORT')).toBe('ok     HOST and PORT')
  })

  it('finds a stored secret that cannot be read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-service-'))
    undo.push(async () => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'jwt-secret'))
    const { output } = await run({ DATA_DIR: folder })
    expect(getLine(output, 'secret in')).toMatch(/^wrong +secret in \S+: .*is a folder/)
  })

  it.each(['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'])('says what to change in %s', async (name) => {
    const { output } = await run({ [name]: `postgresql://${NOBODY}/none` })
    expect(getLine(output, `wrong  ${name}`)).toMatch(/\. (Set|Start|Correct) [^.]+$/)
  })

  it('says in production that an administrator has the default address', async () => {
    const create = ['users', 'create', 'admin', 'admin@example.org', '--role', 'ADMIN']
    expect((await runCommandHere(create, { DATABASE_URL: database.url })).code).toBe(0)
    const { output } = await run(IN_PRODUCTION)
    expect(output).toMatch(/^better +ADMIN_EMAIL: admin@example\.org receives no mail/m)
  })
})
