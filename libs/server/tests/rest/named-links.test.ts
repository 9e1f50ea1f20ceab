import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInModel, contentModel, field, record } from '@content-service/domain'
import jwt from 'jsonwebtoken'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceOptions } from '../../src/composition/composition.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService, type RunningService } from '../../src/start/start.ts'
import { proposeMigration } from '../support/processes/proposed-migration.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { aDatabase, ADMIN, ADMIN_ID, ADMIN_PASSWORD, DATABASES, JWT_SECRET } from '../support/service.ts'

const about = 'A test.'

/** Everybody reads teams whose captain is known. */
const Team = record({
  name: 'Team',
  plural: 'teams',
  about,
  allowed: {
    read: { GUEST: (team) => team.captain.isKnown.eq(true), EDITOR: 'all' },
    write: { EDITOR: 'all' },
  },
  fields: {
    title: field.line(80, { about, index: true }),
    captain: field.one('Player', { about, optional: true, inverse: 'captainOf' }),
    heroes: field.many('Player', {
      about,
      ordered: true,
      ids: 'heroIds',
      inverse: 'heroOf',
      onDelete: 'refuse',
    }),
    mascot: field.one('Player', { about, optional: true, onDelete: 'cascade' }),
    keeper: field.one('User', { about, optional: true }),
  },
})
const Player = record({
  name: 'Player',
  plural: 'players',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title: field.line(80, { about, index: true }),
    isKnown: field.flag({ about, initial: false }),
    team: field.one(Team, { about, inverse: 'players', onDelete: 'cascade' }),
  },
  operations: (on) => ({
    move: on(
      { about, permission: 'write', input: { to: field.one('Team', { about }) } },
      (_player, { to }) => ({ teamId: to }),
    ),
  }),
})
const model = contentModel([...builtInModel.types, Team, Player])

const asAdmin = (): string => `Bearer ${jwt.sign({ sub: ADMIN_ID }, JWT_SECRET, { expiresIn: '15m' })}`

describe.each(DATABASES)('C15.21 links by name on %s', { timeout: 90_000 }, (kind) => {
  let folder: string
  let service: RunningService
  let environment: Record<string, string>
  let options: ServiceOptions
  let remove: () => Promise<void>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-named-links-'))
    const database = await aDatabase(kind)
    remove = database.remove
    environment = { JWT_SECRET, ...database.environment }
    options = { model, migrations: [await proposeMigration('teams', environment, { model })] }
    const first = { PORT: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false' }
    service = await start(first)
  }, 60_000)
  afterAll(async () => {
    await service.stop()
    await remove()
    await rm(folder, { recursive: true })
  })

  const start = (more: Readonly<Record<string, string>>) =>
    startService(readSettings({ ...environment, ...more }), pino({ level: 'silent' }), options)
  const send = async (method: string, path: string, body?: object, as: string | null = asAdmin()) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(as !== null && { authorization: as }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  const graphql = async (query: string, as: string | null = asAdmin()) =>
    (await send('POST', '/graphql', { query }, as)).body
  /** A team with its captain and another player. */
  const createTeam = async (title: string, isKnown = true) => {
    const { body: team } = await send('POST', '/api/teams', { title })
    const create = async (name: string) =>
      (await send('POST', '/api/players', { title: name, isKnown, teamId: team.id })).body.id
    const [captain, other] = [await create(`${title} 1`), await create(`${title} 2`)]
    const body = { captainId: captain, heroIds: [other, captain] }
    expect((await send('PATCH', `/api/teams/${team.id}`, body)).status).toBe(200)
    return { team: team.id as string, captain: captain as string, other: other as string }
  }

  it('are followed in both directions, by filters and by rights, over both interfaces', async () => {
    const known = await createTeam('Known')
    const hidden = await createTeam('Hidden', false)
    const query = `{ teams(limit: 5) { title captain { title team { title captain { title } } } heroes { title }
      players(limit: 5) { title captainOf(limit: 5) { title } heroOf(limit: 5) { title } } } }`
    const team = { title: 'Known' }
    const [first, second] = [{ title: 'Known 1' }, { title: 'Known 2' }]
    expect((await graphql(query, null)).data.teams).toEqual([
      {
        ...team,
        captain: { ...first, team: { ...team, captain: first } },
        heroes: [second, first],
        players: expect.arrayContaining([
          { ...first, captainOf: [team], heroOf: [team] },
          { ...second, captainOf: [], heroOf: [team] },
        ]),
      },
    ])
    const rest = await send(
      'GET',
      `/api/teams?captainId=${known.captain}&fields=captainId,heroIds`,
      undefined,
      null,
    )
    expect(rest.body).toMatchObject([{ captainId: known.captain, heroIds: [known.other, known.captain] }])
    expect((await send('GET', `/api/teams/${hidden.team}`, undefined, null)).status).toBe(404)
    const short = await send('GET', `/api/teams/${known.team}`, undefined, null)
    expect(short.body.captain).toEqual({ id: known.captain, title: 'Known 1' })
    const included = await send('GET', `/api/teams/${known.team}?include=captain`, undefined, null)
    expect(included.body.captain).toMatchObject({ isKnown: true, team: { title: 'Known' } })
    const where = '{ players(where: { team: { captain: { title: { eq: "Known 1" } } } }) { title } }'
    expect((await graphql(where)).data.players).toHaveLength(2)
    const moved = await send('POST', `/api/players/${hidden.other}/move`, { to: known.team })
    expect([moved.status, moved.body.teamId]).toEqual([200, known.team])
  })

  it('refuse a deletion, and are deleted together with what they link to', async () => {
    const { team, captain, other } = await createTeam('Gone')
    for (const id of [captain, other]) {
      const { status, body } = await send('DELETE', `/api/players/${id}`)
      expect([status, body.code]).toEqual([409, 'CONFLICT'])
    }
    expect((await send('DELETE', `/api/teams/${team}`)).status).toBe(204)
    for (const path of [`/api/teams/${team}`, `/api/players/${captain}`, `/api/players/${other}`])
      expect((await send('GET', path)).status).toBe(404)
  })

  it('delete records in a circle, each once', async () => {
    const { body: team } = await send('POST', '/api/teams', { title: 'Round' })
    const ids: string[] = []
    for (const title of ['One', 'Two'])
      ids.push((await send('POST', '/api/players', { title, teamId: team.id })).body.id)
    expect(
      (await send('PATCH', `/api/teams/${team.id}`, { mascotId: ids[0], captainId: ids[1] })).status,
    ).toBe(200)
    expect((await send('DELETE', `/api/players/${ids[0]}`)).status).toBe(204)
    for (const path of [`/api/teams/${team.id}`, ...ids.map((id) => `/api/players/${id}`)])
      expect((await send('GET', path)).status).toBe(404)
  })

  it('are imported in two passes, in any order of the lines, and again without a change', async () => {
    await service.stop()
    const run = (...words: string[]) => runCommandHere(words, environment, options)
    expect((await run('types', 'check')).output).toBe('The tables agree with the content types.\n')
    const lines = [
      { type: 'team', ref: 'red', title: 'Red', captain: 'ada', heroes: ['bob', 'ada'] },
      { type: 'team', ref: 'blue', title: 'Blue', captain: 'none' },
      { type: 'player', ref: 'ada', title: 'Ada', team: 'red' },
      { type: 'player', ref: 'bob', title: 'Bob', team: 'red' },
    ]
    const file = join(folder, 'in.ndjson')
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const first = await run('import', file)
    expect(first.output).toContain('1 rejected')
    expect(await readFile(`${file}.rejects.ndjson`, 'utf8')).toContain('captain: there is no player')
    await writeFile(
      file,
      lines
        .filter(({ ref }) => ref !== 'blue')
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    )
    expect((await run('import', file)).output).toBe('0 new, 0 updated, 3 unchanged, 0 rejected\n')
    const out = join(folder, 'out.ndjson')
    expect((await run('export', out)).code).toBe(0)
    const exported = (await readFile(out, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text))
    expect(exported).toContainEqual(expect.objectContaining(lines[0]))
    const again = await run('import', out)
    expect(again.output).toContain(`0 new, 0 updated, ${exported.length} unchanged, 0 rejected`)
    service = await start({ PORT: '0' })
    const { data } = await graphql(
      '{ teams(where: { title: { eq: "Red" } }) { captain { title } heroes { title } } }',
    )
    expect(data.teams).toEqual([{ captain: { title: 'Ada' }, heroes: [{ title: 'Bob' }, { title: 'Ada' }] }])
  })
})
