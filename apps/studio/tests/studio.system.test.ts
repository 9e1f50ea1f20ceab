import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../tools/programs/required-programs.ts'
import { prepareStudio } from './support/prepare-studio.ts'
import { chooseLink, signIn, type PersonName } from './support/studio.ts'

const IN_TIME = { timeout: 20_000 }

requirePrograms('Chromium')

const studio = prepareStudio()
afterEach(() => expect(studio.desks.flatMap(({ complaints }) => complaints)).toEqual([]))

const open = async (path: string, as: PersonName = 'eve', options = {}): Promise<Page> => {
  const desk = await studio.open(path, { as, options })
  return desk.page
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
/** The text in the editor of Markdown, of one line. */
const readText = (page: Page) => field(page, 'Content').textContent()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const isSaved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

/** Creates an article over REST, and opens it in the studio. */
const anArticle = async (title: string): Promise<string> => {
  const body = { title, content: 'Once upon a time.' }
  const { body: made } = await studio.service
    .as('EDITOR')
    .rest<{ readonly id: string }>('POST', '/api/articles', { body })
  return `/studio/articles/${made.id}`
}

describe('C20 the studio in Chromium', { timeout: 90_000 }, () => {
  it('C20.2 asks to sign in, and leads back to the address', async () => {
    const page = await open('/studio/articles?status=PUBLISHED')
    await heading(page, 'Articles').waitFor()
    expect(page.url()).toBe(`${studio.service.url}/studio/articles?status=PUBLISHED`)
  })

  it('C20.4 lists 60 articles page by page, by words and by state; reload and back keep the place', async () => {
    const page = await open('/studio/articles')
    await expect.poll(() => page.locator('tbody tr').count(), IN_TIME).toBe(50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.locator('tbody tr').count(), IN_TIME).toBe(60)
    await page.getByRole('searchbox', { name: 'Search' }).fill('Article 7')
    await expect.poll(() => page.locator('tbody tr').count(), IN_TIME).toBe(1)
    await page.getByLabel('Status').selectOption('PUBLISHED')
    await expect.poll(() => new URL(page.url()).search).toBe('?query=Article+7&status=PUBLISHED')
    await page.reload()
    await page.getByRole('link', { name: 'Article 7' }).click()
    await heading(page, 'Article 7').waitFor()
    await page.goBack()
    await expect.poll(() => page.locator('tbody tr').count(), IN_TIME).toBe(1)
    expect(await page.getByRole('searchbox').inputValue()).toBe('Article 7')
  })

  it('leads from nothing to a published article', async () => {
    const page = await open('/studio')
    await menu(page).getByRole('link', { name: 'Articles' }).click()
    await page.getByRole('link', { name: 'New: Article' }).click()
    await field(page, 'Title').fill('Written in the studio')
    await field(page, 'Content').fill('# It works')
    await field(page, 'Tags').fill('news, print')
    await save(page)
    await heading(page, 'Written in the studio').waitFor()
    await page.getByRole('button', { name: 'Move to Published' }).click()
    await page.getByRole('button', { name: 'Move to Archived' }).waitFor()
    const { body } = await studio.service
      .as('READER')
      .rest<readonly unknown[]>('GET', '/api/articles?title=Written in the studio')
    expect(body).toMatchObject([{ status: 'PUBLISHED', tags: ['news', 'print'] }])
  })

  it('leads from nothing to a meetup with speakers and a venue, and to its end', async () => {
    const page = await open('/studio/venues', 'ada')
    await page.getByRole('link', { name: 'New: Venue' }).click()
    await field(page, 'Name').fill('Print shop')
    await save(page)
    await heading(page, 'Print shop').waitFor()
    await studio.service.as('ADMIN').rest('POST', '/api/categories', { body: { name: 'Letterpress' } })
    await menu(page).getByRole('link', { name: 'Meetups' }).click()
    await page.getByRole('link', { name: 'New: Meetup' }).click()
    await field(page, 'Title').fill('Setting type by hand')
    await field(page, 'Starts at').fill('2027-02-01T18:30')
    await chooseLink(page, 'Topic', 'Letterpress')
    await chooseLink(page, 'Venue', 'Print shop')
    await chooseLink(page, 'Speakers', 'Rita Reader')
    await chooseLink(page, 'Speakers', 'Eve Editor')
    await page.getByRole('button', { name: 'Move Eve Editor up' }).click()
    await save(page)
    await heading(page, 'Setting type by hand').waitFor()
    await expect
      .poll(() => page.locator('.many-links li > span').allTextContents())
      .toEqual(['Eve Editor', 'Rita Reader'])
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('The press is broken.')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel meetup' }).click()
    await page.getByText('The press is broken.').waitFor()
    const { body } = await studio.service.as('READER').rest<readonly unknown[]>('GET', '/api/meetups')
    expect(body).toMatchObject([{ status: 'CANCELLED', venue: { name: 'Print shop' } }])
  })

  it('shows at its field what the service refuses', async () => {
    const page = await open('/studio/articles/new')
    await field(page, 'Title').fill('No content')
    await save(page)
    await expect.poll(() => field(page, 'Content').getAttribute('aria-invalid'), IN_TIME).toBe('true')
    expect(await field(page, 'Title').inputValue()).toBe('No content')
    studio.desks.forEach(({ complaints }) => (complaints as string[]).splice(0))
  })

  it('C20.4 joins the changes of two people to different fields without a question', async () => {
    const path = await anArticle('Joined')
    const [eve, ada] = [await open(path), await open(path, 'ada')]
    await field(eve, 'Excerpt').fill('Of Eve')
    await field(ada, 'Title').fill('Joined by Ada')
    await save(ada)
    await isSaved(ada)
    await save(eve)
    await eve.getByText('Somebody else has changed other fields').waitFor()
    await save(eve)
    await isSaved(eve)
    expect(await field(eve, 'Title').inputValue()).toBe('Joined by Ada')
    expect(await field(eve, 'Excerpt').inputValue()).toBe('Of Eve')
    studio.desks.forEach(({ complaints }) => (complaints as string[]).splice(0))
  })

  it('C20.4 shows the same field of two people side by side, and loses no word', async () => {
    const path = await anArticle('Disputed')
    const [eve, ada] = [await open(path), await open(path, 'ada')]
    await field(eve, 'Content').fill('The words of Eve.')
    await field(ada, 'Content').fill('The words of Ada.')
    await save(ada)
    await isSaved(ada)
    await save(eve)
    await eve.getByRole('heading', { name: 'Your text' }).waitFor()
    expect(await eve.locator('.conflict pre').allTextContents()).toEqual([
      'The words of Eve.',
      'The words of Ada.',
    ])
    await eve.getByRole('button', { name: 'Keep mine' }).click()
    await save(eve)
    await isSaved(eve)
    expect(await readText(eve)).toBe('The words of Eve.')
    studio.desks.forEach(({ complaints }) => (complaints as string[]).splice(0))
  })

  it('C20.2 keeps what is written when the session ends, and sends it after a new sign-in', async () => {
    const path = await anArticle('Interrupted')
    const page = await open(path)
    await field(page, 'Content').fill('A long thought.')
    await page.waitForTimeout(1_000)
    const other = await page.context().newPage()
    await other.goto(`${studio.service.url}/studio`)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await other.getByLabel('Username or email').waitFor()
    await expect
      .poll(async () => {
        await save(page)
        return page.getByRole('link', { name: 'Sign in again' }).count()
      }, IN_TIME)
      .toBe(1)
    await signIn(other, 'eve')
    await save(page)
    await isSaved(page)
    expect(await readText(page)).toBe('A long thought.')
    studio.desks.forEach(({ complaints }) => (complaints as string[]).splice(0))
  })

  it('C20.5 keeps what is written when the tab is closed, until it is saved', async () => {
    const path = await anArticle('Closed')
    const page = await open(path)
    await field(page, 'Content').fill('Before the tab was closed.')
    await page.waitForTimeout(1_000)
    const next = await page.context().newPage()
    await page.close()
    await next.goto(studio.service.url + path)
    await next.getByText(/^Your text of .* is back/).waitFor()
    expect(await readText(next)).toBe('Before the tab was closed.')
    await save(next)
    await isSaved(next)
    await next.waitForTimeout(1_000)
    await next.reload()
    await expect.poll(() => readText(next), IN_TIME).toBe('Before the tab was closed.')
    expect(await next.getByText(/^Your text of .* is back/).count()).toBe(0)
  })

  it('keeps what is written while a change is on its way', async () => {
    const page = await open(await anArticle('Busy'))
    const isHeld = Promise.withResolvers<null>()
    await page.route('**/api/articles/*', async (route) => {
      if (route.request().method() === 'PATCH') await isHeld.promise
      await route.continue()
    })
    await field(page, 'Title').fill('Busy once')
    await save(page)
    await field(page, 'Title').fill('Busy twice')
    await field(page, 'Tags').fill('new')
    isHeld.resolve(null)
    await heading(page, 'Busy once').waitFor()
    expect(await field(page, 'Title').inputValue()).toBe('Busy twice')
    await save(page)
    await heading(page, 'Busy twice').waitFor()
    expect(await field(page, 'Tags').inputValue()).toBe('new')
  })

  it('C20.5 sends what is written after the connection is back', async () => {
    const path = await anArticle('Offline')
    const page = await open(path)
    await field(page, 'Content').fill('Written on a train.')
    await page.context().setOffline(true)
    await save(page)
    await page.getByText('The service does not answer.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Saved', { exact: true }).waitFor({ timeout: 30_000 })
    const { body } = await studio.service.as('EDITOR').rest('GET', path.replace('/studio', '/api'))
    expect(body).toMatchObject({ content: 'Written on a train.' })
    studio.desks.forEach(({ complaints }) => (complaints as string[]).splice(0))
  })

  it('C20.5 asks before a sign-out removes what is not saved', async () => {
    const page = await open('/studio/articles/new')
    await field(page, 'Title').fill('Not yet')
    await page.waitForTimeout(1_000)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click()
    expect(await field(page, 'Title').inputValue()).toBe('Not yet')
    await page.getByRole('button', { name: 'Sign out' }).click()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Username or email').waitFor()
    await signIn(page, 'eve')
    await page.goto(`${studio.service.url}/studio/articles/new`)
    await field(page, 'Title').waitFor()
    await page.waitForTimeout(1_000)
    expect(await field(page, 'Title').inputValue()).toBe('')
  })

  it('C20.2 says when a sign-out did not reach the studio.service, and drops no text then', async () => {
    const page = await open(await anArticle('Still here'))
    await field(page, 'Title').fill('Still here, changed')
    await page.waitForTimeout(500)
    await page.route('**/studio/sign-out', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are still signed in.').waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText(/^Your text of .* is back/).waitFor()
    studio.desks.forEach(({ complaints }) => (complaints as string[]).splice(0))
  })

  it('C20.4 shows no button that the service would refuse', async () => {
    const page = await open(await anArticle('Read only').then(() => '/studio/articles'), 'rita')
    await page.locator('tbody tr').first().waitFor()
    expect(await page.getByRole('link', { name: 'New: Article' }).count()).toBe(0)
    await page.locator('tbody a').first().click()
    await field(page, 'Title').waitFor()
    expect(await page.getByRole('button', { name: /Save|Move|Delete/ }).count()).toBe(0)
    expect(await field(page, 'Title').getAttribute('readonly')).not.toBeNull()
  })

  it('leads to the sign-in when somebody has deleted the own account', async () => {
    const password = 'seven quiet otters knit'
    const user = await studio.service.seed.user('gone', { role: 'READER', password, name: 'Going away' })
    const page = await studio.browser.newPage()
    await page.goto(`${studio.service.url}/studio/users/${user.id}`)
    await page.getByLabel('Username or email').fill('gone')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByLabel('Username or email').waitFor()
    await page.close()
  })

  it('asks before it deletes, and before somebody leaves unsaved changes', async () => {
    const page = await open(await anArticle('Short-lived'))
    await field(page, 'Title').fill('Changed')
    await menu(page).getByRole('link', { name: 'Articles' }).click()
    await page.getByText('Leave the page and drop them?').waitFor()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await heading(page, 'Articles').waitFor()
    await page.getByRole('searchbox').fill('Short-lived')
    await page.getByText('Nothing matches.').waitFor()
  })

  it('compares earlier versions with now, and restores one', async () => {
    const page = await open(await anArticle('With history'))
    await field(page, 'Content').fill('The second text.')
    await save(page)
    await isSaved(page)
    await page.getByText('Earlier versions').click()
    await page
      .getByRole('button', { name: /^Version until .*, replaced by Eve Editor$/ })
      .first()
      .click()
    await expect
      .poll(() => page.locator('.comparison pre').allTextContents(), IN_TIME)
      .toEqual(expect.arrayContaining(['Once upon a time.', 'The second text.']))
    expect(await page.locator('.comparison mark').allTextContents()).toEqual(
      expect.arrayContaining(['Once', 'a time', 'second']),
    )
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => readText(page), IN_TIME).toBe('Once upon a time.')
    await page.getByText('Restored: version until').waitFor()
    await page.getByText('It is the same as now.').first().waitFor()
    expect(await page.getByRole('button', { name: 'Restore' }).isEnabled()).toBe(false)
  })

  it('publishes later, and takes that back', async () => {
    const page = await open(await anArticle('For later'))
    await page.getByRole('button', { name: 'Publish later', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Time of publication').fill('2030-05-01T09:30')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish later' }).click()
    await page.getByText('Scheduled for').waitFor()
    await page.getByRole('button', { name: 'Change the time' }).click()
    expect(await field(page, 'Time of publication').inputValue()).toBe('2030-05-01T09:30')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Do not publish later' }).click()
    await page.getByText('Scheduled for').waitFor({ state: 'detached' })
  })

  it('acts on several records, and says what it has done', async () => {
    const titles = ['Many one', 'Many two']
    for (const title of titles) await anArticle(title)
    const page = await open('/studio/articles?query=Many')
    for (const title of titles) await page.getByRole('checkbox', { name: `Choose “${title}”` }).check()
    await page.getByText('2 chosen').waitFor()
    await page.getByRole('button', { name: 'Move to Published' }).click()
    await page.getByText('Done: 2.').waitFor()
    await expect
      .poll(() => page.locator('td.state').allTextContents(), IN_TIME)
      .toEqual(['Published', 'Published'])
    await page.getByRole('checkbox', { name: 'Choose all' }).check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nothing matches.').waitFor()
  })

  it('Ctrl-K leads to a record by keyboard alone', async () => {
    await anArticle('Zebra crossing')
    const page = await open('/studio')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('searchbox').waitFor()
    await page.keyboard.type('zebra')
    await page.getByRole('menuitem', { name: 'Zebra crossing' }).waitFor()
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return page.locator('[role=menuitem][data-focused]').count()
      }, IN_TIME)
      .toBe(1)
    await page.keyboard.press('Enter')
    await heading(page, 'Zebra crossing').waitFor()
  })

  it('Ctrl-K finds records of types that no search covers', async () => {
    await studio.service.as('ADMIN').rest('POST', '/api/venues', { body: { name: 'Weaving mill' } })
    const page = await open('/studio')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('searchbox').waitFor()
    await page.keyboard.type('mill')
    await page.getByRole('menuitem', { name: 'Weaving mill' }).click()
    await heading(page, 'Weaving mill').waitFor()
  })

  it('C20.3 shows the filters of an address, and removes them', async () => {
    const page = await open('/studio/comments?articleId=01890a5d-ac96-774b-bcce-b302099a8057')
    await heading(page, 'Comments').waitFor()
    await page.getByRole('button', { name: 'Remove the filter Article' }).click()
    await expect.poll(() => new URL(page.url()).search, IN_TIME).toBe('')
  })

  it('shows comments beside their article, takes new ones, and counts them before a deletion', async () => {
    const page = await open(await anArticle('Discussed'))
    await page.getByRole('button', { name: 'Move to Published' }).click()
    await page.getByRole('button', { name: 'New: Comment' }).click()
    const form = page.getByRole('form', { name: 'New: Comment' })
    await form.getByLabel('Content').fill('I see it differently.')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'I see it differently.' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByText('Comments: 1').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'I see it differently.' }).click()
    await heading(page, 'I see it differently.').waitFor()
    await page.locator('aside').getByText('Discussed').waitFor()
  })

  it('C20.3 filters a list by a link and by a time, and says so', async () => {
    const admin = studio.service.as('ADMIN')
    const create = async (path: string, body: object) =>
      (await admin.rest<{ readonly id: string }>('POST', path, { body })).body.id
    const venueId = await create('/api/venues', { name: 'Reading room' })
    const topicId = await create('/api/categories', { name: 'Reading' })
    await create('/api/meetups', { title: 'Read aloud', startsAt: '2027-05-01T18:00:00Z', venueId, topicId })
    const page = await open('/studio/meetups', 'ada')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await dialog.getByLabel('Filter by').selectOption({ label: 'Venue' })
    await chooseLink(page, 'Venue', 'Reading room')
    await dialog.getByRole('button', { name: 'Add filter' }).click()
    await page.getByText('Venue is Reading room').waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await dialog.getByLabel('Filter by').selectOption({ label: 'Starts at' })
    await dialog.getByLabel('Comparison').selectOption({ label: 'after' })
    await dialog.getByLabel('Value').fill('2027-05-02T10:00')
    await dialog.getByRole('button', { name: 'Add filter' }).click()
    await page.getByText('Nothing matches.').waitFor()
    expect(new URL(page.url()).searchParams.get('venueId')).toBe(venueId)
    await page.getByRole('button', { name: 'Remove the filter Starts at' }).click()
    await page.getByRole('link', { name: 'Read aloud' }).waitFor()
  })

  it('loads at most 220 KB of compressed JavaScript until the first rows, and asks for the list once', async () => {
    const page = await open('/studio/articles')
    const asked: string[] = []
    let bytes = 0
    page.on('response', async (response) => {
      const url = response.url().replace(studio.service.url, '')
      if (url.endsWith('.js')) bytes += gzipSync(await response.body()).length
      if (response.request().method() === 'GET') asked.push(url.split('?')[0] ?? '')
    })
    await page.reload()
    await page.locator('tbody tr').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => url === '/api/articles')).toHaveLength(1)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(220 * 1_024)
  })

  it('C20.5 speaks German to a German browser', async () => {
    const page = await open('/studio/articles', 'eve', { locale: 'de-DE' })
    await page.getByRole('button', { name: 'Abmelden' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
  })
})
