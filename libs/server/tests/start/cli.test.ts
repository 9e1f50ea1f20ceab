import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPolicyFile } from '@content-service/domain/testing'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMANDS, runCommand } from '../../src/cli/commands.ts'
import { createComposition } from '../../src/composition/composition.ts'
import { runProgram, type Ended } from '../support/processes/processes.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { ADMIN, basic, startTestService, type TestService } from '../support/service.ts'

const MINUTE = { timeout: 60_000 }

describe('C10.2 content-service explains itself', () => {
  it('lists its commands', MINUTE, async () => {
    const { code, output } = await runCommandHere(['--help'], {})
    expect(code).toBe(0)
    for (const name of Object.keys(COMMANDS)) expect(output).toMatch(new RegExp(`^  ${name} `, 'm'))
  })

  it('prints its version', async () => {
    const { code, output } = await runCommandHere(['--version'], {})
    expect([code, output]).toEqual([0, expect.stringMatching(/^content-service \d+\.\d+\.\d+\n$/)])
  })

  it.each([[], ['import'], ['users']])('explains %j with -h, too', async (...words) => {
    const given = words.flat()
    const [short, long] = [
      await runCommandHere([...given, '-h'], {}),
      await runCommandHere([...given, '--help'], {}),
    ]
    expect([short.code, short.output]).toEqual([0, long.output])
  })

  it.each(['serve', 'worker'])('%s --help, in a process, shows its usage', MINUTE, async (name) => {
    const { code, output } = await runProgram('cli.ts', [name, '--help'], {})
    expect([code, output]).toEqual([0, expect.stringMatching(/^Usage: /)])
  })

  it('users --help shows its usage', async () => {
    const { code, output } = await runCommandHere(['users', '--help'], {})
    expect([code, output]).toEqual([0, expect.stringMatching(/^Usage: /)])
  })

  it.each(Object.entries(COMMANDS))('%s has a help', async (name, [, load]) => {
    const { command } = await load()
    if (command.help !== null) expect(command.help).toMatch(new RegExp(`^Usage: npx content-service ${name}`))
  })

  it('an unknown command ends with 2 and a message', MINUTE, async () => {
    const { code, errors } = await runProgram('cli.ts', ['srve'], {})
    expect([code, errors]).toEqual([
      2,
      'There is no command srve. Did you mean serve? To see the commands, run npx content-service --help\n',
    ])
  })

  it.each([
    [['__proto__'], /There is no command __proto__/],
    [['import'], /Give one file: npx content-service import FILE/],
    [['users'], /Give an action of users: list, create, set-role, reset-password/],
    [
      ['users', 'lst'],
      /users has no action lst\. Did you mean list\? The actions are list, create, set-role,/,
    ],
    [
      ['keys', 'revok', '1'],
      /keys has no action revok\. Did you mean revoke\? The actions are list, revoke\./,
    ],
    [
      ['clients', '__proto__'],
      /clients has no action __proto__\. The actions are list, create, rotate, revoke\./,
    ],
    [['policy', 'chek'], /policy has no action chek\. Did you mean check\?/],
    [['kyes'], /There is no command kyes\. Did you mean keys\?/],
    [['--foo'], /content-service has no option --foo before the command; use one of --help, --version/],
    [['--versoin'], /no option --versoin before the command; did you mean --version\?/],
    [['-x', 'users'], /content-service has no option -x/],
    [['users', 'list', '--limit', '0'], /--limit must be an integer from 1 to 1000/],
    [['users', 'list', '--page', 'two'], /--page must be an integer/],
    [['users', 'list', '--name', 'Ada'], /users list has no option --name; use one of --role, --deleted/],
    [['users', 'set-role', 'ada'], /Usage: npx content-service users set-role LOGIN ROLE …/],
    [['users', 'create', 'ada'], /Usage: npx content-service users create USERNAME EMAIL/],
    [['users', 'create', '--admin'], /The command users has no option --admin; use one of --name, --role/],
    [['users', 'set-role', 'ada', 'EMPEROR'], /The role EMPEROR does not exist. Use one of GUEST/],
    [['keys', 'revoke'], /Usage: npx content-service keys revoke ID/],
    [['clients'], /Give an action of clients: list, create, rotate, revoke/],
    [['clients', 'rotate'], /Usage: npx content-service clients rotate CLIENT_ID/],
    [['clients', 'list', '--name', 'App'], /clients list has no option --name/],
    [['dead-letters', 'replay'], /Usage: npx content-service dead-letters replay ID …/],
    [['migrate', '--forse'], /The command migrate has no option --forse; use one of --help/],
    [['check', 'all'], /The command check takes no argument all/],
    [['doctor', '--fix'], /The command doctor has no option --fix/],
    [['import', '--dry-rn', 'x'], /The command import has no option --dry-rn; did you mean --dry-run\?/],
    [['export', '--all'], /The command export has no option --all/],
    [['backup', '--force', 'x'], /The command backup has no option --force/],
    [['restore', '-f', 'x'], /The command restore has no option -f/],
    [['policy', 'check', '/absent'], /^The file \/absent does not exist\.$/],
    [['policy', 'check', '/'], /^The file \/ is a folder and not a file\.$/],
    [['policy', 'check'], /Usage: npx content-service policy check FILE/],
  ])('%j gets advice before the command opens a database', async (args, sentence) => {
    await expect(runCommand(args, createComposition())).rejects.toThrow(sentence)
  })
})

describe('C10.2 content-service on the database of a running service', MINUTE, () => {
  let service: TestService
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-cli-'))
    service = await startTestService('PostgreSQL')
  }, 30_000)
  afterAll(async () => {
    await service.stop()
    await rm(folder, { recursive: true })
  })

  const run = (...args: string[]): Promise<Ended> =>
    runCommandHere(args, { DATABASE_URL: service.databaseUrl ?? '' })
  const passwordIn = ({ output }: Ended): string => /Password +(\S+)/.exec(output)?.[1] ?? ''
  const me = (login: string, password: string) =>
    service.call('GET', '/api/me', { as: basic(login, password) })

  it('users: creates an account, and sets its role and a new password', async () => {
    const made = await run(
      'users',
      'create',
      'ada',
      'ada@example.org',
      '--name',
      'Ada L.',
      '--role',
      'editor',
    )
    expect(made.code).toBe(0)
    expect((await me('ada', passwordIn(made))).body).toMatchObject({ name: 'Ada L.', role: 'EDITOR' })
    const changed = await run('users', 'set-role', 'ADA@example.org', 'AUTHOR')
    expect([changed.code, changed.output]).toEqual([0, 'Roles of ada: AUTHOR\n'])
    const reset = await run('users', 'reset-password', 'ada')
    expect((await me('ada', passwordIn(made))).status).toBe(401)
    expect((await me('ada', passwordIn(reset))).body).toMatchObject({ role: 'AUTHOR' })
  })

  it('C3.4 users: the rules apply to the operator, too', async () => {
    const taken = await run('users', 'create', 'Admin', 'other@example.org')
    expect([taken.code, taken.errors]).toEqual([2, expect.stringMatching(/taken/)])
    const wrong = await run('users', 'create', 'x', 'no address')
    expect([wrong.code, wrong.errors]).toEqual([2, expect.stringMatching(/username[^]*email/)])
    const last = await run('users', 'set-role', ADMIN, 'READER')
    expect([last.code, last.errors]).toEqual([2, expect.stringMatching(/last administrator/)])
    for (const nobody of ['ghost', 'nobody'])
      expect((await run('users', 'set-role', nobody, 'ADMIN')).code).toBe(2)
  })

  it('users list: prints a page as a table or as JSON', async () => {
    for (const name of ['lin', 'lou'])
      expect((await run('users', 'create', name, `${name}@example.org`, '--role', 'EDITOR')).code).toBe(0)
    const listUsers = async (...args: string[]) => (await run('users', 'list', ...args)).output
    const table = await listUsers('--role', 'editor')
    expect(table).toMatch(/^ID +USERNAME +EMAIL +ROLES +STATUS +CREATED$/m)
    expect(table).toMatch(/^\d+ +lou +lou@example\.org +EDITOR +ACTIVE +\S+Z$/m)
    expect(table).toMatch(/^2 of 2 users\.$/m)
    expect(await listUsers('--limit', '1')).toMatch(/^1 of \d+ users\. Add --page 2 to see more\.$/m)
    const nobody = await run('users', 'list', '--role', 'NOBODY')
    expect([nobody.code, nobody.output, nobody.errors]).toEqual([
      2,
      '',
      expect.stringMatching(/^The role NOBODY does not exist\. Use one of GUEST, /),
    ])
    const json = async (...args: string[]) => JSON.parse(await listUsers('--json', ...args))
    expect(await json('--role', 'EDITOR', '--limit', '1', '--page', '2')).toEqual([
      expect.objectContaining({ username: 'lin', role: 'EDITOR', roles: ['EDITOR'], deleted: false }),
    ])
    expect(await json()).not.toContainEqual(expect.objectContaining({ username: 'ghost' }))
    const [{ id }] = await json('--role', 'EDITOR', '--limit', '1')
    await service.call('PATCH', `/api/users/${id}`, { body: { deleted: true } })
    expect(await json('--role', 'EDITOR')).toHaveLength(1)
    expect(await json('--deleted')).toEqual([expect.objectContaining({ username: 'lou', deleted: true })])
  })

  it('C12.3 users set-role gives any roles of the policy; doctor lists roles that the policy no longer has', async () => {
    const POLICY_FILE = join(folder, 'policy.json')
    await writeFile(POLICY_FILE, createPolicyFile({ JUDGE: { inherits: ['READER'], rules: [] } }))
    const settings = { DATABASE_URL: service.databaseUrl ?? '', POLICY_FILE }
    await run('users', 'create', 'jim', 'jim@example.org')
    expect((await run('users', 'set-role', 'jim', 'JUDGE')).errors).toMatch(/The role JUDGE does not exist/)
    const given = await runCommandHere(['users', 'set-role', 'jim', 'judge', 'AUTHOR'], settings)
    expect([given.code, given.output]).toEqual([0, 'Roles of jim: JUDGE, AUTHOR\n'])
    const known = await runCommandHere(['doctor'], settings)
    expect(known.output).toMatch(/^ok +roles and permissions of users$/m)
    const { code, output } = await run('doctor')
    expect([code, output]).toEqual([1, expect.stringMatching(/^better +roles and .*: users hold "JUDGE",/m)])
    expect((await run('users', 'list', '--role', 'JUDGE')).output).toContain('jim@example.org')
    await run('users', 'set-role', 'jim', 'READER')
  })

  it('C7.7 policy explain: prints the decision about a user and its reasons', async () => {
    const allowed = await run('policy', 'explain', ADMIN, 'users:delete')
    expect([allowed.code, allowed.output]).toEqual([0, expect.stringMatching(/^allow users:delete/)])
    await run('users', 'create', 'eve', 'eve@example.org')
    const refused = await run('policy', 'explain', 'eve', 'users:write', '2')
    expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/^deny users:write/)])
    for (const [login, permission, told] of [
      ['nobody', 'users:read', /There is no user/],
      ['eve', 'users:fly', /must be one of/],
    ] as const) {
      const { code, errors } = await run('policy', 'explain', login, permission)
      expect([code, errors]).toEqual([2, expect.stringMatching(told)])
    }
  })

  it('keys: lists the keys without their texts, and revokes a key', async () => {
    const { body } = await service.call('POST', '/api/api-keys', {
      body: { name: 'a robot', scopes: ['articles:read'] },
    })
    const { output } = await run('keys', 'list')
    expect(output).toMatch(new RegExp(`^${body.id} {2}admin {2}a robot {2}articles:read`, 'm'))
    expect(output).not.toContain(body.key)
    expect((await run('keys', 'revoke', body.id)).code).toBe(0)
    const asked = await service.call('GET', '/api/users', { as: null, headers: { 'x-api-key': body.key } })
    expect(asked.status).toBe(401)
    expect((await run('keys', 'revoke', body.id)).code).toBe(2)
  })

  it('C12.2 clients: registers, lists, rotates and revokes them', async () => {
    const create = ['clients', 'create', '--name', 'Robot', '--grant', 'client_credentials']
    const made = await run(...create, '--scope', 'articles:read')
    const [, id = '', secret = ''] = /client_id +(\S+)\nclient_secret +(\S+)/.exec(made.output) ?? []
    const token = async (client_secret: string) => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret })
      return (await fetch(`${service.url}/oauth/token`, { method: 'POST', body })).status
    }
    expect(await token(secret)).toBe(200)
    expect((await run('clients', 'list')).output).toMatch(
      new RegExp(`^${id} {2}Robot {2}confidential {2}client_credentials {2}articles:read`, 'm'),
    )
    const listed = (await run('clients', 'list', '--json')).output
    expect(JSON.parse(listed)).toContainEqual(expect.objectContaining({ id, public: false }))
    expect(listed).not.toContain(secret)
    const rotated = await run('clients', 'rotate', id)
    const next = /client_secret +(\S+)/.exec(rotated.output)?.[1] ?? ''
    expect([await token(secret), await token(next)]).toEqual([401, 200])
    expect((await run('clients', 'revoke', id)).code).toBe(0)
    expect(await token(next)).toBe(401)
    const wrong = await run('clients', 'create', '--grant', 'implicit', '--redirect-uri', 'x')
    expect([wrong.code, wrong.errors]).toEqual([
      2,
      expect.stringMatching(
        /^--name must .*\.\n--redirect-uri must .*\.\n--grant must be one of authorization_code,/,
      ),
    ])
    const code = await run('clients', 'create', '--name', 'App', '--grant', 'authorization_code')
    expect(code.errors).toBe(
      '--redirect-uri must name at least one redirect URI for the grant authorization_code.\n',
    )
    const again = await run('clients', 'revoke', id)
    expect([again.code, again.errors]).toEqual([2, expect.stringMatching(/no OAuth client/i)])
  })

  it('C7.10 its writes are in the audit log', async () => {
    const { body } = await service.graphql('{ auditLog(first: 100) { edges { node { action resource } } } }')
    const entries = body.data.auditLog.edges.map(({ node }: { node: object }) => node)
    for (const entry of [
      { action: 'users', resource: 'users' },
      { action: 'keys', resource: 'api-keys' },
    ])
      expect(entries).toContainEqual(entry)
  })

  it('migrate and doctor find no problem', async () => {
    expect(await run('migrate')).toMatchObject({ code: 0, output: 'The database is up to date.\n' })
    const { code, output } = await run('doctor')
    expect([code, output]).toEqual([0, expect.stringMatching(/^ok +DATABASE_URL$/m)])
  })

  it('check finds no problem, and then reports one', async () => {
    expect(await run('check')).toMatchObject({ code: 0, output: 'The records are consistent.\n' })
    const database = new Client({ connectionString: service.databaseUrl })
    await database.connect()
    await database.query('insert into erasures values (77, -77, $1)', ['2026-01-01'])
    const { code, output } = await run('check')
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^not-forgotten: 1 deleted people still have traces .*\. Check that /),
    ])
    const readiness = (await service.call('GET', '/readyz')).body
    await database.end()
    expect(readiness.status).toBe('ready')
    await expect
      .poll(async () => (await service.call('GET', '/readyz')).body.integrity, { timeout: 10_000 })
      .toMatchObject({
        ok: false,
        differs: [output.trim()],
      })
    expect((await service.call('GET', '/metrics')).body).toMatch(
      /^integrity_findings{check="not-forgotten"} 1$/m,
    )
  })

  it('doctor reports wrong settings, and settings that could be better', async () => {
    const settings = { PORT: 'x', BODY_LIMIT: '1', DATABASE_URL: service.databaseUrl ?? '' }
    const wrong = await runCommandHere(['doctor'], settings)
    expect([wrong.code, wrong.output]).toEqual([
      2,
      expect.stringMatching(/^wrong +PORT[^]*^wrong +BODY_LIMIT/m),
    ])
    const away = await runCommandHere(['doctor'], { DATABASE_URL: 'postgresql://127.0.0.1:1/none' })
    expect([away.code, away.output]).toEqual([2, expect.stringMatching(/^wrong +DATABASE_URL: /m)])
    const better = await runCommandHere(['doctor'], {
      NODE_ENV: 'production',
      JWT_SECRET: 'a secret of thirty-two bytes or more',
      DATABASE_URL: service.databaseUrl ?? '',
    })
    expect([better.code, better.output]).toEqual([1, expect.stringMatching(/^better +BASE_URL: set it/m)])
  })
})
