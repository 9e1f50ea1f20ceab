import { and, where } from '@content-service/authz'
import { Article, type RecordId } from '@content-service/domain'
import { digestValue } from '@content-service/domain/internal/model'
import { parseContentRecord, type ContentLine } from '@content-service/domain/internal/transfer'
import { indexAll, NOON } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPglite, openPostgres } from '../../testing/databases.ts'
import {
  createActor,
  fill,
  findPeople,
  kinds,
  model,
  openService,
  read,
  reasons,
  Talk,
  write,
  type Service,
} from '../../testing/talk-service.ts'

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C17.10 a complete export, on %s', (_, open) => {
  let source: Service
  let target: Service
  let filled: Awaited<ReturnType<typeof fill>>
  let lines: readonly ContentLine[]
  beforeAll(async () => {
    source = await openService(open)
    target = await openService(open)
    filled = await fill(source)
    lines = await read(source)
    expect(kinds(await write(target, lines))).toEqual(expect.arrayContaining(['added']))
  })
  afterAll(async () => {
    await source?.test.close()
    await target?.test.close()
  })

  const listLines = (type: string) => lines.filter((line) => line['type'] === type)

  it('has revisions, the trash, likes, counters, versions and schedules', () => {
    const { talk, trashed, gone, article } = filled
    const find = (type: string, ref: string) => listLines(type).find((line) => line['ref'] === ref)
    expect(find('talk', talk.id)).toMatchObject({
      title: 'Third',
      version: 3,
      views: 7,
      count: 0,
      venue: gone.id,
    })
    expect(find('talk', talk.id)).not.toHaveProperty('likes')
    expect(find('talk', talk.id)).not.toHaveProperty('deletedAt')
    expect(find('talk', trashed.id)).toMatchObject({ deletedAt: expect.any(String), stage: 'DRAFT' })
    const later = listLines('talk').find(({ title }) => title === 'Later')
    expect(listLines('talk.schedule')).toEqual([
      { type: 'talk.schedule', of: later?.['ref'], user: 'ada', publishAt: '2999-01-01T00:00:00.000Z' },
    ])
    expect(listLines('talk.revision').filter(({ of }) => of === talk.id)).toMatchObject([
      {
        editor: 'bob',
        values: {
          title: 'First',
          level: 'EASY',
          text: 'x'.repeat(150_000),
          topics: ['Ink'],
          steps: [{ key: 'a', text: 'Cut.', at: gone.id }],
          speaker: 'ada',
        },
      },
      { editor: 'eve', values: { title: 'Second', level: null, venue: gone.id, steps: [], stage: 'DRAFT' } },
    ])
    expect(listLines('article.revision')).toMatchObject([
      { of: article.id, editor: 'ada', values: { content: 'One.', excerpt: null } },
      { of: article.id, editor: 'eve', values: { content: 'Two.', excerpt: 'An excerpt.', status: 'DRAFT' } },
    ])
    expect(listLines('desk.revision')).toMatchObject([
      { values: { title: 'A desk' } },
      { values: { title: 'My desk' } },
    ])
    expect(listLines('desk.revision')[0]).not.toHaveProperty('of')
    expect(listLines('talk.like').map(({ user }) => user)).toEqual(['ada', 'eve'])
    expect(listLines('article.like')).toMatchObject([
      { of: article.id, user: 'bob', createdAt: expect.any(String) },
    ])
    expect(listLines('venue.like')).toMatchObject([{ of: gone.id, user: 'bob' }])
    expect(listLines('user')[0]).toMatchObject({
      settings: expect.any(Object),
      preferences: expect.any(Object),
    })
  })

  it('C17.7 has old slugs, and says which slugs were derived', () => {
    const { article, talk } = filled
    expect(listLines('article.slug')).toEqual([
      { type: 'article.slug', of: article.id, slug: 'an-article', leftAt: expect.any(String) },
    ])
    const named = lines.filter(({ slug, ref }) => slug !== undefined && ref !== undefined)
    expect(named.find(({ ref }) => ref === article.id)).toMatchObject({
      slug: 'a-renamed-article',
      slugDerived: false,
    })
    expect(named.find(({ ref }) => ref === talk.id)).toMatchObject({ slug: 'third', slugDerived: true })
  })

  it('gives the same lines again after an import into an empty service', async () => {
    expect(await read(target)).toEqual(lines)
    expect(kinds(await write(target, lines))).toEqual(['unchanged'])
    expect(await read(target)).toEqual(lines)
  })

  it('C17.6 has drafts, which are there after an import, and which an import does not replace', async () => {
    const { talk, article } = filled
    expect(listLines('talk.draft')).toEqual([
      {
        type: 'talk.draft',
        of: talk.id,
        user: 'ada',
        baseVersion: 3,
        changedAt: expect.any(String),
        values: {
          title: 'Fourth',
          level: null,
          venue: expect.any(String),
          topics: ['Ink'],
          steps: [{ key: 'a', text: 'Fold.', at: expect.any(String) }],
        },
        digests: expect.objectContaining({ title: expect.any(String), venueId: expect.any(String) }),
      },
    ])
    expect(listLines('article.draft')).toMatchObject([
      { of: article.id, user: 'bob', values: { content: 'Three.', excerpt: null } },
    ])
    const [row] = await target.stores.reader.find({
      from: 'articles.drafts',
      where: and(),
      orderBy: [],
      window: { limit: 2, offset: 0 },
      select: { fields: ['content', 'recordId', 'digests', 'baseVersion', 'changes'] },
    })
    const record = await target.stores.records(Article).get(row?.['recordId'] as never)
    expect(row).toMatchObject({
      content: 'Three.',
      changes: ['content', 'excerpt'],
      digests: { content: digestValue(record?.content), excerpt: digestValue(record?.excerpt) },
    })
    const wrong = { ...listLines('article.draft')[0], values: { status: 'PUBLISHED' } }
    await expect(write(target, [wrong])).rejects.toThrow('values.status')
    const again = await write(target, listLines('article.draft'))
    expect(kinds(again)).toEqual(['unchanged'])
  })

  it('leaves the usual export as it is', async () => {
    const usual = await read(source, 'usual')
    expect(usual.map(({ type }) => type)).not.toContain('talk.revision')
    for (const member of ['version', 'views', 'deletedAt', 'settings'])
      expect(
        usual.some((line) => Object.hasOwn(line, member)),
        member,
      ).toBe(false)
    expect(usual.filter(({ title }) => title === 'Trashed later')).toEqual([])
    expect(await read(target, 'usual')).toEqual(usual)
  })

  it('C17.4 makes the documents for searches that the first service has', async () => {
    const documents = async ({ test, stores }: Service) => {
      await indexAll(stores)
      return test.database
        .session()
        .execute('select type, title, document::text from search_documents order by 1, 2')
    }
    const found = await documents(source)
    expect(found.length).toBeGreaterThan(0)
    expect(await documents(target)).toEqual(found)
  })

  it('C17.5 moves likes so that their numbers are right, and nobody likes twice', async () => {
    const { stores } = target
    const id = filled.talk.id
    expect(await stores.integrity.count('likes-miscounted', NOON)).toBe(0)
    expect(await stores.integrity.count('orphans', NOON)).toBe(0)
    const act = createActor(target, await findPeople(target))
    expect(await act('ada', 'likeTalk', id)).toMatchObject({ likes: 2, views: 7 })
    await act('bob', 'likeTalk', id)
    expect(await stores.records(Talk).get(id as RecordId)).toMatchObject({ likes: 3 })
    await act('bob', 'unlikeTalk', id)
    expect(await read(target)).toEqual(lines)
  })

  it('C17.4 counts the time in the trash on from the deletion, and a restore brings the record back', async () => {
    const id = filled.trashed.id as RecordId
    const store = target.stores.records(Talk)
    const trashed = await store.get(id)
    const { deletedAt } = trashed as unknown as { readonly deletedAt: Date }
    expect(deletedAt).toEqual(
      new Date(String(listLines('talk').find(({ ref }) => ref === id)?.['deletedAt'])),
    )
    expect(await store.purgeTrash({ deletedBefore: deletedAt, atMost: 10, after: null })).toMatchObject({
      count: 0,
    })
    const act = createActor(target, await findPeople(target))
    expect(await act('bob', 'restoreTalk', id)).toMatchObject({ title: 'Trashed later', deletedAt: null })
    await act('bob', 'deleteTalk', id)
    const soon = new Date(deletedAt.getTime() + 3_600_000)
    expect(await store.purgeTrash({ deletedBefore: soon, atMost: 10, after: null })).toMatchObject({
      count: 1,
    })
    expect(await store.get(id)).toBeNull()
  })

  it('C17.3 moves revisions that can be restored, and that the limit of revisions counts', async () => {
    const act = createActor(target, await findPeople(target))
    // The first version has a part with a link that it needs.
    await act('eve', 'restoreVenue', filled.gone.id)
    const [first] = listLines('talk.revision').filter(({ of }) => of === filled.talk.id)
    expect(await act('ada', 'restoreTalkRevision', String(first?.['ref']))).toMatchObject({
      title: 'First',
      level: 'EASY',
      stage: 'OPEN',
      topicIds: [expect.any(String)],
    })
    const createRevisionLine = (of: string, place: number) => ({
      ...first,
      ref: `0198c0de-0000-7000-8000-00000000000${place}`,
      of,
      createdAt: new Date(NOON.getTime() + place).toISOString(),
    })
    const talk = { type: 'talk', ref: 'old', title: 'Old', topics: [], steps: [], speaker: 'ada' }
    await write(target, [talk, ...[1, 2, 3, 4].map((place) => createRevisionLine('old', place))])
    const kept = () => read(target).then((all) => all.filter(({ of }) => of === 'old'))
    expect(await kept()).toHaveLength(4)
    const { stores } = target
    const [row] = await stores.reader.find({
      from: 'talks',
      where: where<{ title: string }>().title.eq('Old'),
      orderBy: [],
      window: { limit: 1, offset: 0 },
      select: { fields: ['id', 'version'] },
    })
    expect(row).toMatchObject({ version: 5 })
    const keeping = { editorId: filled.people[0]?.id as never, at: NOON, most: 2 }
    const revise = <R>(current: R) => ({ ...current, title: 'New', version: 6 })
    await stores.records(Talk).change(row?.['id'] as RecordId, revise, { keeping })
    expect(await kept()).toHaveLength(2)
  })

  it('C17.7 refuses the slug of another record, and lines leave the slug out', async () => {
    const { article } = filled
    const line = { type: 'article', title: 'New', content: 'x', owner: 'ada' }
    const given = [
      { ...line, ref: 'r-1', slug: 'an-article' },
      { ...line, ref: 'r-2' },
      { ...line, ref: 'r-3', slug: 'Not a slug' },
      { type: 'article.slug', of: 'r-2', slug: 'a-renamed-article', leftAt: '2026-11-20T00:00:00.000Z' },
    ]
    expect(() => parseContentRecord(given[2], model)).toThrow('must consist of small letters')
    expect(reasons(await write(target, [given[0], given[1], given[3]] as object[]))).toEqual([
      'This article slug is taken.',
      'added',
      'slug: another article has the slug "a-renamed-article"',
    ])
    const fresh = await read(target)
    expect(fresh.find(({ ref }) => ref === 'r-2')).toMatchObject({ slug: null })
    expect(fresh.find(({ ref }) => ref === article.id)).toMatchObject({ slug: 'a-renamed-article' })
  })
})
