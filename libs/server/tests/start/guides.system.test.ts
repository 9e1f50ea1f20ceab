import { TOTP } from 'otpauth'
import { afterEach, describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { readBlocks, readGuideFile } from '../support/guide/guide-blocks.ts'
import { openGuide, openProjectGuide, type GuideSession } from '../support/guide/guide-session.ts'
import { aPerson } from '../support/person.ts'

requirePrograms('npm')

/** Each session types the commands of a page in order, in a new checkout, as a reader does. */
describe('the commands of the guides', { timeout: 120_000 }, () => {
  let session: GuideSession
  const open = async (page: string): Promise<void> => {
    session = await openGuide(page)
  }
  afterEach(() => session.end())

  it('README.md', async () => {
    await open('README.md')
    await session.start('npm start')
    expect(await session.run('publihsing')).toContain('From draft to published')
    expect(await session.run('createArticle')).toContain('"status":"PUBLISHED"')
    expect(await session.run('Ada Lovelace')).toContain('HTTP/1.1 201')
    expect(await session.run('Idempotency-Key')).toContain('HTTP/1.1 201')
    expect(session.statuses()).toEqual([200, 200, 201, 200, 201])
    await session.stop()
    expect(await session.run('content.ndjson')).toMatch(/0 new, 0 updated, \d+ unchanged, 0 rejected/)
    expect(session.left()).toEqual([])
  })

  it('docs/sign-in.md', async () => {
    await open('docs/sign-in.md')
    await session.start()
    await session.run('users?limit=1')
    await session.run('X-API-Key')
    await session.start('OAUTH_CLIENT_ID')
    await session.run('export TOKEN')
    await session.run('Bearer')
    expect(session.statuses()).toEqual([200, 201, 200, 200, 200])
    expect(session.left()).toEqual([])
  })

  it('docs/import.md', async () => {
    await open('docs/import.md')
    await session.start()
    await session.stop()
    const printed = await session.run('content.ndjson')
    expect(printed).toMatch(/0 new, 0 updated, \d+ unchanged, 0 rejected \(dry run: nothing was written\)/)
    expect(printed).toMatch(/0 new, 0 updated, \d+ unchanged, 0 rejected\n/)
    expect(session.left()).toEqual([])
  })

  it('docs/personal-data.md, subscriptions.md, idempotency.md and second-factor.md, on one service', async () => {
    const pages = ['personal-data', 'subscriptions', 'idempotency', 'second-factor']
    session = await openGuide(...pages.map((name) => `docs/${name}.md`))
    await session.start()

    expect(await session.run('/api/me/export')).toContain('"state":"')
    expect(await session.run('/erasure')).toContain('HTTP/1.1 202')
    expect(session.statuses()).toEqual([202, 200, 201, 202])

    await session.run('articlePublished')
    await expect.poll(() => session.statuses(), { timeout: 20_000 }).toEqual([200])
    await session.run('"Live"')
    await expect
      .poll(() => session.output(), { timeout: 20_000 })
      .toContain('data: {"data":{"articlePublished":{"title":"Live"')

    expect(await session.run('/api/articles')).toContain('HTTP/1.1 201')
    expect(await session.run('/graphql')).toContain('HTTP/1.1 200')
    session.statuses()

    const [, secret = ''] = /"secret":"(\w+)"/.exec(await session.run('/api/me/second-factor')) ?? []
    session.fill('CODE', new TOTP({ secret }).generate())
    expect(await session.run('confirmation')).toContain('"recoveryCodes":[')
    expect(session.statuses()).toEqual([201, 200, 200])
    expect(session.left()).toEqual([])
  })

  it('docs/webhooks.md', async () => {
    await open('docs/webhooks.md')
    await session.start('npm start')
    await session.run('export PASSWORD')
    await session.run('webhook-receiver.mjs')
    await session.run('/test')
    await expect
      .poll(() => session.output(), { timeout: 20_000 })
      .toMatch(/article\.published .*"title":"Published"/)
    expect(session.output()).toContain('webhook.test')
    expect(session.statuses()).toEqual([201, 202, 201])
    expect(session.left()).toEqual([])
  })

  it('docs/oauth.md', async () => {
    await open('docs/oauth.md')
    await session.start('OAUTH_REDIRECT_URIS')
    expect(await session.run('createOAuthClient')).toContain('"secret":"')
    const [address = ''] = /http:\S+/.exec(await session.run('export VERIFIER')) ?? []
    const person = aPerson(session.url(), { password: session.password() })
    session.fill('CODE', (await person.allow(address)).searchParams.get('code') ?? '')
    await session.run('grant_type=authorization_code')
    await session.run('grant_type=refresh_token')
    expect(await session.run('grant_type=client_credentials')).toContain('"access_token"')
    expect(await session.run('grant_type=password')).toContain('"access_token"')
    expect(await session.run('/oauth/introspect')).toBe('{}{"active":false}')
    expect(session.statuses()).toEqual([200, 200, 200, 200, 200, 200, 200])
    await session.start('JWT_PRIVATE_KEY_FILE')
    expect(session.left()).toEqual([])
  })

  it('docs/content-types.md', async () => {
    const page = 'docs/content-types.md'
    session = await openProjectGuide(page)
    await session.run('npm init')
    expect(await session.run('types list')).toContain('Recipe, /api/recipes')
    await session.run('types migration')
    const replaceDates = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')
    expect(replaceDates(session.file('add-recipes.ts'))).toBe(
      replaceDates(readGuideFile(page, 'add-recipes.ts')),
    )
    expect(await session.run('types check')).toContain('The tables agree with the content types.')
    await session.start('serve')
    session.fill('CUISINE', JSON.parse(await session.run('/api/categories')).id)
    session.fill('RECIPE', JSON.parse(await session.run('/api/recipes ')).id)
    const changed = await session.run('/approve')
    expect(changed).toContain('"minutes":40')
    expect(changed).toContain('"status":"APPROVED"')
    expect(changed).toContain('"type":"RECIPE"')
    const answered = await session.run('/graphql')
    expect(answered).toContain('"cuisine":{"name":"Home cooking","recipes":[{"id":')
    expect(answered).toContain('"updateRecipe":{"title":"Soup","version":4}')
    expect(await session.run('/by-ref/')).toContain('"title":"Onion soup"')
    expect(session.statuses()).toEqual([201, 201, 200, 200, 200, 200, 200, 201])
    await session.stop()
    expect(await session.run('node --test')).toMatch(/pass 2\n/)
    expect(await session.run('--data')).toContain('All records keep the rules of the content types.')
    await session.run('types list --json')
    expect(await session.run('--against')).toContain('Processes of both versions can run beside each other')
    expect(await session.run('vacancy.test.ts')).toMatch(/pass 2\n/)
    expect(await session.run('recall.test.ts')).toMatch(/pass 1\n/)
    expect(await session.run('course.test.ts')).toMatch(/pass 1\n/)
    expect(await session.run('offer.test.ts')).toMatch(/pass 1\n/)
    expect(await session.run('photo.test.ts')).toMatch(/pass 1\n/)
    expect(session.left()).toEqual([])
  })

  it('docs/upgrade.md', async () => {
    session = await openProjectGuide('docs/upgrade.md')
    await session.run('npm init')
    await session.run('types migration add-books')
    expect(await session.run('types check')).toContain('The tables agree with the content types.')
    await session.run('types list --json')
    const compared = await session.run('--against')
    expect(compared).toContain('Novel was Book, so that processes of the version before fail')
    expect(compared).toContain('Novel.headline was title')
    expect(compared).toContain('These are the steps.')
    expect(session.file('rename-books.ts')).toContain('alter table "books" rename to "novels"')
    const checked = await session.run('--data')
    expect(checked).toContain('The tables agree with the content types.')
    expect(checked).toContain('All records keep the rules of the content types.')
    expect(session.left()).toEqual([])
  })

  it('docs/handlers.md', async () => {
    session = await openProjectGuide('docs/handlers.md')
    await session.run('npm init')
    expect(await session.run('node --test')).toMatch(/pass 1\n/)
    expect(session.left()).toEqual([])
  })

  it('docs/operations.md', async () => {
    session = await openProjectGuide('docs/operations.md')
    await session.run('npm init')
    expect(await session.run('node --test')).toMatch(/pass 1\n/)
    expect(session.left()).toEqual([])
  })

  it('docs/policy.md', async () => {
    await open('docs/policy.md')
    await session.start('POLICY_FILE')
    expect(await session.run('/access/v1')).toContain('"decision":')
    expect(await session.run('access-explanations')).toContain('"decision":"ALLOW"')
    expect(await session.run('/users/2/access')).toContain('"role":"AUTHOR"')
    expect(session.left()).toEqual([])
  })
})

describe('the guides', () => {
  it('leave no value for the reader in the middle of a command', () => {
    for (const page of ['README.md', 'docs/oauth.md', 'docs/webhooks.md', 'docs/personal-data.md'])
      for (const line of readBlocks(page).join('\n').split('\n'))
        if (line.includes('…')) expect(line).toMatch(/^export \w+=…/)
  })
})
