import { OAUTH_PATHS } from '@content-service/identity'
import jwt from 'jsonwebtoken'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { aCast, CAST_PASSWORD } from '../support/cast.ts'
import { COMMAND_GAINS, OAUTH_GAINS, OPERATION_GAINS, type Attack, type Prey } from '../support/gains.ts'
import { JWT_SECRET, startTestService, type TestService } from '../support/service.ts'

const OWN = '2'

let service: TestService
let prey: Prey

const readSecondFactor = async (as: string | null): Promise<void> => {
  const post = (path: string, body: object) =>
    service.call('POST', `/api/me/second-factor${path}`, { as: as as string, body })
  const { secret } = (await post('', { password: CAST_PASSWORD })).body
  await post('/confirmation', { code: new TOTP({ secret }).generate() })
}
/** The id of a new record of the administrator. */
const createRecord = async (path: string, body: object): Promise<string> => {
  const { body: answer } = await service.call('POST', path, { body })
  return answer.id
}

beforeAll(async () => {
  service = await startTestService()
  const cast = aCast(service, JWT_SECRET)
  const administrator = await cast.personWithPassword('ADMIN')
  await readSecondFactor(administrator.as)
  const own = { id: OWN, as: `Bearer ${jwt.sign({ sub: OWN }, JWT_SECRET, { expiresIn: '15m' })}` }
  const webhook = { url: 'https://example.org', events: ['user.created'] }
  const client = { name: 'audit', redirectUris: [], grants: ['client_credentials'], scopes: ['audit:read'] }
  prey = {
    own: OWN,
    administrator: administrator.id,
    reader: (await cast.person('READER')).id,
    article: await cast.article(own, 'DRAFT'),
    webhook: await createRecord('/api/webhooks', webhook),
    client: await createRecord('/api/oauth-clients', client),
  }
}, 60_000)
afterAll(() => service.stop())

/** The code of the refusal; DONE without a refusal. */
const describeOutcome = async ({ scopes, request }: Attack): Promise<string> => {
  const { key } = (await service.call('POST', '/api/api-keys', { body: { name: 'narrow', scopes } })).body
  const by = { as: null, headers: { 'x-api-key': key } }
  const asked = request(prey)
  if ('path' in asked)
    return (await service.call(asked.method, asked.path, { ...by, body: asked.body })).body.code ?? 'DONE'
  const { body } = await service.call('POST', '/graphql', {
    ...by,
    body: { query: `mutation { ${asked.mutation} }` },
  })
  return body.errors?.[0].extensions.code ?? 'DONE'
}

const WRITES = new Set(['post', 'put', 'patch', 'delete'])

const writeOperations = async (): Promise<readonly string[]> => {
  const { body } = await service.graphql('{ __schema { mutationType { fields { name } } } }')
  const mutations = body.data.__schema.mutationType.fields.map(({ name }: { readonly name: string }) => name)
  const { paths } = (await service.call('GET', '/api/openapi.json')).body
  const routes = Object.values(paths).flatMap((methods) =>
    Object.entries(methods as Readonly<Record<string, { readonly operationId: string }>>)
      .filter(([method]) => WRITES.has(method))
      .map(([, { operationId }]) => operationId),
  )
  return [...new Set<string>([...mutations, ...routes])].toSorted()
}

describe('C12.3, C12.4 operations that could give a credential more rights than its scopes', () => {
  it('the table contains every mutation and every route that writes', async () => {
    expect(await writeOperations()).toEqual(Object.keys(OPERATION_GAINS).toSorted())
  })

  it('the table contains every OAuth endpoint and every command', () => {
    expect(Object.keys(OAUTH_PATHS).toSorted()).toEqual(Object.keys(OAUTH_GAINS).toSorted())
    expect(Object.keys(COMMANDS).toSorted()).toEqual(Object.keys(COMMAND_GAINS).toSorted())
  })

  const attacks = Object.entries(OPERATION_GAINS).flatMap(([name, row]) =>
    row === 'none'
      ? []
      : row.attacks.map((attack, index): [string, number, Attack] => [name, index + 1, attack]),
  )
  it.each(attacks)('%s refuses a narrow key (%i)', async (_, _index, attack) => {
    expect(await describeOutcome(attack)).toBe(attack.refusal)
  })
})
