import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPolicyFile } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, CAST_PASSWORD, type Cast, type Person } from '../support/cast.ts'
import { startTestService, type TestService } from '../support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'
const CLIENT = { client_id: 'app', client_secret: 'a client secret of 32 bytes or more' }
const POLICY = createPolicyFile({
  MODERATOR: { inherits: ['READER'], rules: [{ effect: 'allow', permissions: ['comments:delete'] }] },
  AUDITOR: { rules: [{ effect: 'allow', permissions: ['audit:read'] }] },
  // This role has more rights than ADMIN, which has no webhooks in this policy.
  OWNER: { inherits: ['ADMIN'], rules: [{ effect: 'allow', permissions: ['webhooks:write'] }] },
  ADMIN: {
    inherits: ['EDITOR'],
    rules: [
      { effect: 'allow', permissions: ['comments:write', 'users:write', 'users:delete', 'audit:read'] },
    ],
  },
})
const UPDATE = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { role roles } }'
const DELETE_COMMENT = 'mutation ($id: ID!) { deleteComment(id: $id) }'

let folder: string
let service: TestService
let cast: Cast
let admin: Person
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-service-roles-'))
  const file = join(folder, 'policy.json')
  await writeFile(file, POLICY)
  service = await startTestService('PGlite', {
    JWT_SECRET: SECRET,
    POLICY_FILE: file,
    OAUTH_CLIENT_ID: CLIENT.client_id,
    OAUTH_CLIENT_SECRET: CLIENT.client_secret,
    OAUTH_REDIRECT_URIS: 'https://app.example.org/callback',
  })
  cast = aCast(service, SECRET)
  admin = await cast.person('ADMIN')
}, 60_000)
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

const update = async ({ id }: Person, change: object, by: Person = admin) =>
  (await service.graphql(UPDATE, { input: { id, ...change } }, by.as)).body
const createPerson = async (...roles: readonly string[]): Promise<Person> => {
  const person = await cast.person('READER')
  await update(person, { roles })
  return person
}
const readCode = ({ errors }: { errors?: readonly { extensions: { code: string } }[] }) =>
  errors?.[0]?.extensions.code

describe('C12.3 roles that a policy file adds', () => {
  it('can be granted, are visible wherever roles are, and `role` replaces only built-in roles', async () => {
    const person = await cast.person('READER')
    expect((await update(person, { roles: ['MODERATOR', 'AUTHOR'] })).data.updateUser).toEqual({
      role: 'AUTHOR',
      roles: ['MODERATOR', 'AUTHOR'],
    })
    expect((await update(person, { role: 'EDITOR' })).data.updateUser).toEqual({
      role: 'EDITOR',
      roles: ['EDITOR', 'MODERATOR'],
    })
    const { body } = await service.call('GET', '/api/me', { as: person.as })
    expect(body).toMatchObject({ role: 'EDITOR', roles: ['EDITOR', 'MODERATOR'] })
    await cast.article(person)
    const profile = `{ user(id: "${person.id}") { role roles } }`
    expect((await service.graphql(profile, {}, null)).body.data.user).toEqual({
      role: 'EDITOR',
      roles: ['EDITOR', 'MODERATOR'],
    })
  })

  it('work over both interfaces, even if a mutation needs a built-in role', async () => {
    const [author, reader] = [await cast.person('AUTHOR'), await cast.person('READER')]
    const moderator = await createPerson('MODERATOR')
    const article = await cast.article(author)
    const comments = [await cast.comment(article, reader), await cast.comment(article, reader)]
    const { body } = await service.graphql(DELETE_COMMENT, { id: comments[0] }, moderator.as)
    expect(body.data).toEqual({ deleteComment: true })
    const deleted = await service.call('DELETE', `/api/comments/${comments[1]}`, { as: moderator.as })
    expect(deleted.status).toBe(204)
  })

  it('are used by filters', async () => {
    const findInLists = async (role: string, { id }: Person) => {
      const { body } = await service.graphql(
        `{ users(role: ${role}, limit: 100) { id } usersConnection(role: ${role}, first: 100) { edges { node { id } } }
           searchUsers(keyword: "cast", filter: { role: ${role} }) { id } }`,
        {},
        admin.as,
      )
      const { users, usersConnection, searchUsers } = body.data
      const lists = [users, usersConnection.edges.map(({ node }: { node: object }) => node), searchUsers]
      return lists.map((list) => list.some((user: { id: string }) => user.id === id))
    }
    const [moderator, auditor] = [await createPerson('MODERATOR'), await createPerson('AUDITOR')]
    expect(await findInLists('READER', moderator)).toEqual([true, true, true])
    expect(await findInLists('GUEST', moderator)).toEqual([false, false, false])
    expect(await findInLists('GUEST', auditor)).toEqual([true, true, true])
    expect(await findInLists('READER', auditor)).toEqual([false, false, false])
  })

  it('are refused if they are unknown, beyond the granter’s rights, or duplicate', async () => {
    const person = await cast.personWithPassword('READER')
    const unknown = await update(person, { roles: ['EMPEROR'] })
    expect(unknown.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['input', 'roles'], message: expect.stringContaining('"EMPEROR"') }],
    })
    expect(readCode(await update(person, { role: 'READER', roles: ['READER'] }))).toBe('BAD_USER_INPUT')
    expect(readCode(await update(person, { roles: ['OWNER'] }))).toBe('FORBIDDEN')
    expect(readCode(await update(person, { permissions: ['pages:read'] }))).toBe('BAD_USER_INPUT')
    const { body } = await service.call('GET', '/api/me', { as: person.as })
    expect(body.roles).toEqual(['READER'])
  })
})

describe('C12.3, RFC 6749 §6 a refresh never widens the grant', () => {
  const token = async (form: object): Promise<Readonly<Record<'scope' | 'refresh_token', string>>> => {
    const body = new URLSearchParams({ ...CLIENT, ...form })
    const answer = await fetch(`${service.url}/oauth/token`, { method: 'POST', body })
    return (await answer.json()) as Awaited<ReturnType<typeof token>>
  }
  const signedIn = (username: string) => token({ grant_type: 'password', username, password: CAST_PASSWORD })

  it('the permissions of a raised role come with the next sign-in', async () => {
    const person = await cast.personWithPassword('READER')
    const { body } = await service.call('GET', '/api/me', { as: person.as })
    const before = await signedIn(body.username)
    await update(person, { role: 'EDITOR' })
    const refreshed = await token({ grant_type: 'refresh_token', refresh_token: before.refresh_token })
    expect(refreshed.scope).toBe(before.scope)
    expect(refreshed.scope.split(' ')).not.toContain('articles:publish')
    expect((await signedIn(body.username)).scope.split(' ')).toContain('articles:publish')
  })
})
