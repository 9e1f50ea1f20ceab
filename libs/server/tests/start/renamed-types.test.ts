import { Article, builtInModel, contentModel, extendType, field, record } from '@content-service/domain'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type { ServiceOptions } from '../../src/composition/composition.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService } from '../../src/start/start.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { proposeMigration } from '../support/processes/proposed-migration.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from '../support/service.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON of any shape, which the test compares
type Answer = any

const about = 'A test.'
const rights = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const OTHERS = builtInModel.types.filter(({ name }) => name !== 'Article')

const before = contentModel([
  ...OTHERS,
  extendType(Article, { fields: { motto: field.line(80, { about, optional: true }) } }),
  record({
    name: 'Book',
    plural: 'books',
    about,
    revisions: true,
    drafts: true,
    allowed: rights,
    fields: {
      title: field.line(80, { about, unique: true }),
      contact: field.group({ tel: field.line(20, { about }) }, { about, optional: true }),
    },
  }),
])

const createNovel = (headline: ReturnType<typeof field.line | typeof field.integer>) =>
  record({
    name: 'Novel',
    plural: 'novels',
    renamedFrom: 'Book',
    about,
    revisions: true,
    drafts: true,
    allowed: rights,
    fields: {
      headline,
      contact: field.group(
        { phone: field.line(20, { about, renamedFrom: 'tel' }) },
        { about, optional: true },
      ),
    },
  })

const Essay = extendType(Article, {
  fields: { slogan: field.line(80, { about, optional: true, renamedFrom: 'motto' }) },
})

const after = contentModel([
  ...OTHERS,
  Essay,
  createNovel(field.line(80, { about, unique: true, renamedFrom: 'title' })),
])

describe('C17.10 a service whose model renames a type and its fields', { timeout: 60_000 }, () => {
  let database: TestDatabase
  let migrations: NonNullable<ServiceOptions['migrations']> = []
  beforeAll(async () => {
    database = await createMigratedDatabase()
    migrations = [await proposeMigration('books', getEnvironment(), { model: before })]
  })
  afterAll(() => database.drop())

  const getEnvironment = () => ({ DATABASE_URL: database.url, JWT_SECRET, PORT: '0' })
  const serve = async <Result>(
    options: ServiceOptions,
    work: (ask: (query: string, as?: string) => Promise<Answer>, url: string) => Promise<Result>,
  ): Promise<Result> => {
    const first = { ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false' }
    const settings = readSettings({ ...getEnvironment(), ...first })
    const service = await startService(settings, pino({ level: 'silent' }), options)
    const ask = async (query: string, authorization = AS_ADMIN) => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ query }),
      })
      const body = (await response.json()) as { data: Answer; errors?: unknown }
      expect(body.errors).toBeUndefined()
      return body.data
    }
    try {
      return await work(ask, service.url)
    } finally {
      await service.stop()
    }
  }
  const run = (args: readonly string[], options: ServiceOptions) =>
    runCommandHere(args, getEnvironment(), options)

  let [id, key, article] = ['', '', '']

  it('has records, versions and keys of the release before', async () => {
    await serve({ model: before, migrations }, async (ask) => {
      const created = await ask(
        'mutation { createBook(input: { title: "Emma", contact: { tel: "7" } }) { id } }',
      )
      id = created['createBook'].id
      await ask(`mutation { updateBook(input: { id: "${id}", title: "Persuasion" }) { id } }`)
      const essay = await ask(
        'mutation { createArticle(input: { title: "A", content: "B", authorId: "2", motto: "First" }) { id } }',
      )
      article = essay['createArticle'].id
      await ask(`mutation { updateArticle(input: { id: "${article}", motto: "Second" }) { id } }`)
      await ask(
        `mutation { saveBookDraft(id: "${id}", input: { title: "Mansfield Park", contact: { tel: "8" } }) { id } }`,
      )
      await ask(`mutation { saveArticleDraft(id: "${article}", input: { motto: "Third" }) { id } }`)
      const made = await ask(
        'mutation { createApiKey(input: { name: "k", scopes: ["books:read", "books:write"] }) { key } }',
      )
      key = made['createApiKey'].key
    })
  })

  it('does not start before the migration, and says that the processes before must stop', async () => {
    const settings = readSettings(getEnvironment())
    await expect(
      startService(settings, pino({ level: 'silent' }), { model: after, migrations }),
    ).rejects.toThrow(
      /novels: the table has its earlier name, books\n[^]*First stop all processes of the version before/,
    )
    const checked = await run(['types', 'check'], { model: after, migrations })
    expect([checked.code, checked.output]).toEqual([
      1,
      expect.stringContaining('articles.slogan: the column has its earlier name, motto\n'),
    ])
  })

  it('gets no migration for a field of another kind', async () => {
    const wrong = contentModel([
      ...OTHERS,
      Essay,
      createNovel(field.integer(0, 9, { about, renamedFrom: 'title' })),
    ])
    expect(await run(['types', 'migration', 'wrong'], { model: wrong, migrations })).toMatchObject({
      code: 2,
      errors: expect.stringContaining(
        'novels.headline: renamedFrom names the column title of the type text, and the declaration needs integer; a rename keeps the kind',
      ),
    })
  })

  it('has all of them under the names of now, and a second start changes nothing', async () => {
    const proposal = await run(['types', 'migration', 'novels'], { model: after, migrations })
    expect(proposal.output).toContain('It changes names: stop all processes of the version before')
    expect(proposal.output).not.toMatch(/backfill: |drop column|drop table/)
    migrations = [
      ...migrations,
      await proposeMigration('novels', getEnvironment(), { model: after, migrations }),
    ]
    for (const _ of [1, 2])
      await serve({ model: after, migrations }, async (ask) => {
        const read = await ask(
          `{ novel(id: "${id}") { headline contact { phone } revisions { headline contact { phone } } }
            article(id: "${article}") { slogan revisions { slogan } } }`,
        )
        expect(read).toEqual({
          novel: {
            headline: 'Persuasion',
            contact: { phone: '7' },
            revisions: [{ headline: 'Emma', contact: { phone: '7' } }],
          },
          article: { slogan: 'Second', revisions: [{ slogan: 'First' }] },
        })
        const drafts = await ask(
          `{ novel(id: "${id}") { draft { headline contact { phone } changes } }
            article(id: "${article}") { draft { slogan changes isStale } } }`,
        )
        expect(drafts).toEqual({
          novel: {
            draft: { headline: 'Mansfield Park', contact: { phone: '8' }, changes: ['headline', 'contact'] },
          },
          article: { draft: { slogan: 'Third', changes: ['slogan'], isStale: false } },
        })
      })
    expect(await run(['types', 'check'], { model: after, migrations })).toMatchObject({ code: 0 })
    expect(await run(['types', 'migration', 'again'], { model: after, migrations })).toMatchObject({
      code: 1,
    })
  })

  it('lets the API keys do what they could, and keeps what was unique', async () => {
    await serve({ model: after, migrations }, async (_, url) => {
      const create = (headline: string) =>
        fetch(`${url}/api/novels`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': key },
          body: JSON.stringify({ headline }),
        })
      expect((await create('Sanditon')).status).toBe(201)
      expect((await create('persuasion')).status).toBe(409)
    })
  })

  it('starts without `renamedFrom` in the release after', async () => {
    const next = contentModel([
      ...OTHERS,
      extendType(Article, { fields: { slogan: field.line(80, { about, optional: true }) } }),
      record({
        name: 'Novel',
        plural: 'novels',
        about,
        revisions: true,
        drafts: true,
        allowed: rights,
        fields: {
          headline: field.line(80, { about, unique: true }),
          contact: field.group({ phone: field.line(20, { about }) }, { about, optional: true }),
        },
      }),
    ])
    expect(await run(['types', 'check'], { model: next, migrations })).toMatchObject({ code: 0 })
  })
})
