import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService } from '../../src/start/start.ts'
import { aDatabase, type TestDatabase } from '../support/service.ts'

describe('C10.1 a start that is refused creates no administrator, whose password nobody would learn', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'))
  let database: TestDatabase
  beforeAll(async () => void (database = await aDatabase('PostgreSQL')))
  afterAll(async () => {
    await database.remove()
    rmSync(folder, { recursive: true })
  })

  const start = (settings: Readonly<Record<string, string>> = {}) => {
    const fixed = { ...database.environment, DATA_DIR: folder, PORT: '0', SAMPLE_CONTENT: 'false' }
    return startService(readSettings({ ...fixed, ...settings }), pino({ level: 'silent' }))
  }
  const write = (name: string, content: string): string => {
    const file = join(folder, name)
    writeFileSync(file, content)
    return file
  }
  const takePort = async (): Promise<string> => {
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void blocker.close())
    return String((blocker.address() as AddressInfo).port)
  }

  it('whatever refuses it, and the first start that succeeds has the password', async () => {
    const port = await takePort()
    const secret = join(folder, 'jwt-secret')
    const refused = [
      { TRUSTED_DOCUMENTS_FILE: join(folder, 'absent.json') },
      { TRUSTED_DOCUMENTS_FILE: write('broken.json', '{') },
      { TRUSTED_DOCUMENTS_FILE: write('list.json', '[1]') },
      { POLICY_FILE: write('policy.json', '{}') },
      { ADMIN_PASSWORD: 'short' },
      { PORT: port },
      { AUTH_URL: `http://127.0.0.1:${port}` },
      { HOST: '203.0.113.1' },
    ]
    for (const settings of refused) await expect(start(settings), JSON.stringify(settings)).rejects.toThrow()
    mkdirSync(secret)
    await expect(start({ JWT_SECRET: '' })).rejects.toThrow()
    rmdirSync(secret)

    const client = new Client({ connectionString: database.databaseUrl })
    await client.connect()
    await client.query(
      `create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end';
       create trigger refuse before insert on oauth_clients execute function refuse()`,
    )
    const firstClient = {
      OAUTH_CLIENT_ID: 'app',
      OAUTH_CLIENT_SECRET: 'x'.repeat(32),
      OAUTH_REDIRECT_URIS: 'https://app.example.org/',
    }
    await expect(start(firstClient)).rejects.toThrow('no')
    await client.query('drop trigger refuse on oauth_clients')
    await client.end()

    const service = await start()
    await service.stop()
    expect(service.firstAdministrator?.madePassword).toBeTypeOf('string')
  })
})
