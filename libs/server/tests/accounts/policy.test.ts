import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInModel, defaultPolicyFile } from '@content-service/domain'
import { failureText } from '@content-service/domain/internal/rules'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService } from '../../src/start/start.ts'
import { startApi } from '../support/processes/api-process.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { aDatabase, basic, startTestService, type TestService } from '../support/service.ts'

const PASSWORD = 'seven quiet harbours'
const DEFAULT = defaultPolicyFile(builtInModel)
const CLIENT = { client_id: 'app', client_secret: 'a client secret of 32 bytes or more' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-service-policy-'))
})
afterAll(() => rm(folder, { recursive: true }))

const written = async (name: string, policy: unknown): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, typeof policy === 'string' ? policy : JSON.stringify(policy))
  return file
}
const addRules = (role: string, ...rules: readonly object[]) => ({
  ...DEFAULT,
  roles: {
    ...DEFAULT.roles,
    [role]: { ...DEFAULT.roles[role], rules: [...(DEFAULT.roles[role]?.rules ?? []), ...rules] },
  },
})

describe('C7.7 POLICY_FILE', () => {
  let service: TestService
  const [rita, key] = [basic('rita', PASSWORD), { name: 'k', scopes: ['products:write'] }]
  beforeAll(async () => {
    // In this policy, readers may write products, and no role may read ARCHIVED articles.
    const policy = addRules(
      'READER',
      { effect: 'allow', permissions: ['products:write'] },
      {
        effect: 'deny',
        permissions: ['articles:read'],
        when: { op: 'eq', attribute: 'status', value: 'ARCHIVED' },
      },
    )
    service = await startTestService('PostgreSQL', {
      POLICY_FILE: await written('readers.json', policy),
      OAUTH_CLIENT_ID: CLIENT.client_id,
      OAUTH_CLIENT_SECRET: CLIENT.client_secret,
      OAUTH_REDIRECT_URIS: 'https://app.example.org/callback',
    })
    const input = { username: 'rita', email: 'rita@example.org', password: PASSWORD }
    await service.graphql(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
      { input },
      null,
    )
  }, 30_000)
  afterAll(() => service.stop())

  it('allows operations that the default policy forbids', async () => {
    const { body } = await service.graphql(
      'mutation { createCategory(input: { name: "X" }) { id } }',
      {},
      rita,
    )
    expect(body.errors).toBeUndefined()
  })

  it('C7.3 decides about the scopes of API keys', async () => {
    expect((await service.call('POST', '/api/api-keys', { as: rita, body: key })).status).toBe(201)
    const beyond = { ...key, scopes: ['audit:read'] }
    expect((await service.call('POST', '/api/api-keys', { as: rita, body: beyond })).status).toBe(422)
  })

  it('C7.5 decides about the scopes of tokens', async () => {
    const grant = { grant_type: 'password', username: 'rita', password: PASSWORD, ...CLIENT }
    const requestScope = (scope: string) =>
      fetch(`${service.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...grant, scope }),
      }).then(async (answer) => [answer.status, await answer.json()])
    expect(await requestScope('products:write')).toEqual([
      200,
      expect.objectContaining({ scope: 'products:write' }),
    ])
    expect(await requestScope('audit:read')).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_scope' }),
    ])
  })

  it('forbids operations that the default policy allows, in lists and one by one, over both interfaces', async () => {
    const create = 'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { id } }'
    const input = { title: 'Old', content: 'Text.', authorId: '2', status: 'PUBLISHED' }
    const { id } = (await service.graphql(create, { input })).body.data.createArticle
    expect((await service.call('GET', `/api/articles/${id}`)).status).toBe(200)
    await service.graphql(`mutation { updateArticle(input: { id: "${id}", status: ARCHIVED }) { version } }`)
    expect((await service.graphql(`{ article(id: "${id}") { id } }`)).body.data).toEqual({ article: null })
    expect((await service.graphql('{ articles(status: ARCHIVED) { id } }')).body.data).toEqual({
      articles: [],
    })
    expect((await service.call('GET', `/api/articles/${id}`)).status).toBe(404)
  })
})

describe('C10.2 an invalid policy', () => {
  /** The message of a failed start; main.test.ts tests that a process prints it and ends with 1. */
  const readRefusal = async (settings: Readonly<Record<string, string>>): Promise<string> => {
    const log = pino({ level: 'silent' })
    const started = startService(readSettings({ PORT: '0', DATA_DIR: folder, ...settings }), log)
    return started.then(() => 'it started', failureText)
  }

  it('prevents the start, with the place and the necessary change', { timeout: 20_000 }, async () => {
    const POLICY_FILE = await written(
      'wrong.json',
      addRules('READER', { effect: 'allow', permissions: ['x:y'] }),
    )
    const errors = await readRefusal({ POLICY_FILE })
    expect(errors).toContain(`The policy in ${POLICY_FILE} (POLICY_FILE) has errors:`)
    expect(errors).toMatch(/roles\.READER\.rules\[3\]: unknown permission "x:y"/)
    expect(errors).not.toContain(' at ')
  })

  it('that does not exist prevents the start', { timeout: 20_000 }, async () => {
    const POLICY_FILE = join(folder, 'nothing.json')
    expect(await readRefusal({ POLICY_FILE })).toBe(`The file ${POLICY_FILE} (POLICY_FILE) does not exist.`)
  })

  it('with warnings starts, and logs them', { timeout: 30_000 }, async () => {
    const shadowed = addRules('READER', { effect: 'allow', permissions: ['products:read'] })
    const { environment, remove } = await aDatabase('PostgreSQL')
    onTestFinished(remove)
    const POLICY_FILE = await written('shadowed.json', shadowed)
    const api = await startApi({ ...environment, POLICY_FILE })
    await api.program.said(/content-service is ready/)
    await api.program.said(/POLICY_FILE, roles\.READER\.rules\[3\]: .*Check whether you meant this\./)
    expect((await api.stop()).code).toBe(0)
  })
})

describe('npm run policy', () => {
  it('prints the default policy, which has no findings', { timeout: 20_000 }, async () => {
    const { output, code } = await runCommandHere(['policy', 'print'], {})
    expect([code, JSON.parse(output)]).toEqual([0, DEFAULT])
    const checked = await runCommandHere(['policy', 'check', await written('own.json', output)], {})
    expect([checked.code, checked.output]).toEqual([0, 'The policy has no problems.\n'])
  })

  it('has different exit codes for findings and errors', { timeout: 20_000 }, async () => {
    const shadowed = addRules('READER', { effect: 'allow', permissions: ['products:read'] })
    const findings = await runCommandHere(['policy', 'check', await written('findings.json', shadowed)], {})
    expect([findings.code, findings.output]).toEqual([1, expect.stringContaining('(shadowed)')])
    const mistakes = await runCommandHere(['policy', 'check', await written('mistakes.json', '{')], {})
    expect([mistakes.code, mistakes.errors]).toEqual([2, expect.stringContaining('is not valid JSON')])
    expect((await runCommandHere(['policy', 'check'], {})).code).toBe(2)
  })
})
