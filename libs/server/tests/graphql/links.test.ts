import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gigModel as model } from '@content-service/domain/testing'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceOptions } from '../../src/composition/composition.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService, type RunningService } from '../../src/start/start.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { proposeMigration } from '../support/processes/proposed-migration.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from '../support/service.ts'

interface Given {
  readonly body?: object
  readonly as?: string | null
}

describe('C14.2 a service with optional links on PostgreSQL', { timeout: 60_000 }, () => {
  let service: RunningService
  let environment: Record<string, string>
  let folder: string
  let options: ServiceOptions
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createMigratedDatabase()
    drop = database.drop
    folder = await mkdtemp(join(tmpdir(), 'content-service-'))
    environment = { DATABASE_URL: database.url, JWT_SECRET }
    options = { model, migrations: [await proposeMigration('gigs', environment, { model })] }
    const first = { PORT: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false' }
    service = await startService(
      readSettings({ ...environment, ...first }),
      pino({ level: 'silent' }),
      options,
    )
  })
  afterAll(async () => {
    await service.stop()
    await drop()
    await rm(folder, { recursive: true })
  })

  const send = async (method: string, path: string, { body, as = AS_ADMIN }: Given = {}) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(as !== null && { authorization: as }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  const query = async (text: string) =>
    (await send('POST', '/graphql', { body: { query: text }, as: null })).body

  const importLines = async (lines: readonly object[], ...flags: readonly string[]) => {
    const file = join(folder, 'gigs.ndjson')
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const result = await runCommandHere(['import', file, ...flags], environment, options)
    const rejects = await readFile(`${file}.rejects.ndjson`, 'utf8').catch(() => '')
    return {
      ...result,
      rejects: rejects.split('\n').flatMap((text) => (text === '' ? [] : [JSON.parse(text)])),
    }
  }
  const exportGigs = async () => {
    const file = join(folder, 'all.ndjson')
    await rm(file, { force: true })
    expect((await runCommandHere(['export', file], environment, options)).code).toBe(0)
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    return lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'gig')
  }

  const LINES = [
    { type: 'user', username: 'pat', email: 'pat@example.org' },
    { type: 'gig', ref: 'day', title: 'Day', parent: 'festival', contact: 'PAT', organizer: 'admin' },
    { type: 'gig', ref: 'festival', title: 'Festival', parent: null, venue: null, organizer: 'admin' },
    { type: 'gig', ref: 'hour', title: 'Hour', parent: 'day', organizer: 'admin' },
  ]

  it('imports links to later lines in a second pass, and the same file again changes nothing', async () => {
    expect((await importLines(LINES, '--dry-run')).output).toContain('4 new')
    const first = await importLines(LINES)
    expect([first.code, first.rejects, first.output]).toEqual([0, [], expect.stringContaining('4 new')])
    const exported = await exportGigs()
    expect(exported).toMatchObject([
      { ref: 'day', parent: 'festival', contact: 'pat' },
      { ref: 'festival' },
      { ref: 'hour', parent: 'day' },
    ])
    expect((await importLines(LINES)).output).toContain('4 unchanged')
    expect((await importLines([...exported].reverse())).output).toContain('3 unchanged')
    expect(await exportGigs()).toEqual(exported)
    const moved = await importLines([{ ...exported[2], parent: null }])
    expect(moved.output).toContain('1 updated')
    expect((await exportGigs())[2]).toHaveProperty('parent', null)
    await importLines(LINES)
  })

  it('rejects a line whose link leads to no record or to the record itself, and keeps the record', async () => {
    const { rejects } = await importLines([
      { type: 'gig', ref: 'lost', title: 'Lost', parent: 'nothing', organizer: 'admin' },
      { type: 'gig', ref: 'loop', title: 'Loop', parent: 'loop', organizer: 'admin' },
      { type: 'gig', ref: 'bad', title: '', parent: 'nothing', organizer: 'admin' },
      { type: 'gig', ref: 'alone', title: 'Alone', contact: 'nobody', organizer: 'admin' },
    ])
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [3, expect.stringContaining('title')],
      [4, 'contact: there is no user "nobody"'],
      [1, 'parent: there is no gig "nothing"; the record is imported without this link'],
      [2, 'parent: must not be the gig itself; the record is imported without this link'],
    ])
    const refs = (await exportGigs()).map(({ ref }) => ref)
    expect(refs).toEqual(['day', 'festival', 'hour', 'lost', 'loop'])
  })

  it('shows a parent and its parts over both interfaces', async () => {
    const fields = 'title contact { username } parent { title parent { title } } parts { title }'
    const where = '{ parent: { title: { eq: "Festival" } } }'
    expect((await query(`{ gigs(where: ${where}) { ${fields} } }`)).data.gigs).toEqual([
      {
        title: 'Day',
        contact: { username: 'pat' },
        parent: { title: 'Festival', parent: null },
        parts: [{ title: 'Hour' }],
      },
    ])
    const { body: all } = await send('GET', '/api/gigs?title=Hour')
    const { parent } = all[0]
    expect(Object.keys(parent)).toEqual(['id', 'title'])
    expect((await send('GET', `/api/gigs?parentId=${parent.id}`)).body).toMatchObject([{ title: 'Hour' }])
    expect((await send('GET', `/api/gigs/${all[0].id}?include=parent`)).body.parent).toMatchObject({
      title: 'Day',
      contact: { username: 'pat' },
      parent: { id: expect.any(String) },
    })
  })
})
