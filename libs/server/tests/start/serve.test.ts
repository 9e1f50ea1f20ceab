import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { listSettings } from '../../src/settings/setting.ts'
import { SETTINGS } from '../../src/settings/table.ts'
import { createMigratedDatabase, fillDataDirectory } from '../support/processes/migrated-database.ts'
import { runProgram, startProgram, type Ended, type RunningProgram } from '../support/processes/processes.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { basic } from '../support/service.ts'

describe('npm start', { timeout: 60_000 }, () => {
  let folder: string
  const running: RunningProgram[] = []

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-'))
  })
  afterEach(async () => {
    for (const program of running.splice(0)) program.process.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  const start = async (settings: Readonly<Record<string, string>> = {}) => {
    const program = startProgram('start.js', [], { PORT: '0', DATA_DIR: folder, ...settings })
    running.push(program)
    const [, url] = await program.said(/GraphQL and GraphiQL\s+(http\S+)\/graphql/)
    return { program, url: url as string }
  }
  /** A database on the server of the tests, on which a process starts in a quarter of the time of an embedded database. */
  const openServerSettings = async (): Promise<Readonly<Record<string, string>>> => {
    const { url, drop } = await createMigratedDatabase()
    onTestFinished(drop)
    return { DATABASE_URL: url }
  }
  /** Sends SIGTERM twice: the second signal changes nothing (C10.4). */
  const stop = async ({ program }: { program: RunningProgram }) => {
    program.process.kill('SIGTERM')
    program.process.kill('SIGTERM')
    return (await program.ended()).code
  }
  const expectRefusal = ({ code, errors }: Ended, expected: number): void => {
    expect([code, errors]).toEqual([
      expected,
      expect.stringContaining('Another process of content-service uses'),
    ])
    expect(errors).not.toContain('    at ')
  }
  const ask = async (url: string, query: string, headers = {}) => {
    const init = {
      method: 'POST',
      // A service that stops waits for connections that stay open.
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      body: JSON.stringify({ query }),
    }
    return (await (await fetch(`${url}/graphql`, init)).json()) as { data: never }
  }

  it('C10.1 without settings: creates sample content and an administrator, prints the password once, and prints addresses', async () => {
    const first = await start()
    const [, password] = await first.program.said(/Password\s+(\S+)/)
    const login = { authorization: basic('admin@example.org', password as string) }
    expect(await ask(first.url, '{ currentUser { role } }', login)).toMatchObject({
      data: { currentUser: { role: 'ADMIN' } },
    })
    const { data } = await ask(first.url, '{ articles(pagination: { limit: 100 }) { title } }', login)
    expect((data as { articles: unknown[] }).articles.length).toBeGreaterThanOrEqual(12)
    expect(await stop(first)).toBe(0)
    const second = await start()
    expect(second.program.output()).not.toContain('Password')
    expect(await ask(second.url, '{ currentUser { role } }', login)).toMatchObject({
      data: { currentUser: { role: 'ADMIN' } },
    })
  })

  it('C10.1 keeps the password of the administrator for a start that listens, and later says how to make a new one', async () => {
    const onServer = await openServerSettings()
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
    const { port } = blocker.address() as AddressInfo
    const settings = { ...onServer, SAMPLE_CONTENT: 'false' }
    const refused = await runProgram('start.js', [], { ...settings, DATA_DIR: folder, PORT: String(port) })
    blocker.close()
    expect([refused.code, refused.errors]).toEqual([2, expect.stringContaining(`Port ${port} is in use.`)])

    const first = await start(settings)
    const [, password] = await first.program.said(/Password\s+(\S+)/)
    expect(await stop(first)).toBe(0)
    expect(first.program.errors()).not.toContain('Nobody has signed in')

    const second = await start({ ...settings, ADMIN_EMAIL: 'ada@example.org' })
    await second.program.said(
      /^Nobody has signed in as admin yet\. To make a new password, run: npx content-service users reset-password admin\n/m,
    )
    const wrong = { authorization: basic('admin', `not ${password}`) }
    await ask(second.url, '{ currentUser { role } }', wrong)
    expect(await stop(second)).toBe(0)
    expect(second.program.output()).not.toContain('ignores')

    const third = await start({ ...settings, ADMIN_PASSWORD: 'tangled otter velvet 9' })
    await third.program.said(/the service ignores ADMIN_PASSWORD, because an administrator exists/)
    await third.program.said(/Nobody has signed in/)
    await ask(third.url, '{ currentUser { role } }', { authorization: basic('admin', password as string) })
    expect(await stop(third)).toBe(0)

    const fourth = await start(settings)
    expect(await stop(fourth)).toBe(0)
    expect(fourth.program.errors()).not.toContain('Nobody has signed in')
  })

  it('C15.8 in production, the first start creates no sample content, and prints the password as one line on standard error', async () => {
    const production = {
      ...(await openServerSettings()),
      NODE_ENV: 'production',
      JWT_SECRET: 'x'.repeat(32),
      LOG_LEVEL: 'info',
    }
    const program = startProgram('start.js', [], {
      ...production,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
    })
    running.push(program)
    const [, password] = await program.said(
      /^Administrator admin@example.org, password: (\S+) \(store it now: .*\)$/m,
    )
    const [, url] = await program.said(/"url":"(http[^"]+)"/)
    for (const line of program.output().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
    const login = { authorization: basic('admin', password as string) }
    expect(await ask(url as string, '{ users { username } articles { id } }', login)).toMatchObject({
      data: { users: [{ username: 'admin' }], articles: [] },
    })
  })

  it('C10.3 a second process on the same directory is refused with advice; C10.4 SIGTERM ends the first process with 0', async () => {
    await fillDataDirectory(folder)
    const first = await start({ SAMPLE_CONTENT: 'false' })
    expectRefusal(await runProgram('start.js', [], { PORT: '0', DATA_DIR: folder }), 2)
    const file = join(folder, 'out.ndjson')
    expectRefusal(await runCommandHere(['export', file], { DATA_DIR: folder }), 2)
    expect(await stop(first)).toBe(0)
  })

  it('C10.2 names all wrong and misspelt settings together, without a stack trace', async () => {
    const { code, errors } = await runProgram('start.js', [], {
      PORT: 'x',
      JWT_SECRET: 'short',
      DATA_DIR: folder,
      RATE_LIMT: '5',
      GRAPHQL_MAX_DEPHT: '3',
    })
    expect([code, errors]).toEqual([
      2,
      'These settings are wrong:\n  PORT must be a decimal integer from 0 to 65535\n  JWT_SECRET must have at least 32 bytes\n  RATE_LIMT is no setting. Did you mean RATE_LIMIT?\n  GRAPHQL_MAX_DEPHT is no setting. Did you mean GRAPHQL_MAX_DEPTH?\n',
    ])
  })

  it('C10.2 unknown arguments are refused', async () => {
    const argument = await runProgram('start.js', ['--bogus'], { DATA_DIR: folder })
    expect([argument.code, argument.errors]).toEqual([
      2,
      'npx content-service serve takes no argument --bogus. You configure it with environment variables; npx content-service serve --help lists them.\n',
    ])
  })

  it('--help lists every setting that the program reads', async () => {
    const { code, output } = await runProgram('start.js', ['--help'], {})
    expect(code).toBe(0)
    const read = listSettings(SETTINGS).filter(({ readBy }) => readBy.includes('api'))
    const names = read.map(({ name }) => name)
    expect(names).toContain('DATABASE_URL')
    for (const name of names) expect(output).toContain(`  ${name} `)
  })
})
