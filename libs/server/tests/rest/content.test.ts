import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startProgram, type Ended } from '../support/processes/processes.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import {
  aDatabase,
  DATABASES,
  SAMPLED_DATABASES,
  type DatabaseKind,
  type TestDatabase,
} from '../support/service.ts'

/** In Latin 1, in which the last character of the string is one byte. */
const NOT_UTF8 = '"\xff\n'

const AUTHORS = 20
const ARTICLES = 120

const line = (record: object): string => `${JSON.stringify(record)}\n`

/** Text of the size of real articles, at most 180,000 characters; the same text in every run. */
const writeText = (n: number): string =>
  `# Chapter ${n}\n\n${`Sentence of chapter ${n}, with **marks** and a 🦀. `.repeat(n === 7 ? 3_600 : 20 + (n % 50))}`

const user = (n: number) => ({
  type: 'user',
  username: `author-${n}`,
  name: `Author ${n}`,
  email: `author-${n}@blog.example`,
  role: 'AUTHOR',
})
const article = (n: number) => ({
  type: 'article',
  ref: `2026/chapter-${n}`,
  title: `Chapter ${n}: wanderlust`,
  content: writeText(n),
  owner: `author-${n % AUTHORS}`,
  tags: ['book'],
  status: 'PUBLISHED',
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
  publishedAt: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
})
const range = (count: number): number[] => [...Array(count).keys()]
const createContent = (articles: number) => [...range(AUTHORS).map(user), ...range(articles).map(article)]
const content = createContent(ARTICLES)
/** Several batches. */
const longContent = createContent(900)
/** The embedded database is slower and gets fewer articles, including the longest article. */
const ARTICLES_ON: Readonly<Record<DatabaseKind, number>> = { PostgreSQL: ARTICLES, PGlite: 30 }

/** Two revisions and a like of an article. */
const createHistory = (n: number) => {
  const of = `2026/chapter-${n}`
  const id = (place: number) => `0198c0de-${String(n).padStart(4, '0')}-7000-8000-00000000000${place}`
  const revision = (place: number) => ({
    type: 'article.revision',
    ref: id(place),
    of,
    editor: `author-${(n + place) % AUTHORS}`,
    createdAt: new Date(Date.UTC(2026, 0, 2, place, n)).toISOString(),
    values: {
      title: `Version ${place}`,
      content: writeText(n + place),
      excerpt: null,
      status: 'DRAFT',
      tags: ['book'],
    },
  })
  const like = { type: 'article.like', of, user: 'author-3', createdAt: '2026-01-03T00:00:00.000Z' }
  return { revisions: [revision(1), revision(2)], like }
}

const getName = (record: object): unknown => ('ref' in record ? record.ref : Reflect.get(record, 'username'))

let folder: string
let settings: Readonly<Record<string, string>>
let database: TestDatabase

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-service-'))
})
afterEach(async () => {
  await database.remove()
  await rm(folder, { recursive: true, force: true })
})

const openOn = async (kind: DatabaseKind): Promise<void> => {
  database = await aDatabase(kind)
  settings = database.environment
}
const file = (name: string): string => join(folder, name)
const run = (...args: string[]): Promise<Ended> => runCommandHere(args, settings)
const exportContent = async (...options: string[]): Promise<Record<string, unknown>[]> => {
  await rm(file('out.ndjson'), { force: true })
  expect((await run('export', ...options, file('out.ndjson'))).code).toBe(0)
  return (await readFile(file('out.ndjson'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text))
}

describe.each(DATABASES)('npm run content on %s', { timeout: 120_000 }, (kind) => {
  beforeEach(() => openOn(kind))

  it('C10.6 imports everything unchanged, a second import adds nothing, and the export equals the import', async () => {
    const content = createContent(ARTICLES_ON[kind])
    await writeFile(file('in.ndjson'), content.map(line).join(''))
    const first = await run('import', file('in.ndjson'))
    expect([first.code, first.output]).toEqual([
      0,
      `${content.length} new, 0 updated, 0 unchanged, 0 rejected\n`,
    ])
    const before = await exportContent()
    expect(before).toEqual(content.map((record) => expect.objectContaining(record)))
    expect((await run('import', file('in.ndjson'))).output).toBe(
      `0 new, 0 updated, ${content.length} unchanged, 0 rejected\n`,
    )
    expect(await exportContent()).toEqual(before)
    await writeFile(file('changed.ndjson'), line({ ...article(3), title: 'Chapter 3, revised' }))
    const dry = await run('import', '--dry-run', file('changed.ndjson'))
    expect(dry.output).toBe('0 new, 1 updated, 0 unchanged, 0 rejected (dry run: nothing was written)\n')
    expect(await exportContent()).toEqual(before)
    await run('import', file('changed.ndjson'))
    const after = await exportContent()
    expect(after).toHaveLength(before.length)
    expect(after.find(({ ref }) => ref === '2026/chapter-3')).toMatchObject({ title: 'Chapter 3, revised' })
  })

  it('C10.4 kill -9 in the middle loses no reported record, and a second import completes it', async () => {
    await writeFile(file('in.ndjson'), longContent.map(line).join(''))
    const killed = startProgram('cli.ts', ['import', file('in.ndjson')], settings)
    const [, told] = await killed.said(/(\d{1,9}) new/)
    killed.process.kill('SIGKILL')
    await killed.ended()
    const kept = await exportContent()
    expect(kept.length).toBeGreaterThanOrEqual(Number(told))
    const names = new Set(kept.map(getName))
    const expected = longContent.filter((record) => names.has(getName(record)))
    expect(kept).toEqual(expected.map((record) => expect.objectContaining(record)))
    expect((await run('import', file('in.ndjson'))).output).toMatch(
      /^\d+ new, 0 updated, \d+ unchanged, 0 rejected\n$/,
    )
    expect(await exportContent()).toHaveLength(longContent.length)
  })

  it('C17.10 moves revisions and likes by --complete, also if the import is killed and begins again', async () => {
    const histories = range(200).map(createHistory)
    const lines = [
      ...createContent(200).map((line) => ({ ...line, version: 3 })),
      ...histories.flatMap(({ revisions }) => revisions),
      ...histories.map(({ like }) => like),
    ]
    await writeFile(file('in.ndjson'), lines.map(line).join(''))
    const killed = startProgram('cli.ts', ['import', file('in.ndjson')], settings)
    await killed.said(/\d lines, 0 rejected/)
    killed.process.kill('SIGKILL')
    await killed.ended()
    expect((await run('import', file('in.ndjson'))).output).toMatch(
      /^\d+ new, 0 updated, \d+ unchanged, 0 rejected\n$/,
    )
    expect((await run('import', file('in.ndjson'))).output).toBe(
      `0 new, 0 updated, ${lines.length} unchanged, 0 rejected\n`,
    )
    const exported = await exportContent('--complete')
    const sort = (all: readonly object[]) => all.map((each) => JSON.stringify(each)).toSorted()
    const ofHistory = ({ type }: Record<string, unknown>) => String(type).includes('.')
    expect(sort(exported.filter(ofHistory))).toEqual(sort(lines.filter((each) => 'of' in each)))
    const others = exported.filter((each) => !ofHistory(each))
    expect(others).toEqual(
      lines.filter((each) => !('of' in each)).map((each) => expect.objectContaining(each)),
    )
    const usual = await exportContent()
    expect(usual.map(getName)).toEqual(others.map(getName))
    expect(usual.some((each) => 'version' in each || 'views' in each)).toBe(false)
  })
})

describe.each(SAMPLED_DATABASES)('npm run content, above the stores, on %s', { timeout: 120_000 }, (kind) => {
  beforeEach(() => openOn(kind))

  it('C10.6 a bad line goes to the rejects with number and reason, and the import continues', async () => {
    const bad = [
      '{"type": "user", "username": "no-address"}\n',
      'not json\n',
      '\n',
      line({ ...user(1), role: 'KING' }),
      line({ ...article(0), owner: 'nobody-at-all' }),
      line({ ...user(90), email: user(0).email }),
      line({ ...article(1), status: 'GONE', extra: 1 }),
      line({ type: 'comment', ref: 'c1', article: 'no such', author: 'author-0', content: 'Hm.' }),
      line({ ...article(2), content: 'a\u0000b' }),
      NOT_UTF8,
    ]
    const text = [
      line(user(0)),
      line(user(1)),
      ...bad,
      line(article(0)),
      line({ type: 'comment', ref: 'c2', article: article(0).ref, author: 'author-1', content: 'Good.' }),
    ]
    await writeFile(
      file('in.ndjson'),
      Buffer.concat(text.map((each) => Buffer.from(each, each === NOT_UTF8 ? 'latin1' : 'utf8'))),
    )
    const { code, output } = await run('import', file('in.ndjson'))
    expect([code, output]).toEqual([
      1,
      `4 new, 0 updated, 0 unchanged, 9 rejected\nThe rejected lines are in ${file('in.ndjson.rejects.ndjson')}. You can correct them there and import that file.\n`,
    ])
    const rejects = (await readFile(file('in.ndjson.rejects.ndjson'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((reject) => JSON.parse(reject))
    const findReason = (number: number): string => rejects.find(({ line }) => line === number).reason
    expect(rejects.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual([3, 4, 6, 7, 8, 9, 10, 11, 12])
    expect(findReason(3)).toBe('email: is missing')
    expect(findReason(4)).toBe('the line is not valid JSON in UTF-8')
    expect(findReason(6)).toContain('role: must be one of')
    expect(findReason(7)).toBe('owner: there is no user "nobody-at-all"')
    expect(findReason(8)).toBe('This email address is taken.')
    expect(findReason(9)).toBe('extra: is not a field of this type')
    expect(findReason(10)).toContain('there is no article')
    expect(rejects[0].text).toBe('{"type": "user", "username": "no-address"}')
    expect(await exportContent()).toHaveLength(4)
    // Both files have email addresses and drafts.
    for (const name of ['out.ndjson', 'in.ndjson.rejects.ndjson'])
      expect((await stat(file(name))).mode & 0o777).toBe(0o600)
    const rejected = await readFile(file('in.ndjson.rejects.ndjson'), 'utf8')
    await writeFile(file('corrected.ndjson'), rejected.replaceAll('nobody-at-all', 'author-1'))
    expect((await run('import', file('corrected.ndjson'))).output).toMatch(
      /^0 new, 1 updated, 0 unchanged, 8 rejected\n/,
    )
  })

  it('returns imported content: newest with owners, articles of one author, a long text, a phrase, a misspelt word', async () => {
    await writeFile(file('in.ndjson'), content.map(line).join(''))
    await run('import', file('in.ndjson'))
    const server = startProgram('start.js', [], { ...settings, SAMPLE_CONTENT: 'false', PORT: '0' })
    const [, url] = await server.said(/GraphQL and GraphiQL\s+(http\S+)\/graphql/)
    const ask = async (query: string) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      }
      return ((await (await fetch(`${url}/graphql`, init)).json()) as { data: unknown }).data as Record<
        string,
        never
      >
    }
    const { articles } = await ask('{ articles(pagination: { limit: 2 }) { title owner { username } } }')
    expect(articles).toEqual(
      [ARTICLES - 1, ARTICLES - 2].map((n) => ({
        title: article(n).title,
        owner: { username: `author-${n % AUTHORS}` },
      })),
    )
    const { users } = await ask(
      '{ users(pagination: { sortBy: "username", direction: ASC, limit: 2 }) { username articles(limit: 100) { id title content } } }',
    )
    const [first] = users as unknown as {
      username: string
      articles: { id: string; title: string; content: string }[]
    }[]
    expect(first?.articles.map(({ title }) => title)).toEqual(
      range(ARTICLES / AUTHORS).map((n) => article(ARTICLES - AUTHORS - n * AUTHORS).title),
    )
    const longest = (await ask('{ search(query: "\\"chapter 7\\"") { ... on Article { id content } } }'))[
      'search'
    ] as unknown as { content: string }
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(hash(longest.content)).toBe(hash(writeText(7)))
    expect(await ask('{ search(query: "wanderlsut") { __typename } }')).toEqual({
      search: { __typename: 'Article' },
    })
    server.process.kill('SIGINT')
    expect((await server.ended()).code).toBe(0)
  })

  it('a file of another format stops after 1,000 bad lines in a row, unless --keep-going is given', async () => {
    await writeFile(file('bad.csv'), 'title,content\n'.repeat(6_000) + line(user(0)))
    const stopped = await run('import', file('bad.csv'))
    expect([stopped.code, stopped.output]).toEqual([
      2,
      expect.stringContaining('after 1,000 bad lines in a row'),
    ])
    await writeFile(file('short.csv'), 'title,content\n'.repeat(1_000))
    const short = await run('import', file('short.csv'))
    expect([short.code, short.output]).toEqual([1, expect.stringMatching(/^0 new, .* 1,000 rejected\n/)])
    expect(short.output).not.toMatch(/Stopped|--keep-going/)
    const whole = await run('import', '--keep-going', file('bad.csv'))
    expect([whole.code, whole.output]).toEqual([1, expect.stringMatching(/^1 new, .* 6,000 rejected/)])
  })

  it('Ctrl-C ends with 130, and prints the progress and how to continue', async () => {
    await writeFile(file('in.ndjson'), longContent.map(line).join(''))
    const interrupted = startProgram('cli.ts', ['import', file('in.ndjson')], settings)
    await interrupted.said(/\d lines, 0 rejected/)
    interrupted.process.kill('SIGINT')
    const { code, output } = await interrupted.ended()
    const [, added = 0] = /^(\d+) new/.exec(output) ?? []
    expect([code, output]).toEqual([130, expect.stringContaining('To continue, import ')])
    expect(await exportContent()).toHaveLength(Number(added))
  })

  it('the exit code is 2 for a missing file and a missing command; --help explains', async () => {
    const missing = await run('import', file('absent.ndjson'))
    expect([missing.code, missing.errors]).toEqual([2, `The file ${file('absent.ndjson')} does not exist.\n`])
    expect((await run('frobnicate', 'x')).code).toBe(2)
    const folder = await run('export', file('no/such/out.ndjson'))
    expect([folder.code, folder.errors]).toEqual([
      2,
      `The folder ${file('no/such')} does not exist. Create it, or name another.\n`,
    ])
    await writeFile(file('taken.ndjson'), 'kept')
    const taken = await run('export', file('taken.ndjson'))
    expect([taken.code, taken.errors]).toEqual([
      2,
      `The file ${file('taken.ndjson')} exists. Give the name of a new file, or move this file away.\n`,
    ])
    expect(await readFile(file('taken.ndjson'), 'utf8')).toBe('kept')
    const inPlace = await run('export', file('.'))
    expect([inPlace.code, inPlace.errors]).toEqual([2, expect.stringMatching(/^\S+ is a folder\. [^%]*$/)])
    const source = await run('import', file('.'))
    expect([source.code, source.errors]).toEqual([2, expect.stringMatching(/^[^%]*folder[^%]*$/)])
    const help = await run('import', '--help')
    expect([help.code, help.output]).toEqual([0, expect.stringContaining('npx content-service import FILE')])
  })
})
