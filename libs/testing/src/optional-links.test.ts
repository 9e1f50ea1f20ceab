import { Gig, gigModel as model, Venue } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

/** From the second request on, the service runs a planned query or a prepared read. */
const REPEATED = [1, 2, 3]
const FIELDS = 'title venue { name } contact { id username email articles { title } }'

interface Seeded {
  readonly venue: string
  readonly gig: string
  readonly pat: number
}

describe('C14.2 over HTTP, optional links and links to users', () => {
  let service: TestService<Seeded>
  const asGuest = () => service.anonymous
  beforeAll(async () => {
    service = await startService<Seeded>({
      content: { model },
      seed: async ({ user, record }) => {
        const [rita, pat] = [await user('rita'), await user('pat', { name: 'Pat' })]
        const { id: venue } = await record(Venue, { name: 'Attic' }, rita)
        await record(Gig, { title: 'Bare' }, rita)
        const given = { title: 'Full', venueId: venue, contactId: String(pat.id) }
        const { id: gig } = await record(Gig, given, rita)
        return { venue, gig, pat: pat.id }
      },
    })
  })
  afterAll(() => service.stop())

  it('are null without a record, and a contact is the public profile of a user without one elsewhere', async () => {
    const contact = { username: 'pat', email: 'p***@e***.org', articles: [] }
    for (const _ of REPEATED) {
      const { data } = await asGuest().graphql(
        `{ gigs { ${FIELDS} } user(id: "${service.seeded.pat}") { id } }`,
      )
      expect(data).toMatchObject({
        gigs: [
          { title: 'Full', venue: null, contact },
          { title: 'Bare', venue: null, contact: null },
        ],
        user: null,
      })
      const { body } = await asGuest().rest('GET', '/api/gigs')
      expect(body).toMatchObject([
        { title: 'Full', venue: null, contact: { id: String(service.seeded.pat), name: 'Pat' } },
        { title: 'Bare', venue: null, contact: null },
      ])
      const shown = await service.as('EDITOR').graphql(`{ gigs { venue { name } } }`)
      expect(shown.data).toEqual({ gigs: [{ venue: { name: 'Attic' } }, { venue: null }] })
    }
  })

  it('are filtered: a hidden link counts as null', async () => {
    const find = async (where: string, caller = asGuest()) =>
      (
        await caller.graphql<{ gigs: { title: string }[] }>(`{ gigs(where: ${where}) { title } }`)
      ).data?.gigs.map(({ title }) => title)
    for (const _ of REPEATED) {
      expect(await find('{ contactId: { isNull: true } }')).toEqual(['Bare'])
      expect(await find('{ venueId: { isNull: true } }')).toEqual(['Full', 'Bare'])
      expect(await find('{ venueId: { isNull: true } }', service.as('EDITOR'))).toEqual(['Bare'])
      expect(await find(`{ contactId: { ne: "${service.seeded.pat}" } }`)).toEqual(['Bare'])
      expect(await find('{ contact: { username: { eq: "PAT" } } }')).toEqual(['Full'])
      const { body } = await asGuest().rest('GET', `/api/gigs?contactId=${service.seeded.pat}`)
      expect(body).toMatchObject([{ title: 'Full' }])
      expect((await asGuest().rest('GET', '/api/gigs?contactId[isNull]=true')).body).toMatchObject([
        { title: 'Bare' },
      ])
    }
  })

  it('are set and cleared over both interfaces; a body has the id of a user as an integer or as text', async () => {
    const { venue, gig, pat } = service.seeded
    const admin = service.as('ADMIN')
    const path = `/api/gigs/${gig}`
    const cleared = await admin.rest('PATCH', path, { body: { venueId: null, contactId: null } })
    expect([cleared.status, cleared.body]).toMatchObject([200, { venue: null, contact: null }])
    for (const contactId of [pat, String(pat)]) {
      const body = { title: 'New', venueId: venue, contactId }
      const created = await admin.rest('POST', '/api/gigs', { body })
      expect([created.status, created.body]).toMatchObject([
        201,
        { venue: { name: 'Attic' }, contact: { username: 'pat' } },
      ])
    }
    const wrong = await admin.rest('PATCH', path, { body: { contactId: 2_147_483_647 } })
    expect([wrong.status, wrong.body]).toMatchObject([
      422,
      { errors: [{ pointer: '/contactId', message: 'there is no user with this id' }] },
    ])
    const update = `mutation { updateGig(input: { id: "${gig}", venueId: "${venue}", contactId: "${pat}" }) { ${FIELDS} } }`
    expect((await admin.graphql(update)).data).toMatchObject({
      updateGig: { venue: { name: 'Attic' }, contact: { id: String(pat) } },
    })
  })

  it('are described by both contracts', async () => {
    const sdl = await (await fetch(`${service.url}/graphql/schema.graphql`)).text()
    expect(sdl).toMatch(/input CreateGigInput [^}]*venueId: ID\n[^}]*contactId: ID\n/)
    expect(sdl).toContain('"The place. Null if there is none, or if you may not read it."\n  venue: Venue\n')
    expect(sdl).toContain(
      '"The user who answers questions. Null if there is none, or while the account is deleted."\n  contact: User\n',
    )
    // Without `inverse`, the other side has no list.
    expect(sdl).not.toMatch(/type User [^}]*contact/)
    const { body } = await asGuest().rest<{
      components: { schemas: Readonly<Record<string, { properties: object; required: readonly string[] }>> }
    }>('GET', '/api/openapi.json')
    const { NewGig, Gig: shown } = body.components.schemas
    expect(NewGig).toMatchObject({
      required: ['title'],
      properties: {
        venueId: { type: ['string', 'null'] },
        contactId: { anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }] },
      },
    })
    expect(shown?.properties).toMatchObject({ contact: { anyOf: [{}, { type: 'null' }] } })
  })

  it('are null while the account of the user is deleted, in events too', async () => {
    const { gig, pat } = service.seeded
    const body = { url: 'https://receiver.example/hook', events: ['gig.updated'] }
    expect((await service.as('ADMIN').rest('POST', '/api/webhooks', { body })).status).toBe(201)
    const rename = (title: string) =>
      service.as('ADMIN').rest('PATCH', `/api/gigs/${gig}`, { body: { title } })
    await rename('Told')
    await service.settle()
    const away = { body: { deleted: true } }
    expect((await service.as('ADMIN').rest('PATCH', `/api/users/${pat}`, away)).status).toBe(200)
    await rename('Hidden')
    await service.settle()
    expect(service.webhooks.slice(-2).map(({ event }) => event)).toMatchObject([
      { data: { title: 'Told', contactId: pat } },
      { data: { title: 'Hidden', contactId: null } },
    ])
    expect((await asGuest().graphql(`{ gig(id: "${gig}") { contact { id } } }`)).data).toEqual({
      gig: { contact: null },
    })
    expect((await asGuest().rest('GET', `/api/gigs/${gig}`)).body).toMatchObject({ contact: null })
  })
})
