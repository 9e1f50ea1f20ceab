import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCode, openPostOffice, type PostOffice } from '../support/post-office.ts'
import { aPerson } from '../support/person.ts'
import { AS_ADMIN, basic, SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

const PASSWORD = 'a lamp, a kettle, a stone'
const OTHER = 'seven quiet orange boats'

describe.each(SAMPLED_DATABASES)('C3.8 accounts on %s', (kind) => {
  let post: PostOffice
  let service: TestService

  beforeAll(async () => {
    post = await openPostOffice()
    service = await startTestService(kind, { SMTP_URL: post.url, MAIL_FROM: 'content@example.org' })
  })
  afterAll(async () => {
    await service.stop()
    await post.close()
  })

  const mutate = async (document: string, as: string | null = AS_ADMIN) => {
    const { body } = await service.graphql(`mutation { ${document} }`, {}, as)
    return {
      data: body.data,
      code: body.errors?.[0]?.extensions.code,
      problems: body.errors?.[0]?.extensions.problems,
    }
  }
  const rest = (path: string, body: unknown, as: string | null = null) =>
    service.call('POST', path, { as: as as string, body })
  const usernameAs = async (login: string, password: string): Promise<string | undefined> =>
    (await service.graphql('{ currentUser { username } }', {}, basic(login, password))).body.data?.currentUser
      .username
  /** An account with a password, by invitation. */
  const inviteUser = async (name: string): Promise<string> => {
    await mutate(`inviteUser(email: "${name}@example.org", role: AUTHOR) { id }`)
    const token = readCode(await post.letterTo(`${name}@example.org`))
    await mutate(`resetPassword(token: "${token}", password: "${PASSWORD}")`, null)
    return basic(name, PASSWORD)
  }

  it('inviteUser mails a code, and resetPassword sets a password with it once, with which the user can sign in', async () => {
    const { data } = await mutate(
      'inviteUser(email: "nora@example.org", name: "Nora", role: AUTHOR) { username name role }',
    )
    expect(data.inviteUser).toEqual({ username: 'nora', name: 'Nora', role: 'AUTHOR' })
    const letter = await post.letterTo('nora@example.org')
    expect([letter.from, letter.text.includes(`${service.url}/account/password`)]).toEqual([
      'content@example.org',
      true,
    ])
    const reset = `resetPassword(token: "${readCode(letter)}", password: "${PASSWORD}")`
    expect([(await mutate(reset, null)).data, (await mutate(reset, null)).code]).toEqual([
      { resetPassword: true },
      'BAD_USER_INPUT',
    ])
    expect(await usernameAs('nora@example.org', PASSWORD)).toBe('nora')
  })

  it('REST has invitations, password-resets and passwords', async () => {
    const created = await rest(
      '/api/users/invitations',
      { email: 'rex@example.org', role: 'EDITOR' },
      AS_ADMIN,
    )
    expect([created.status, created.headers.get('location')]).toEqual([201, `/api/users/${created.body.id}`])
    expect(created.body).toEqual({ id: created.body.id, name: 'rex', email: 'rex@example.org', age: null })
    const first = readCode(await post.letterTo('rex@example.org'))
    expect((await rest('/api/users/passwords', { token: first, password: PASSWORD })).status).toBe(204)
    const asked = await rest('/api/users/password-resets', { email: 'REX@example.org' })
    expect([asked.status, asked.headers.get('cache-control')]).toEqual([202, 'no-store'])
    const second = readCode(await post.letterTo('rex@example.org'))
    expect((await rest('/api/users/passwords', { token: second, password: OTHER })).status).toBe(204)
    expect([await usernameAs('rex', PASSWORD), await usernameAs('rex', OTHER)]).toEqual([undefined, 'rex'])
  })

  it('the page of the mail sets the password without scripts', async () => {
    await rest('/api/users/invitations', { email: 'page@example.org' }, AS_ADMIN)
    const letter = await post.letterTo('page@example.org')
    const address = /http\S+\/account\/password/.exec(letter.text)?.[0] ?? ''
    const send = async (code: string) => {
      const body = new URLSearchParams({ code, password: PASSWORD })
      return fetch(address, { method: 'POST', body })
    }
    expect((await fetch(address)).headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect([(await send('wrong')).status, (await send(readCode(letter))).status]).toEqual([422, 200])
    expect(await usernameAs('page', PASSWORD)).toBe('page')
  })

  it('"Forgot password?" sends a mail with a code that sets the password without scripts', async () => {
    await inviteUser('forgetful')
    const person = aPerson(service.url)
    await person.open('/account/password-reset')
    expect((await person.send({ email: 'FORGETFUL@example.org' })).text).toContain('Look at your mail')
    await person.open('/account/password')
    const code = readCode(await post.letterTo('forgetful@example.org'))
    expect((await person.send({ code, password: OTHER })).text).toContain('Your password is set')
    expect(await usernameAs('forgetful', OTHER)).toBe('forgetful')
    await person.open('/account/password')
    const again = await person.send({ code, password: PASSWORD })
    expect([again.status, again.text.includes('href="/account/password-reset"')]).toEqual([422, true])
  })

  it.each([
    // C12.12: a mail costs one further request.
    ['/account/password-reset', { email: 'nobody@example.org' }, 200, '4'],
    ['/account/password', { code: 'no code', password: 'four grey wandering geese' }, 422, '2'],
  ])(
    'C9.1 the form of %s counts for the address, and a person beyond the quota gets a page',
    async (path, fields, status, quota) => {
      const limited = await startTestService(kind, { RATE_LIMIT_ANONYMOUS: quota, SMTP_URL: post.url })
      const person = aPerson(limited.url, { headers: { accept: 'text/html' } })
      const shown: (readonly [number, string | null])[] = []
      for (let time = 0; time < 3; time += 1) {
        await person.open(path)
        const answer = await person.send(fields)
        shown.push([answer.status, answer.headers.get('content-type')])
      }
      await limited.stop()
      const html = 'text/html; charset=utf-8'
      expect(shown).toEqual([
        [status, html],
        [status, html],
        [429, html],
      ])
    },
  )

  it('a caller without the permission is refused before the input is checked', async () => {
    const statuses = [null, await inviteUser('plain')].map((as) =>
      rest('/api/users/invitations', 'not json', as),
    )
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 403])
  })

  it('requestPasswordReset is true for every address, and mails only existing accounts', async () => {
    const asked = await mutate('requestPasswordReset(email: "nobody@example.org")', null)
    await inviteUser('somebody')
    expect(asked.data).toEqual({ requestPasswordReset: true })
    expect(post.letters().filter(({ to }) => to === 'nobody@example.org')).toEqual([])
    expect((await rest('/api/users/password-resets', { email: 'nobody@example.org' })).status).toBe(202)
    expect((await rest('/api/users/password-resets', { email: 'no address' })).status).toBe(422)
  })

  it('changePassword needs the current password, replaces it, and reports problems with their paths', async () => {
    const as = await inviteUser('carla')
    const change = (current: string, next: string) => `changePassword(current: "${current}", next: "${next}")`
    expect(await mutate(change('wrong', OTHER), as)).toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['current'] }],
    })
    expect(await mutate(change(PASSWORD, 'short'), as)).toMatchObject({ problems: [{ path: ['next'] }] })
    expect((await mutate(change(PASSWORD, OTHER), as)).data).toEqual({ changePassword: true })
    expect([await usernameAs('carla', PASSWORD), await usernameAs('carla', OTHER)]).toEqual([
      undefined,
      'carla',
    ])
    const back = await rest('/api/me/password', { current: OTHER, next: PASSWORD }, basic('carla', OTHER))
    expect([back.status, await usernameAs('carla', PASSWORD)]).toEqual([204, 'carla'])
  })

  it('C7.6 wrong current passwords are throttled like failed sign-ins', async () => {
    // An attacker can have a stolen key, but a user who signs in with the password knows the password.
    const made = { name: 'stolen', scopes: ['users:write'] }
    const { body } = await rest('/api/api-keys', made, await inviteUser('gus'))
    const guess = () =>
      service.call('POST', '/api/me/password', {
        as: null,
        headers: { 'x-api-key': body.key },
        body: { current: 'wrong', next: OTHER },
      })
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
    expect(Number((await guess()).headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('signOutEverywhere ends all sessions; in REST it is DELETE /api/me/sessions', async () => {
    const as = await inviteUser('stella')
    expect((await mutate('signOutEverywhere', as)).data).toEqual({ signOutEverywhere: true })
    expect((await service.call('DELETE', '/api/me/sessions', { as })).status).toBe(204)
    expect((await service.call('DELETE', '/api/me/sessions', { as: null })).status).toBe(401)
  })
})
