import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInModel, contentModel, defaultPolicyFile, field, record } from '@content-service/domain'
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

const Candidate = record({
  name: 'Candidate',
  plural: 'candidates',
  about,
  allowed: {
    read: { READER: 'own', RECRUITER: 'all' },
    write: { RECRUITER: (candidate) => candidate.stage.ne('HIRED'), HEAD_OF_PEOPLE: 'all' },
    hire: { HEAD_OF_PEOPLE: 'all' },
  },
  fields: {
    label: field.line(80, { about, unique: true }),
    stage: field.state(['NEW', 'HIRED'], { about }),
    finder: field.owner({ about, inverse: 'candidates' }),
  },
  operations: (on) => ({ hire: on({ about, permission: 'hire', from: ['NEW'], to: 'HIRED' }) }),
})
const model = contentModel([...builtInModel.types, Candidate], {
  roles: {
    RECRUITER: { inherits: ['READER'], about: 'People who look for candidates.' },
    HEAD_OF_PEOPLE: { inherits: ['RECRUITER'], about: 'People who decide.' },
  },
})

const bearer = (id: string): string => `Bearer ${jwt.sign({ sub: id }, JWT_SECRET, { expiresIn: '15m' })}`
/** A token must be younger than its user. */
const asAdmin = (): string => bearer(ADMIN_ID)
const CREATE = 'mutation ($label: String!) { createCandidate(input: { label: $label }) { id } }'
const SET_ROLES =
  'mutation ($id: ID!, $roles: [String!]!) { updateUser(input: { id: $id, roles: $roles }) { role roles } }'

describe.each(DATABASES)('C15.22 the roles of a model on %s', { timeout: 90_000 }, (kind) => {
  let folder: string
  let service: RunningService
  let environment: Record<string, string>
  let options: ServiceOptions
  let remove: () => Promise<void>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-model-roles-'))
    const database = await aDatabase(kind)
    remove = database.remove
    environment = { JWT_SECRET, ...database.environment }
    options = { model, migrations: [await proposeMigration('candidates', environment, { model })] }
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
  const send = async (method: string, path: string, body?: object, as = asAdmin()) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: as },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  const graphql = async (query: string, variables: object = {}, as = asAdmin()) =>
    (await send('POST', '/graphql', { query, variables }, as)).body
  const readCode = ({ errors }: { errors?: readonly { extensions: { code: string } }[] }) =>
    errors?.[0]?.extensions.code

  let made = 0
  /** A user to whom the administrator gives the roles, by turns over the interfaces. */
  const createPerson = async (...roles: readonly string[]): Promise<{ id: string; as: string }> => {
    made += 1
    const email = `person-${made}@example.org`
    const { data } = await graphql(`mutation { inviteUser(email: "${email}") { id } }`)
    const { id } = data.inviteUser
    if (made % 2 === 0) await graphql(SET_ROLES, { id, roles })
    else await send('PATCH', `/api/users/${id}/access`, { roles })
    const { body } = await send('GET', `/api/users/${id}/access`)
    expect(body).toMatchObject({ roles })
    return { id, as: bearer(id) }
  }

  it('are given over both interfaces; `role` shows the role of the service that they inherit', async () => {
    const { id } = await createPerson('RECRUITER')
    expect((await send('GET', `/api/users/${id}/access`)).body).toMatchObject({ role: 'READER' })
    const { data } = await graphql(SET_ROLES, { id, roles: ['AUTHOR', 'HEAD_OF_PEOPLE'] })
    expect(data.updateUser).toEqual({ role: 'AUTHOR', roles: ['AUTHOR', 'HEAD_OF_PEOPLE'] })
    expect((await send('PATCH', `/api/users/${id}/access`, { roles: ['RECRUITR'] })).status).toBe(422)
    expect(readCode(await graphql(SET_ROLES, { id, roles: ['RECRUITR'] }))).toBe('BAD_USER_INPUT')
  })

  it('are given only by users who have their rights', async () => {
    const [head, recruiter, other] = [
      await createPerson('HEAD_OF_PEOPLE'),
      await createPerson('RECRUITER'),
      await createPerson('READER'),
    ]
    const give = async (roles: readonly string[], { as }: { as: string }) =>
      (await send('PATCH', `/api/users/${other.id}/access`, { roles }, as)).status
    for (const { id } of [head, recruiter])
      await send('PATCH', `/api/users/${id}/access`, { permissions: ['users:read', 'users:write'] })
    expect(await give(['RECRUITER'], recruiter)).toBe(200)
    expect(await give(['HEAD_OF_PEOPLE'], recruiter)).toBe(403)
    expect(await give(['HEAD_OF_PEOPLE'], head)).toBe(200)
  })

  it('have the rights of allowed over both interfaces, with those of the roles that they inherit', async () => {
    const [head, recruiter, reader, editor] = [
      await createPerson('HEAD_OF_PEOPLE'),
      await createPerson('RECRUITER'),
      await createPerson('READER'),
      await createPerson('EDITOR'),
    ]
    for (const { as } of [reader, editor]) {
      expect(readCode(await graphql(CREATE, { label: 'no' }, as))).toBe('FORBIDDEN')
      expect((await send('POST', '/api/candidates', { label: 'no' }, as)).status).toBe(403)
    }
    const { data } = await graphql(CREATE, { label: 'Ada' }, recruiter.as)
    const posted = await send('POST', '/api/candidates', { label: 'Bob' }, head.as)
    const [ada, bob] = [data.createCandidate.id, posted.body.id]
    const list = async ({ as }: { as: string }) => {
      const { data } = await graphql('{ candidates(orderBy: [{ field: CREATED_AT }]) { label } }', {}, as)
      const { body } = await send('GET', '/api/candidates?sort=createdAt', undefined, as)
      expect(body.map(({ label }: { label: string }) => ({ label }))).toEqual(data.candidates)
      return data.candidates.map(({ label }: { label: string }) => label)
    }
    expect(await list(recruiter)).toEqual(['Ada', 'Bob'])
    expect(await list({ as: asAdmin() })).toEqual(['Ada', 'Bob'])
    expect(await list(reader)).toEqual([])
    expect(await list(editor)).toEqual([])

    const hire = `mutation { hireCandidate(id: "${ada}") { stage } }`
    expect(readCode(await graphql(hire, {}, recruiter.as))).toBe('FORBIDDEN')
    expect((await send('POST', `/api/candidates/${bob}/hire`, {}, recruiter.as)).status).toBe(403)
    expect((await graphql(hire, {}, head.as)).data).toEqual({ hireCandidate: { stage: 'HIRED' } })
    const rename = (id: string, { as }: { as: string }) =>
      send('PATCH', `/api/candidates/${id}`, { label: 'New' }, as)
    expect((await rename(ada, recruiter)).status).toBe(403)
    expect((await rename(bob, recruiter)).status).toBe(200)
    const actions = async ({ as }: { as: string }) =>
      (await graphql(`{ candidate(id: "${bob}") { availableActions } }`, {}, as)).data.candidate
        .availableActions
    expect(await actions(head)).toEqual(['delete', 'hire', 'update'])
    expect(await actions(recruiter)).toEqual(['delete', 'update'])
  })

  it('come from imports and from the command for users, are listed, and are needed by policy files', async () => {
    await service.stop()
    const run = (...words: string[]) => runCommandHere(words, environment, options)
    const user = { type: 'user', username: 'rita', name: 'Rita', email: 'rita@example.org' }
    const file = join(folder, 'in.ndjson')
    const lines = [
      { ...user, roles: ['RECRUITER'] },
      { type: 'candidate', ref: 'cy', label: 'Cy', finder: 'rita' },
    ]
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    expect((await run('import', file)).output).toContain('2 new, 0 updated, 0 unchanged, 0 rejected')
    const set = await run('users', 'set-role', 'rita', 'recruiter', 'author')
    expect(set).toMatchObject({ code: 0, output: 'Roles of rita: RECRUITER, AUTHOR\n' })
    const listed = await run('types', 'list')
    expect(listed.output).toMatch(
      /^ROLE +INHERITS +ABOUT\nRECRUITER +READER +People who look for candidates\.\nHEAD_OF_PEOPLE +RECRUITER +People who decide\.\n\n/,
    )
    expect(listed.output).toContain('  candidates:read: READER (own records), RECRUITER\n')

    const { RECRUITER: _, ...roles } = defaultPolicyFile(model).roles
    const policy = join(folder, 'policy.json')
    await writeFile(policy, JSON.stringify({ ...defaultPolicyFile(model), roles }))
    const missing = `The policy in ${policy} (POLICY_FILE) has errors:\n  roles.RECRUITER: is missing, and the content model declares it`
    await expect(start({ PORT: '0', POLICY_FILE: policy })).rejects.toThrow(missing)
    service = await start({ PORT: '0' })
    const { data } = await graphql('{ users(limit: 100) { username roles } }')
    expect(data.users).toContainEqual({ username: 'rita', roles: ['RECRUITER', 'AUTHOR'] })
  })
})
