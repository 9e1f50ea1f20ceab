import { Article, builtInModel, contentModel, field, record, User } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

const about = 'A test.'
const Venue = record({
  name: 'Venue',
  plural: 'venues',
  about,
  allowed: { read: { GUEST: (venue) => venue.isOpen.eq(true), EDITOR: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    code: field.integer(1, 9, { about }),
    label: field.line(80, { about }),
    isOpen: field.flag({ about, initial: true }),
  },
})
const Talk = record({
  name: 'Talk',
  plural: 'talks',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title: field.line(80, { about }),
    venue: field.one(Venue, { about, optional: true }),
    host: field.one(User, { about, optional: true }),
    article: field.one(Article, { about, optional: true, onDelete: 'clear' }),
    before: field.one('self', { about, optional: true, onDelete: 'clear' }),
  },
})
const Note = record({
  name: 'Note',
  plural: 'notes',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: { title: field.line(80, { about }), talk: field.one(Talk, { about }) },
})
const model = contentModel([...builtInModel.types, Venue, Talk, Note])

describe('C14.2 links in the bodies of declared types', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ content: { model } })
  })
  afterAll(() => service.stop())
  const get = async (path: string) =>
    (await service.anonymous.rest<Record<string, unknown>>('GET', path)).body

  it('C14.2 have the id beside a short form with the title, and null for what the caller may not read', async () => {
    const { seed } = service
    const ada = await seed.user('ada')
    const article = await seed.article(ada, { title: 'Print' })
    const draft = await seed.article(ada, { status: 'DRAFT' })
    const [open, closed] = [
      await seed.record(Venue, { code: 1, label: 'Hall' }),
      await seed.record(Venue, { code: 2, label: 'Vault', isOpen: false }),
    ]
    const first = await seed.record(Talk, { title: 'One', venueId: closed.id, articleId: draft.id })
    const given = { venueId: open.id, hostId: String(ada.id), articleId: article.id, beforeId: first.id }
    const { id } = await seed.record(Talk, { title: 'Two', ...given })
    const shown = {
      venueId: open.id,
      venue: { id: open.id, label: 'Hall' },
      hostId: String(ada.id),
      host: { id: String(ada.id), username: 'ada' },
      articleId: article.id,
      article: { id: article.id, title: 'Print' },
      beforeId: first.id,
      before: { id: first.id, title: 'One' },
    }
    expect(await get(`/api/talks/${id}`)).toMatchObject(shown)
    expect((await get('/api/talks?sort=-createdAt&limit=1')) as unknown).toMatchObject([shown])
    const hidden = { venueId: null, venue: null, hostId: null, articleId: null, article: null }
    expect(await get(`/api/talks/${first.id}`)).toMatchObject(hidden)
    // The body of a linked record has links of its own.
    const note = await seed.record(Note, { title: 'A', talkId: first.id })
    expect((await get(`/api/notes/${note.id}`))['talk']).toMatchObject(hidden)
    expect(await get(`/api/talks/${id}?fields=title,venueId`)).toEqual({
      id,
      title: 'Two',
      venueId: open.id,
      version: 1,
    })
    expect(await get(`/api/talks/${first.id}?fields=venueId`)).toMatchObject({ venueId: null })
  })
})
