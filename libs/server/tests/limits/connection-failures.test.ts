import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { failureText } from '@content-service/domain/internal/rules'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService } from '../../src/start/start.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { runCommandHere } from '../support/processes/run-command.ts'

const JWT_SECRET = 'a secret of thirty-two bytes or more'

/** The text that ends a start with these settings. */
const start = (settings: Readonly<Record<string, string>>): Promise<string> =>
  startService(readSettings({ PORT: '0', JWT_SECRET, ...settings }), pino({ level: 'silent' })).then(
    async (service) => {
      await service.stop()
      return 'it started'
    },
    failureText,
  )

/** A server that accepts connections and says nothing. */
const listenSilently = async (): Promise<string> => {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `postgresql://127.0.0.1:${(server.address() as AddressInfo).port}/none`
}

describe('C10.2 a failure to connect or to listen names the setting', { timeout: 30_000 }, () => {
  let database: Awaited<ReturnType<typeof createMigratedDatabase>>
  beforeAll(async () => void (database = await createMigratedDatabase()))
  afterAll(() => database.drop())

  const SILENT = 'The database at DATABASE_URL does not respond. Check that it is running.'

  it('a database that accepts connections and says nothing ends a start, a command and doctor', async () => {
    const url = await listenSilently()
    expect(await start({ DATABASE_URL: url, DATABASE_CONNECTION_TIMEOUT_MS: '300' })).toBe(SILENT)
    const list = await runCommandHere(['users', 'list'], { DATABASE_URL: `${url}?connect_timeout=1` })
    expect([list.code, list.errors]).toEqual([2, `${SILENT}\n`])
    const { code, output } = await runCommandHere(['doctor'], { DATABASE_URL: url, PORT: '0' })
    expect([code, output]).toEqual([2, expect.stringContaining(`wrong  DATABASE_URL: ${SILENT}\n`)])
  })

  it('a command waits 10 s for such a database, also without a limit in the address', async () => {
    const begun = performance.now()
    const { errors } = await runCommandHere(['keys', 'list'], { DATABASE_URL: await listenSilently() })
    expect([errors, performance.now() - begun < 15_000]).toEqual([`${SILENT}\n`, true])
  })

  it.each([
    ['127.0.0.1:1', /^The database at DATABASE_URL does not respond\./],
    ['nonsense.invalid', /^The host in DATABASE_URL is unknown\./],
  ])('DATABASE_URL at %s', async (host, text) => {
    expect(await start({ DATABASE_URL: `postgresql://${host}/none` })).toMatch(text)
  })

  it.each([
    ['127.0.0.1:1', /^The database at DATABASE_DIRECT_URL does not respond\./],
    ['nonsense.invalid', /^The host in DATABASE_DIRECT_URL is unknown\./],
  ])('DATABASE_DIRECT_URL at %s', async (host, text) => {
    const url = new URL(database.url)
    url.pathname = '/postgres'
    const direct = `postgresql://${host}/none`
    expect(await start({ DATABASE_URL: url.href, DATABASE_DIRECT_URL: direct })).toMatch(text)
    const { output } = await runCommandHere(['doctor'], {
      DATABASE_URL: database.url,
      DATABASE_DIRECT_URL: direct,
      PORT: '0',
    })
    expect(/^wrong +DATABASE_DIRECT_URL: (.*)$/m.exec(output)?.[1]).toMatch(text)
  })

  it('a database that does not exist', async () => {
    const url = new URL(database.url)
    url.pathname = '/absent'
    expect(await start({ DATABASE_URL: url.href })).toBe(
      'The database in DATABASE_URL does not exist. Create it first.',
    )
  })

  it.each([
    [{ HOST: 'nonsense.invalid' }, /^HOST is nonsense\.invalid, which is no IP address and no known name\./],
    [{ HOST: '203.0.113.1' }, /^HOST is 203\.0\.113\.1, which is not an IP address of this machine\./],
  ])('%j', async (settings, text) => {
    expect(await start({ DATABASE_URL: database.url, ...settings })).toMatch(text)
  })

  it('a port of AUTH_URL that is in use', async () => {
    const { port } = new URL(await listenSilently())
    const settings = { DATABASE_URL: database.url, AUTH_URL: `http://127.0.0.1:${port}` }
    expect(await start(settings)).toBe(`Port ${port} of AUTH_URL is in use. Name another port in AUTH_URL.`)
  })
})
