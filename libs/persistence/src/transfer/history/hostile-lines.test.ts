import {
  parseContentRecord,
  RevisionOrder,
  type ContentLine,
} from '@content-service/domain/internal/transfer'
import { NOON } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPglite, openPostgres } from '../../testing/databases.ts'
import { fill, model, openService, read, reasons, write, type Service } from '../../testing/talk-service.ts'

const REF = '0198c0de-0000-7000-8000-000000000001'
const LATER = '2999-01-01T00:00:00.000Z'

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C17.10 hostile lines of revisions, likes and the trash, on %s', (_, open) => {
  let service: Service
  let filled: Awaited<ReturnType<typeof fill>>
  let lines: readonly ContentLine[]
  beforeAll(async () => {
    service = await openService(open)
    filled = await fill(service)
    lines = await read(service)
  })
  afterAll(() => service?.test.close())

  const find = (type: string, of: string): ContentLine =>
    lines.find((line) => line['type'] === type && line['of'] === of) ?? {}
  const revision = (more: object = {}): ContentLine => ({
    ...find('talk.revision', filled.talk.id),
    ref: REF,
    ...more,
  })
  const withValues = (values: object): ContentLine => {
    const { values: own, ...line } = revision()
    return { ...line, values: { ...(own as object), ...values } }
  }
  const like = (more: object = {}): ContentLine => ({
    ...find('talk.like', filled.talk.id),
    user: 'bob',
    ...more,
  })

  /** The reason of a line between two others, which are as they were afterwards. */
  const refuse = async (line: object): Promise<string> => {
    try {
      parseContentRecord(line, model)
    } catch (error) {
      expect(await read(service)).toEqual(lines)
      return (error as Error).message
    }
    const [first = {}, last = {}] = [lines[0], lines.at(-1)]
    const [before, reason, after] = reasons(await write(service, [first, line, last]))
    expect([before, after]).toEqual(['unchanged', 'unchanged'])
    expect(await read(service)).toEqual(lines)
    return String(reason)
  }

  it('name records and people that are not there', async () => {
    expect(await refuse(revision({ of: 'none' }))).toBe('of: there is no talk "none"')
    expect(await refuse(revision({ editor: 'nobody' }))).toBe('editor: there is no user "nobody"')
    expect(await refuse(like({ of: 'none' }))).toBe('of: there is no talk "none"')
    expect(await refuse(like({ user: 'ghost' }))).toContain('user: must not be the ghost')
    expect(await refuse(like({ user: 'nobody' }))).toBe('user: there is no user "nobody"')
    expect(await refuse(withValues({ venue: 'none' }))).toBe('values.venue: there is no venue "none"')
    expect(await refuse(withValues({ topics: ['Ink', 'None'] }))).toContain(
      'values.topics.1: there is no category',
    )
    const steps = [{ key: 'a', text: 'Cut.', at: 'none' }]
    expect(await refuse(withValues({ steps }))).toContain('there is no venue "none"')
    expect(await refuse({ type: 'talk.schedule', of: filled.talk.id, user: 'ada', publishAt: LATER })).toBe(
      'of: is OPEN; a schedule needs DRAFT',
    )
  })

  it('have values that the type does not have, or that a revision cannot have', async () => {
    for (const values of [
      { gone: 1 },
      JSON.parse('{"__proto__": {"a": 1}}') as object,
      { likes: 1 },
      { speakerId: 1 },
    ])
      expect(await refuse(withValues(values))).toMatch(/^values\.\w+: is not a field of this type$/)
    for (const values of [
      { level: 'GONE' },
      { title: 7 },
      { title: ['a'] },
      { text: { a: 1 } },
      { steps: [{ key: 'a' }] },
      { steps: [{ key: 'a', text: 'Cut.', at: null, more: 1 }] },
      { steps: [JSON.parse('{"key": "a", "text": "Cut.", "at": null, "__proto__": {"a": 1}}')] },
      { topics: 'Ink' },
      { topics: ['Ink', 'Ink'] },
    ])
      expect(await refuse(withValues(values))).toMatch(/^values\.(level|title|text|steps|topics)/)
    for (const text of ['a\u0000', '\ud800'])
      for (const values of [{ title: text }, { steps: [{ key: 'a', text, at: null }] }, { venue: text }])
        expect(await refuse(withValues(values))).toMatch(/^values\..*must not contain/)
    for (const values of [null, 7, [], 'text']) expect(await refuse(revision({ values }))).toContain('values')
    const article = { ...find('article.revision', filled.article.id), ref: REF }
    expect(await refuse({ ...article, values: { title: 'A' } })).toContain('values.content: is missing')
    expect(
      await refuse({ ...article, values: { ...(article as { values?: object }).values, tags: null } }),
    ).toContain('values.tags')
  })

  it('have the ref of another revision, or none that is an id', async () => {
    const { ref } = find('article.revision', filled.article.id)
    expect(await refuse({ ...find('desk.revision', undefined as never), of: 'x' })).toContain(
      'of: is not a field',
    )
    const trashed = find('talk.revision', filled.trashed.id)
    expect(await refuse({ ...trashed, of: filled.talk.id })).toBe(
      'ref: is the ref of a revision of another record',
    )
    for (const wrong of ['1', '', 7, null, `${String(ref)}0`])
      expect(await refuse(revision({ ref: wrong }))).toMatch(/^ref/)
    for (const wrong of ['\u0000', '\ud800', '', 7])
      expect(await refuse(like({ user: wrong }))).toMatch(/^user/)
    expect(await refuse({ ...like(), type: 'category.like' })).toMatch(/^type: must be one of/)
    expect(await refuse({ ...like(), type: '__proto__.like' })).toMatch(/^type: must be one of/)
  })

  it('have times in the future, and versions out of order', async () => {
    expect(await refuse(revision({ createdAt: LATER }))).toBe('createdAt: is in the future')
    expect(await refuse(like({ createdAt: LATER }))).toBe('createdAt: is in the future')
    const talk = lines.find(({ ref }) => ref === filled.trashed.id)
    expect(await refuse({ ...talk, deletedAt: LATER })).toBe('deletedAt: is in the future')
    const version = lines.find(({ ref }) => ref === filled.talk.id)
    for (const wrong of [0, -1, 1.5, '2', 2_147_483_648])
      expect(await refuse({ ...version, version: wrong })).toMatch(/^version/)
    for (const wrong of [-1, 1.5, '2', 9_999_999_999])
      expect(await refuse({ ...version, views: wrong })).toMatch(/^views/)
    const order = new RevisionOrder()
    const take = (line: object) => () => order.take(parseContentRecord(line, model))
    expect(take(revision())).not.toThrow()
    expect(take(revision({ createdAt: new Date(NOON.getTime() - 1).toISOString() }))).toThrow('createdAt')
    expect(take(revision({ of: 'other', createdAt: NOON.toISOString() }))).not.toThrow()
  })

  it('publish nothing that an old file has scheduled', async () => {
    const { of } = lines.find(({ type }) => type === 'talk.schedule') ?? {}
    const line = { type: 'talk.schedule', of, user: 'ada', publishAt: NOON.toISOString() }
    expect(await refuse(line)).toBe('publishAt: is over; publish the record, or schedule it again')
  })

  it('count a like once that stands twice in a batch, and find no record in the trash without its time', async () => {
    const given = [like(), like(), like()]
    expect(reasons(await write(service, given))).toEqual(['added', 'unchanged', 'unchanged'])
    expect(reasons(await write(service, given))).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(await service.stores.integrity.count('likes-miscounted', NOON)).toBe(0)
    const { deletedAt: _, ...usual } = lines.find(({ ref }) => ref === filled.trashed.id) ?? {}
    expect(reasons(await write(service, [{ ...usual, title: 'Back' }]))[0]).toContain('in the trash')
  })
})
