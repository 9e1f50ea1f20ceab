import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres, type Postgres } from '../../../../tools/postgres/postgres.ts'
import { withClient } from '../../../../tools/postgres/postgres-client.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { findSystemPostgres } from '../../../../tools/postgres/system-postgres.ts'
import { DEPLOY, ROOT } from '../../tests/support/processes/deployed.ts'
import { runCommandHere } from '../../tests/support/processes/run-command.ts'

requirePrograms('PostgreSQL')

/** Commands of the page that change the machine. The others run as they are. */
const STAND_INS = {
  sudo: 'shift 2; exec env "$@"',
  install: 'for last; do :; done; mkdir -p -m 700 "$last"',
  systemctl: 'exit 0',
}
const PASSWORD = 'a-secret'
const DAY_S = 86_400
/** The account without rights, on most systems. */
const NOBODY = 65_534

describe('docs/backups.md', { timeout: 120_000 }, () => {
  const page = readFileSync(join(ROOT, 'docs/backups.md'), 'utf8')
  const folder = mkdtempSync(join(tmpdir(), 'postgres-backup-'))
  const backups = join(folder, 'backups')
  let postgres: Postgres
  let programs: string

  beforeAll(async () => {
    const { folder: found, version, binaries } = findSystemPostgres()
    programs = found
    postgres = await startPostgres({ version, binaries })
    await withClient(postgres.url, async (client) => {
      await client.query(`create role content login password '${PASSWORD}'`)
      await client.query('create database content owner content')
    })
    mkdirSync(join(folder, 'bin'))
    for (const [name, script] of Object.entries(STAND_INS)) {
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(folder, 'bin', name), 0o755)
    }
  }, 60_000)
  afterAll(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  })

  const urlOf = (database: string): string => {
    const url = new URL(postgres.url)
    return Object.assign(url, { username: 'content', password: PASSWORD, pathname: database }).href
  }

  /** Runs the commands of a block of the page, with the folders of this test, and returns their output. */
  const run = (block: RegExp, dump = ''): string => {
    const [, text = ''] =
      new RegExp(`\`\`\`sh\\n((?:(?!\`\`\`)[^])*${block.source}[^]*?)\`\`\``).exec(page) ?? []
    expect(text).not.toBe('')
    const commands = text
      .replaceAll('/var/lib/content-service-backup', backups)
      .replaceAll('/opt/content-service', ROOT)
      .replaceAll('/etc/content-service.env', join(folder, 'env'))
      .replace(/content-service-2026\S+\.dump/, dump)
    const { hostname, port, username, password } = new URL(postgres.url)
    const path = [join(folder, 'bin'), programs, dirname(process.execPath), process.env['PATH']].join(
      delimiter,
    )
    return execFileSync('sh', ['-uc', commands], {
      encoding: 'utf8',
      env: { PATH: path, PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password },
    })
  }

  const exportContent = async (database: string): Promise<string> => {
    const file = join(folder, `${database}.ndjson`)
    expect((await runCommandHere(['export', file], { DATABASE_URL: urlOf(database) })).code).toBe(0)
    return readFileSync(file, 'utf8')
  }

  it('its commands save a database while it is used, and restore it completely into a new one', async () => {
    const sample = join(ROOT, 'libs/server/sample-content.ndjson')
    const settings = { DATABASE_URL: urlOf('content') }
    expect((await runCommandHere(['import', sample], settings)).code).toBe(0)
    expect(
      (await runCommandHere(['users', 'create', 'admin', 'a@example.com', '--role', 'ADMIN'], settings)).code,
    ).toBe(0)
    run(/install -d/)
    const [dump = '', ...others] = readdirSync(backups)
    expect([dump, others]).toEqual([expect.stringMatching(/^content-service-.*Z\.dump$/), []])
    expect(statSync(join(backups, dump)).mode & 0o077).toBe(0)
    run(/pg_restore/, dump)
    writeFileSync(
      join(folder, 'env'),
      `DATABASE_URL=${urlOf('content_restored')}\nJWT_SECRET=${'x'.repeat(32)}\nLOG_LEVEL=warn\n`,
    )
    const said = run(/for command in/)
    expect(said).toMatch(/^ok +DATABASE_URL$/m)
    expect(said).toContain('The records are consistent.')
    expect(await exportContent('content_restored')).toBe(await exportContent('content'))
    const found = await runCommandHere(['users', 'list'], { DATABASE_URL: urlOf('content_restored') })
    expect(found.output).toContain('a@example.com')
  })

  it('the script removes old backups', () => {
    const old = 'content-service-2020-01-01T00-00-00Z.dump'
    mkdirSync(backups, { recursive: true })
    writeFileSync(join(backups, old), '')
    utimesSync(join(backups, old), 0, Date.now() / 1_000 - 16 * DAY_S)
    run(/install -d/)
    expect(readdirSync(backups)).not.toContain(old)
  })

  it('the script leaves nothing of a backup that fails, and says why', () => {
    mkdirSync(backups, { recursive: true })
    const before = readdirSync(backups)
    const script = join(DEPLOY, 'backup-postgres.sh')
    const env = { PATH: process.env['PATH'], PGDATABASE: 'none', PGHOST: '127.0.0.1', PGPORT: '1' }
    expect(() => execFileSync(script, [backups], { env, stdio: 'pipe' })).toThrow(/refused/)
    expect(readdirSync(backups)).toEqual(before)
    expect(() => execFileSync(script, [], { env, stdio: 'pipe' })).toThrow(/Name one folder/)
  })
})

describe('backup-postgres.sh', () => {
  it('works in a folder that its account may not open, as after su from the folder of root', () => {
    const folder = mkdtempSync(join(tmpdir(), 'postgres-backup-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [bin, closed, backups] = ['bin', 'closed', 'backups'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    for (const each of [bin, closed, backups]) mkdirSync(each)
    writeFileSync(join(bin, 'pg_dump'), '#!/bin/sh\nfor last; do :; done\n: >"${last#--file=}"\n')
    writeFileSync(join(bin, 'pg_restore'), '#!/bin/sh\n')
    copyFileSync(join(DEPLOY, 'backup-postgres.sh'), join(bin, 'backup-postgres.sh'))
    for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755)
    // Every folder is open for root, so that root runs the script as another account.
    const isRoot = process.getuid?.() === 0
    if (isRoot) for (const each of [folder, closed, backups]) chownSync(each, NOBODY, NOBODY)
    const { status, stderr, stdout } = spawnSync(
      'sh',
      ['-c', 'chmod 000 . && exec backup-postgres.sh "$0"', backups],
      {
        cwd: closed,
        encoding: 'utf8',
        env: { PATH: `${bin}${delimiter}${process.env['PATH']}`, PGDATABASE: 'content' },
        ...(isRoot && { uid: NOBODY, gid: NOBODY }),
      },
    )
    expect([status, stderr]).toEqual([0, ''])
    expect(readdirSync(backups).map((name) => join(backups, name))).toEqual([stdout.trim()])
  })
})
