import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { findBarriers } from './support/axe.ts'
import { prepareStudio } from './support/prepare-studio.ts'
import { focusBox, PASSWORD, type PersonName } from './support/studio.ts'

const IN_TIME = { timeout: 20_000 }
const OTHER_PASSWORD = 'seven quiet otters knit'

requirePrograms('Chromium')

const studio = prepareStudio()
afterEach(() => expect(studio.desks.flatMap(({ complaints }) => complaints)).toEqual([]))

const open = async (path: string, as: PersonName = 'rita', options = {}): Promise<Page> => {
  const desk = await studio.open(path, { as, options })
  await desk.page.getByRole('heading', { level: 1 }).waitFor()
  return desk.page
}

/** The service refuses something: the browser writes each refusal to its console. */
const expectRefusals = (): void =>
  studio.desks.forEach(({ complaints }) => (complaints as string[]).splice(0))

const part = (page: Page, name: string) => page.getByRole('region', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const isSaved = (page: Page, name: string) => part(page, name).getByText('Saved', { exact: true }).waitFor()

/** Sends a request as one of the people of the tests, with their password. */
const send = (as: PersonName, path: string, init: RequestInit & { readonly password?: string } = {}) => {
  const { password = PASSWORD, ...others } = init
  const authorization = `Basic ${Buffer.from(`${as}:${password}`).toString('base64')}`
  return fetch(studio.service.url + path, {
    ...others,
    headers: { authorization, 'content-type': 'application/json' },
  })
}

const read = async <Data>(as: PersonName, path: string): Promise<Data> =>
  (await (await send(as, path)).json()) as Data

describe('C20.3 /studio/account', { timeout: 90_000 }, () => {
  it('changes the name and the profile, and shows at its field what the service refuses', async () => {
    const page = await open('/studio')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('your acc')
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    const profile = part(page, 'Profile')
    await profile.getByLabel('Website').fill('not a website')
    await profile.getByRole('button', { name: 'Save' }).click()
    await profile.getByText('must be an http or https URL').waitFor()
    await profile.getByLabel('Website').fill('https://example.org/rita')
    await profile.getByLabel('Name').fill('Rita Writer')
    await profile.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Rita Writer' }).waitFor()
    await isSaved(page, 'Profile')
    expect(await read('rita', '/api/me')).toMatchObject({
      name: 'Rita Writer',
      profile: { website: 'https://example.org/rita', bio: null },
    })
    expectRefusals()
  })

  it('saves no profile over what was changed elsewhere without saying so', async () => {
    const page = await open('/studio/account')
    const profile = part(page, 'Profile')
    await profile.getByLabel('Place').fill('Lisbon')
    const body = JSON.stringify({ profile: { bio: 'I read.' } })
    await send('rita', '/api/me', { method: 'PATCH', body })
    await profile.getByRole('button', { name: 'Save' }).click()
    await profile.getByText('Your account was changed elsewhere.').waitFor()
    await profile.getByLabel('About you').fill('I read.')
    await profile.getByRole('button', { name: 'Save' }).click()
    await isSaved(page, 'Profile')
    expect(await read('rita', '/api/me')).toMatchObject({ profile: { bio: 'I read.', location: 'Lisbon' } })
    expectRefusals()
  })

  it('C20.5 shows the studio in the chosen colours and language, also at the next visit', async () => {
    const page = await open('/studio/account', 'eve', { colorScheme: 'light' })
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await paper()
    await page.getByLabel('Appearance', { exact: true }).selectOption('DARK')
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await part(page, 'Language and appearance').getByRole('button', { name: 'Save' }).click()
    await expect.poll(paper, IN_TIME).not.toBe(light)
    await page.getByLabel('Language', { exact: true }).selectOption('de')
    await part(page, 'Language and appearance').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor()
    expect(await paper()).not.toBe(light)
    await page.getByLabel('Sprache', { exact: true }).selectOption('en-GB')
    await page.getByLabel('Aussehen', { exact: true }).selectOption('SYSTEM')
    await part(page, 'Sprache und Aussehen').getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')
    expect(await read('eve', '/api/me/settings')).toEqual({
      locale: 'en-GB',
      timezone: 'Europe/Berlin',
      theme: 'SYSTEM',
    })
  })

  it('C20.5 speaks the language of the account in a browser that never saw it', async () => {
    const body = JSON.stringify({ locale: 'de' })
    await send('eve', '/api/me/settings', { method: 'PATCH', body })
    const page = await open('/studio/articles', 'eve')
    await page.getByRole('button', { name: 'Abmelden' }).waitFor()
    await send('eve', '/api/me/settings', { method: 'PATCH', body: JSON.stringify({ locale: 'en' }) })
  })

  it('chooses the mails', async () => {
    const page = await open('/studio/account')
    await part(page, 'Notifications').getByText('News', { exact: true }).click()
    await part(page, 'Notifications').getByRole('button', { name: 'Save' }).click()
    await isSaved(page, 'Notifications')
    expect(await read('rita', '/api/me/preferences')).toMatchObject({ newsletter: true })
  })

  it('refuses a wrong current password at its field, and leads to the sign-in after a change', async () => {
    const page = await open('/studio/account')
    const password = part(page, 'Password')
    await password.getByText('All your sessions end').waitFor()
    await password.getByLabel('Current password').fill('not my password')
    await password.getByLabel('New password').fill(OTHER_PASSWORD)
    await password.getByRole('button', { name: 'Change the password' }).click()
    await password.getByText('is not your password').waitFor()
    expect(await password.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true')
    await password.getByLabel('Current password').fill(PASSWORD)
    await password.getByRole('button', { name: 'Change the password' }).click()
    await page.getByLabel('Username or email').waitFor()
    const body = JSON.stringify({ current: OTHER_PASSWORD, next: PASSWORD })
    const init = { method: 'POST', body, password: OTHER_PASSWORD }
    expect((await send('rita', '/api/me/password', init)).status).toBe(204)
    expectRefusals()
  })

  it('turns the second factor on with a code of an app, and off with a recovery code', async () => {
    const page = await open('/studio/account')
    const factor = part(page, 'Second factor')
    await factor.getByLabel('Current password').fill(PASSWORD)
    await factor.getByRole('button', { name: 'Turn on the second factor' }).click()
    const secret = await factor.getByLabel('Secret for the app').inputValue()
    // The clock of the service stands still.
    const timestamp = studio.service.clock.now().getTime()
    await factor.getByLabel('Code').fill(new TOTP({ secret }).generate({ timestamp }))
    await factor.getByRole('button', { name: 'Confirm' }).click()
    const codes = factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect.poll(() => codes.count(), IN_TIME).toBe(10)
    const [code = ''] = await codes.allTextContents()
    await factor.getByRole('button', { name: 'I have kept them' }).click()
    await factor.getByText('Unused recovery codes: 10.').waitFor()
    expect(await page.content()).not.toContain(secret)
    await factor.getByRole('button', { name: 'Turn off the second factor' }).click()
    await dialog(page).getByLabel('Current password').fill(PASSWORD)
    await dialog(page).getByLabel('Code').fill(code)
    await dialog(page).getByRole('button', { name: 'Turn off the second factor' }).click()
    await factor.getByText('The second factor is off.').waitFor()
    expect(await read('rita', '/api/me/second-factor')).toMatchObject({ enabled: false })
  })

  it('ends other sessions, and all of them', async () => {
    const page = await open('/studio/account')
    await open('/studio/account')
    const sessions = part(page, 'Sessions')
    await page.reload()
    await sessions.getByText('this browser').waitFor()
    const others = sessions.getByRole('listitem').filter({ hasNotText: 'this browser' })
    const before = await others.count()
    await others.first().getByRole('button', { name: 'End' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click()
    await expect.poll(() => others.count(), IN_TIME).toBe(before - 1)
    await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByLabel('Username or email').waitFor()
  })

  it('creates an API key, shows it once, and revokes it', async () => {
    const page = await open('/studio/account', 'eve')
    const keys = part(page, 'API keys')
    await keys.getByRole('button', { name: 'New API key' }).click()
    await dialog(page).getByLabel('What it is for').fill('My script')
    await dialog(page).getByText('articles:read', { exact: true }).click()
    await dialog(page).getByLabel('Valid for').selectOption('30')
    await dialog(page).getByRole('button', { name: 'Create the key' }).click()
    const key = await dialog(page).getByLabel('API key', { exact: true }).inputValue()
    const ask = () => fetch(`${studio.service.url}/api/articles?limit=1`, { headers: { 'x-api-key': key } })
    expect((await ask()).status).toBe(200)
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await keys.getByText('valid until').waitFor()
    expect(await page.content()).not.toContain(key)
    await keys.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await keys.getByText('You have no API key.').waitFor()
    expect((await ask()).status).toBe(401)
  })
})

describe('C20.4 people, for those who administer them', { timeout: 90_000 }, () => {
  it('invites a person', async () => {
    const page = await open('/studio/users', 'ada')
    await page.getByRole('button', { name: 'Invite' }).click()
    await dialog(page).getByLabel('Email').fill('not an address')
    await dialog(page).getByRole('button', { name: 'Invite' }).click()
    await dialog(page).getByText('must be an email address').waitFor()
    await dialog(page).getByLabel('Email').fill('grace@example.org')
    await dialog(page).getByLabel('Name').fill('Grace Hopper')
    await dialog(page).getByLabel('Role').selectOption('EDITOR')
    await dialog(page).getByRole('button', { name: 'Invite' }).click()
    await page.getByText('The invitation to grace@example.org is on its way.').waitFor()
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor()
    expectRefusals()
  })

  it('says why somebody may do something, or not', async () => {
    const { id } = await read<{ readonly id: string }>('rita', '/api/me')
    const page = await open(`/studio/users/${id}`, 'ada')
    const why = part(page, 'Why may they?')
    await why.getByLabel('Permission').selectOption('articles:publish')
    await why.getByRole('button', { name: 'Explain' }).click()
    await why.getByText('No rule of their roles allows it.').waitFor()
    await why.getByText('a role that allows articles:publish: EDITOR').waitFor()
    await why.getByLabel('Permission').selectOption('articles:read')
    const article = why.getByRole('combobox', { name: 'Article' })
    await focusBox(article)
    await article.fill('Article 42')
    await page.getByRole('option', { name: 'Article 42', exact: true }).click()
    await why.getByRole('button', { name: 'Explain' }).click()
    await why.getByText('A rule allows it.').waitFor()
    await page.getByRole('link', { name: 'What this person has done' }).waitFor()
  })

  it('ends a session of somebody else, and says that there is no second factor to remove', async () => {
    await open('/studio')
    const { id } = await read<{ readonly id: string }>('rita', '/api/me')
    const page = await open(`/studio/users/${id}`, 'ada')
    const sessions = part(page, 'Sessions').getByRole('listitem')
    await expect.poll(() => sessions.count(), IN_TIME).toBeGreaterThan(0)
    const before = await sessions.count()
    await sessions.first().getByRole('button', { name: 'End' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click()
    await expect.poll(() => sessions.count(), IN_TIME).toBe(before - 1)
    await page.getByRole('button', { name: 'Remove the second factor' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the second factor' }).click()
    await page.getByText('This user has no second factor.').waitFor()
    expectRefusals()
  })

  interface Access {
    readonly username: string
    readonly roles: readonly string[]
    readonly status: string
    readonly permissions: readonly string[]
  }

  it('changes the access of somebody else, and shows what the service refuses', async () => {
    const { id } = await read<{ readonly id: string }>('rita', '/api/me')
    const path = `/api/users/${id}/access`
    const page = await open(`/studio/users/${id}`, 'ada')
    const access = part(page, 'Access')
    const save = () => access.getByRole('button', { name: 'Save' }).click()
    await access.getByLabel('Username').fill('r i t a')
    await save()
    await access.locator('.react-aria-FieldError').waitFor()
    await access.getByLabel('Username').fill('eve')
    await save()
    await access.locator('.react-aria-FieldError').getByText('is taken').waitFor()
    await access.getByLabel('Username').fill('rita')
    await access.getByLabel('Role').selectOption({ label: 'Author' })
    await access.getByLabel('Status').selectOption({ label: 'Inactive' })
    await access.getByText('audit:read', { exact: true }).click()
    await save()
    await isSaved(page, 'Access')
    expect(await read<Access>('ada', path)).toEqual({
      username: 'rita',
      role: 'AUTHOR',
      roles: ['AUTHOR'],
      status: 'INACTIVE',
      permissions: ['audit:read'],
    })
    await access.getByLabel('Role').selectOption({ label: 'Reader' })
    await access.getByLabel('Status').selectOption({ label: 'Active' })
    await access.getByText('audit:read', { exact: true }).click()
    await save()
    await expect.poll(async () => (await read<Access>('ada', path)).roles, IN_TIME).toEqual(['READER'])
    expectRefusals()
  })

  it('C20.4 saves beside a change of the name, and shows a change of the access by somebody else', async () => {
    const { id } = await read<{ readonly id: string }>('rita', '/api/me')
    const page = await open(`/studio/users/${id}`, 'ada')
    const access = part(page, 'Access')
    const change = (path: string, body: object) =>
      send('ada', path, { method: 'PATCH', body: JSON.stringify(body) })
    await access.getByLabel('Role').selectOption('AUTHOR')
    await change(`/api/users/${id}`, { name: 'Rita Renamed' })
    await access.getByRole('button', { name: 'Save' }).click()
    await isSaved(page, 'Access')
    await access.getByLabel('Role').selectOption('ADMIN')
    await change(`/api/users/${id}/access`, { role: 'EDITOR' })
    await access.getByRole('button', { name: 'Save' }).click()
    await access.getByText('Somebody else has changed the access').waitFor()
    expect(await access.getByLabel('Role').inputValue()).toBe('EDITOR')
    await access.getByLabel('Role').selectOption('READER')
    await access.getByRole('button', { name: 'Save' }).click()
    await isSaved(page, 'Access')
    expect((await read<Access>('ada', `/api/users/${id}/access`)).roles).toEqual(['READER'])
    await change(`/api/users/${id}`, { name: 'Rita Reader' })
    expectRefusals()
  })

  it('shows nothing of that to others', async () => {
    const { id } = await read<{ readonly id: string }>('rita', '/api/me')
    const page = await open(`/studio/users/${id}`)
    await page.getByRole('main').getByRole('link', { name: 'Your account' }).waitFor()
    for (const name of ['Access', 'Why may they?', 'Sessions', 'Second factor'])
      expect(await part(page, name).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
    await page.goto(`${studio.service.url}/studio/users`)
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0)
  })

  it('C20.3 shows the audit log page by page, with links to the records', async () => {
    const body = JSON.stringify({ title: 'An audited text', content: 'Words.' })
    const made = (await (await send('eve', '/api/articles', { method: 'POST', body })).json()) as {
      id: string
    }
    const page = await open('/studio/audit-log', 'ada')
    const row = page.getByRole('row').filter({ hasText: 'createArticle' }).first()
    await row.getByRole('link', { name: 'Eve Editor' }).waitFor()
    await row.getByText('Allowed').waitFor()
    const rows = await page.locator('tbody tr').count()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.locator('tbody tr').count(), IN_TIME).toBeGreaterThan(rows)
    await row.getByRole('link', { name: /^Article/ }).click()
    await page.getByRole('heading', { level: 1, name: 'An audited text' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/studio/articles/${made.id}`)
  })

  it('C20.3 has the filters of the audit log in the address', async () => {
    const page = await open('/studio/audit-log?action=createArticle', 'ada')
    expect(await page.getByRole('search').getByLabel('Action').inputValue()).toBe('createArticle')
    await page.getByRole('search').getByLabel('Id of the person').fill('2')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect.poll(() => new URL(page.url()).search, IN_TIME).toBe('?action=createArticle&actorId=2')
    await page.getByRole('button', { name: 'Remove the filters' }).click()
    await expect.poll(() => new URL(page.url()).search, IN_TIME).toBe('')
    await page.locator('tbody tr').first().waitFor()
    expectRefusals()
  })
})

describe('C20 the pages of people', { timeout: 90_000 }, () => {
  const VIEWS = ['light', 'dark'].flatMap((colorScheme) =>
    [360, 1280].map((width) => ({ colorScheme, width })),
  )

  it.each(VIEWS)('have no violation by axe, in %o', async ({ colorScheme, width }) => {
    const options = { colorScheme, viewport: { width, height: 900 }, bypassCSP: true }
    const page = await open('/studio', 'ada', options)
    for (const path of ['/studio/account', '/studio/users', '/studio/users/3', '/studio/audit-log']) {
      await page.goto(studio.service.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect([path, await findBarriers(page)]).toEqual([path, []])
    }
    await page.goto(`${studio.service.url}/studio/users/3`)
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByText('A rule allows it.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.goto(`${studio.service.url}/studio/account`)
    await part(page, 'Second factor').getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Turn on the second factor' }).click()
    await page.getByLabel('Secret for the app').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'New API key' }).click()
    await dialog(page).getByText('articles:read', { exact: true }).waitFor()
    expect(await findBarriers(page)).toEqual([])
  })
})
