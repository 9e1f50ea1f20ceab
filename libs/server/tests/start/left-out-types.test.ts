import { existsSync } from 'node:fs'
import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { findLeftWords } from '@content-service/domain/testing'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type { ServiceOptions } from '../../src/composition/composition.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService } from '../../src/start/start.ts'
import { startModel, type ModelService } from '../support/model-service.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from '../support/service.ts'

const about = 'A test.'
const Recipe = record({
  name: 'Recipe',
  plural: 'recipes',
  about,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'own', EDITOR: 'all' } },
  live: true,
  fields: {
    title: field.line(80, { about, search: 'A', index: true }),
    author: field.owner({ about, inverse: 'recipes' }),
  },
})

const without = ['Article', 'Comment', 'Product', 'Category'] as const
const bare = contentModel([], { without })
const REJECTS = new URL('../../sample-content.ndjson.rejects.ndjson', import.meta.url)

describe('C15.23 PostgreSQL under a model without the types of the service', { timeout: 60_000 }, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createMigratedDatabase()
  })
  afterAll(() => database.drop())

  const getEnvironment = () => ({ DATABASE_URL: database.url, JWT_SECRET, PORT: '0' })
  const query = async (text: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    return (await client.query(text).finally(() => client.end())).rows
  }
  const run = async <Result>(options: ServiceOptions, work: (url: string) => Promise<Result>) => {
    const settings = readSettings({
      ...getEnvironment(),
      ADMIN_EMAIL: ADMIN,
      ADMIN_PASSWORD,
      SAMPLE_CONTENT: 'true',
    })
    const service = await startService(settings, pino({ level: 'silent' }), options)
    try {
      return await work(service.url)
    } finally {
      await service.stop()
    }
  }
  const call = async (url: string, path: string, method = 'GET') => {
    const response = await fetch(url + path, { method, headers: { authorization: AS_ADMIN } })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }

  it('has the users of the sample content alone, and rejects no line', async () => {
    const [users, ready] = await run({ model: bare }, async (url) => [
      await call(url, '/api/users'),
      await call(url, '/readyz'),
    ])
    expect(users.body.map(({ name }: { name: string }) => name)).toContain('Mira Okafor')
    expect(ready.body).not.toHaveProperty('warnings')
    expect(existsSync(REJECTS)).toBe(false)
    expect(await query('select count(*)::int as n from articles')).toEqual([{ n: 0 }])
  })

  it('warns of rows that nothing shows, keeps them, and shows them again under a model with the types', async () => {
    const [user] = await query("select id from users where username = 'mira'")
    await query(`insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
      values (gen_random_uuid(), 'Kept', 'Text', 'Text', true, 'PUBLISHED', '{}', ${String(user?.['id'])}, now(), 1)`)
    const { body } = await run({ model: bare }, (url) => call(url, '/readyz'))
    expect(body.warnings).toEqual([
      'articles: the table has rows, and the model leaves out Article: nothing shows or removes them. Add Article to the model to use them, or delete them with SQL',
    ])
    const articles = await run({ model: builtInModel }, (url) => call(url, '/api/articles'))
    expect(articles.body).toMatchObject([{ title: 'Kept' }])
  })

  it('`types check` agrees, and has a note about the rows', async () => {
    const { code, output } = await runCommandHere(['types', 'check'], getEnvironment(), { model: bare })
    expect([code, output]).toEqual([0, expect.stringContaining('Note: articles: the table has rows')])
  })

  it.each([[['types', 'list']], [['policy', 'print']], [['users', 'list']], [['doctor']]])(
    'the command %j names no left-out type',
    async (args) => {
      const { output, errors } = await runCommandHere(args, getEnvironment(), { model: bare })
      expect(errors).toBe('')
      const lines = output.split('\n').filter((line) => !line.includes('the table has rows'))
      expect(findLeftWords(lines.join('\n'), without)).toEqual([])
    },
  )

  it('finds what is left, and erases the author of a kept row', async () => {
    const [user] = await query("select id from users where username = 'mira'")
    const path = `/api/users/${String(user?.['id'])}`
    const [found, deleted] = await run({ model: bare }, async (url) => [
      await call(url, '/api/search?query=mira'),
      await call(url, path, 'DELETE'),
    ])
    expect(found.body).toMatchObject([{ type: 'USER' }])
    expect(deleted.status).toBe(204)
    expect(await query('select title from articles')).toEqual([{ title: 'Kept' }])
  })
})

describe('C15.23 PostgreSQL with a type of a team alone', { timeout: 60_000 }, () => {
  let service: ModelService
  beforeAll(async () => {
    service = await startModel('add-recipes', contentModel([Recipe], { without }))
  }, 60_000)
  afterAll(() => service.stop())

  it('writes, filters, counts, finds, streams and removes its records', async () => {
    const made = await service.send('POST', '/api/recipes', { title: 'Potato soup' })
    expect(made.status).toBe(201)
    const { id } = made.body
    expect(await service.send('PATCH', `/api/recipes/${id}`, { title: 'Onion soup' })).toMatchObject({
      status: 200,
    })
    const query = `{
      recipes(where: { title: { startsWith: "onion" } }) { title author { recipes { title } } availableActions }
      recipesConnection { totalCount { value } }
      users(where: { recipes: { some: {} } }) { username }
      __schema { subscriptionType { fields { name } } }
    }`
    const { data, errors } = await service.ask(query)
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      recipes: [
        {
          title: 'Onion soup',
          author: { recipes: [{ title: 'Onion soup' }] },
          availableActions: ['delete', 'update'],
        },
      ],
      recipesConnection: { totalCount: { value: 1 } },
      users: [{ username: 'admin' }],
      __schema: { subscriptionType: { fields: [{ name: 'recipeChanged' }] } },
    })
    const bulk =
      'mutation ($ids: [ID!]!) { bulkAction(type: RECIPE, ids: $ids, action: "delete") { ... on Success { status } } }'
    expect((await service.ask(bulk, { ids: [id] })).data).toEqual({ bulkAction: [{ status: 204 }] })
  })

  it.each(['\0', '\ud800', '__proto__', 'ARTICLE', '9'.repeat(10_000)])(
    'refuses the hostile word %# where a type is named',
    async (word) => {
      const path = `/api/search?query=soup&types=${encodeURIComponent(word.toWellFormed())}`
      expect((await service.send('GET', path)).status).toBe(400)
      expect((await service.send('GET', `/api/${encodeURIComponent(word.toWellFormed())}`)).status).toBe(404)
    },
  )
})
