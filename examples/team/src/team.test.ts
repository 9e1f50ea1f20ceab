import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ADMIN, basic, createTeam, openReceiver, PASSWORD, poll } from './testing/running.ts'

interface Call {
  readonly as?: string | null
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
}

// Set DATABASE_URL to run these tests on PostgreSQL; without it they run on the embedded database.
describe('the service of a team', { concurrency: false }, () => {
  let team: Awaited<ReturnType<typeof createTeam>>
  let api: Awaited<ReturnType<typeof team.serve>>
  let topic: string
  let meetup: string

  const call = async (method: string, path: string, { as = 'rita', body, headers, from }: Call = {}) => {
    const response = await fetch(`${from ?? api.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(as !== null && { authorization: basic(as) }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    // The tests look into JSON of any form.
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }
  const graphql = async (query: string, options: Call = {}) =>
    (await call('POST', '/graphql', { ...options, body: { query } })).body

  before(async () => {
    team = await createTeam()
    api = await team.serve()
    if (team.hasSeveralProcesses) team.work()
    for (const name of ['rita', 'rob'])
      await graphql(
        `mutation { createUser(input: { username: "${name}", email: "${name}@example.org", password: "${PASSWORD}" }) { id } }`,
        { as: null },
      )
    const created = await call('POST', '/api/categories', { as: ADMIN, body: { name: 'Printing' } })
    topic = created.body.id
  })
  after(() => team.close())

  it('creates a meetup over REST, and shows it over GraphQL', async () => {
    const body = {
      title: 'Letterpress',
      startsAt: '2030-05-01T18:00:00+02:00',
      contact: 'Room 7',
      topicId: topic,
    }
    const created = await call('POST', '/api/meetups', { body: { ...body, tags: ['Lead'] } })
    assert.equal(created.status, 201)
    meetup = created.body.id
    const { data } = await graphql(
      `{ meetup(id: "${meetup}") { title startsAt contact tags status organizer { username } topic { name meetups { id } } } }`,
    )
    assert.deepEqual(data.meetup, {
      title: 'Letterpress',
      startsAt: '2030-05-01T16:00:00.000Z',
      contact: 'Room 7',
      tags: ['lead'],
      status: 'PLANNED',
      organizer: { username: 'rita' },
      topic: { name: 'Printing', meetups: [{ id: meetup }] },
    })
  })

  it('hides a planned meetup from guests and from other users, over both interfaces', async () => {
    for (const as of [null, 'rob']) {
      assert.equal((await call('GET', `/api/meetups/${meetup}`, { as })).status, 404)
      assert.deepEqual((await call('GET', '/api/meetups', { as })).body, [])
      const { data } = await graphql(
        `
          {
            meetupsConnection {
              totalCount {
                value
              }
              nodes {
                id
              }
            }
          }
        `,
        { as },
      )
      assert.deepEqual(data.meetupsConnection, { totalCount: { value: 0 }, nodes: [] })
    }
  })

  it('lets only the organizer write', async () => {
    assert.equal(
      (await call('PATCH', `/api/meetups/${meetup}`, { as: 'rob', body: { title: 'Mine' } })).status,
      404,
    )
    const wrong = await call('POST', '/api/meetups', {
      body: { title: '', startsAt: 'soon', status: 'OPEN' },
    })
    assert.equal(wrong.status, 422)
    const pointers = wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)
    assert.deepEqual(pointers.toSorted(), ['/startsAt', '/status', '/title', '/topicId'])
  })

  it('runs the operations of the workflow, by version and by state', async () => {
    const { headers } = await call('GET', `/api/meetups/${meetup}`)
    const open = (etag: string) =>
      call('POST', `/api/meetups/${meetup}/open`, { headers: { 'if-match': etag } })
    const opened = await open(headers.get('etag') ?? '')
    assert.deepEqual([opened.status, opened.body.status], [200, 'OPEN'])
    assert.equal((await open(headers.get('etag') ?? '')).status, 412)
    assert.equal((await call('POST', `/api/meetups/${meetup}/open`)).body.code, 'INVALID_TRANSITION')
  })

  it('shows an open meetup to everybody, and masks its contact', async () => {
    const { status, body } = await call('GET', `/api/meetups/${meetup}`, { as: null })
    assert.deepEqual([status, body.title, body.contact], [200, 'Letterpress', null])
    const mine = await call('PATCH', `/api/meetups/${meetup}`, { as: 'rob', body: { title: 'Mine' } })
    assert.equal(mine.status, 403)
  })

  it('applies the policy of the team: a moderator cancels the meetup of another user', async () => {
    const cancel = () =>
      graphql(`mutation { cancelMeetup(id: "${meetup}", reason: "Rain") { status reason } }`, { as: 'rob' })
    assert.equal((await cancel()).errors[0].extensions.code, 'FORBIDDEN')
    const rob = (await graphql('{ currentUser { id } }', { as: 'rob' })).data.currentUser.id
    const roles = `mutation { updateUser(input: { id: "${rob}", roles: ["READER", "MODERATOR"] }) { id } }`
    assert.equal((await graphql(roles, { as: ADMIN })).errors, undefined)
    const cancelled = await poll(async () => (await cancel()).data?.cancelMeetup ?? null)
    assert.deepEqual(cancelled, { status: 'CANCELLED', reason: 'Rain' })
    assert.equal((await call('GET', `/api/meetups/${meetup}`)).body.heading, 'Cancelled: Letterpress')
  })

  it('has one more field in a type of the service', async () => {
    const body = { title: 'A meetup', content: 'Come.', subtitle: 'With a press', status: 'PUBLISHED' }
    const created = await call('POST', '/api/articles', { as: ADMIN, body })
    assert.deepEqual([created.status, created.body.subtitle], [201, 'With a press'])
    const input = `{ id: "${created.body.id}", subtitle: "With two presses" }`
    const changed = await graphql(`mutation { updateArticle(input: ${input}) { subtitle version } }`, {
      as: ADMIN,
    })
    assert.deepEqual(changed.data.updateArticle, { subtitle: 'With two presses', version: 2 })
    const { data } = await graphql(`{ article(id: "${created.body.id}") { title subtitle } }`, { as: null })
    assert.deepEqual(data.article, { title: 'A meetup', subtitle: 'With two presses' })
  })

  it('is described by both contracts', async () => {
    const { body } = await call('GET', '/api/openapi.json', { as: null })
    assert.ok(body.paths['/api/meetups/{id}/cancel'].post)
    const sdl = await (await fetch(`${api.url}/graphql/schema.graphql`)).text()
    assert.match(sdl, /type Meetup implements Searchable/)
    assert.match(sdl, /enum MeetupStatus/)
  })

  it('is found by searches, with a mistake too', async () => {
    // The words of a record correct searches as soon as guests may read it.
    const body = await poll(async () => {
      const found = await call('GET', '/api/search?query=leterpress', { as: null })
      return found.body.length > 0 ? found.body : null
    })
    assert.deepEqual(
      body.map(({ type, id }: { type: string; id: string }) => [type, id]),
      [['MEETUP', meetup]],
    )
  })

  it('filters and orders meetups by the indexes of the type, over both interfaces', async () => {
    const titles = ['Ink for beginners', 'Paper for BEGINNERS', 'Ink for all']
    for (const [month, title] of titles.entries()) {
      const body = { title, startsAt: `2032-0${3 - month}-01T18:00:00Z`, topicId: topic, tags: ['indexed'] }
      const created = await call('POST', '/api/meetups', { body })
      assert.equal((await call('POST', `/api/meetups/${created.body.id}/open`)).status, 200)
    }
    const where = `{ topicId: { eq: "${topic}" }, tags: { has: "indexed" }, title: { contains: "béginners" } }`
    const { data } = await graphql(
      `{ meetups(where: ${where}, orderBy: [{ field: STARTS_AT }]) { title } }`,
      { as: null },
    )
    assert.deepEqual(data.meetups, [{ title: 'Paper for BEGINNERS' }, { title: 'Ink for beginners' }])
    const from = 'startsAt[gte]=2032-02-01T00:00:00Z'
    const { status, body } = await call('GET', `/api/meetups?tags=indexed&${from}&sort=-startsAt`, {
      as: null,
    })
    assert.deepEqual(
      [status, body.map(({ title }: { title: string }) => title)],
      [200, ['Ink for beginners', 'Paper for BEGINNERS']],
    )
  })

  it('links meetups to a venue, a host, speakers and their series, and says what a deletion does', async () => {
    const { body: venue } = await call('POST', '/api/venues', { as: ADMIN, body: { name: 'Old foundry' } })
    const idOf = async (as: string) => (await graphql('{ currentUser { id } }', { as })).data.currentUser.id
    const [rita, rob] = [await idOf('rita'), await idOf('rob')]
    const create = async (title: string, links: object, as = ADMIN) => {
      const body = { title, startsAt: '2033-01-01T18:00:00Z', topicId: topic, ...links }
      return call('POST', '/api/meetups', { as, body })
    }
    const links = { venueId: venue.id, hostId: rita, speakerIds: [rob, rita] }
    const { body: first } = await create('Casting', links)
    const { body: second } = await create('Casting again', { seriesId: first.id })
    await call('POST', `/api/meetups/${first.id}/open`, { as: ADMIN })
    await call('POST', `/api/meetups/${second.id}/open`, { as: ADMIN })
    const query = `{ meetup(id: "${first.id}") { venue { name } host { username } speakers { username } series { id } sequels { id } } }`
    assert.deepEqual((await graphql(query, { as: null })).data.meetup, {
      venue: { name: 'Old foundry' },
      host: { username: 'rita' },
      speakers: [{ username: 'rob' }, { username: 'rita' }],
      series: null,
      sequels: [{ id: second.id }],
    })
    const talks = await graphql(`{ user(id: "${rita}") { talks { title } } }`)
    assert.deepEqual(talks.data.user.talks, [{ title: 'Casting' }])
    const found = await graphql(`
      {
        meetups(where: { speakers: { some: { username: { eq: "rob" } } } }) {
          id
        }
      }
    `)
    assert.deepEqual(found.data.meetups, [{ id: first.id }])
    assert.equal((await create('Nobody', { hostId: '2147483647' })).status, 422)
    const { body: moved } = await call('PATCH', `/api/meetups/${first.id}`, {
      as: ADMIN,
      body: { speakerIds: [rita, rob] },
    })
    assert.deepEqual(moved.speakerIds, [rita, rob])
    const itself = await call('PATCH', `/api/meetups/${first.id}`, {
      as: ADMIN,
      body: { seriesId: first.id },
    })
    assert.equal(itself.status, 422)
    assert.equal((await call('DELETE', `/api/venues/${venue.id}`, { as: ADMIN })).status, 204)
    const { body: left } = await call('GET', `/api/meetups/${first.id}`)
    assert.deepEqual([left.venue, left.version], [null, 4])
    assert.equal((await call('DELETE', `/api/meetups/${first.id}`, { as: ADMIN })).status, 204)
    assert.equal((await call('GET', `/api/meetups/${second.id}`)).status, 404)
  })

  it('shows meetups on the page of a venue, until they are deleted', async () => {
    const meetup = { title: 'Tour of the foundry', startsAt: '2033-01-01T18:00:00Z', topicId: topic }
    const { body: tour } = await call('POST', '/api/meetups', { as: ADMIN, body: meetup })
    const page = [
      { type: 'paragraph', text: 'We **cast** type.' },
      { type: 'event', meetupId: tour.id },
    ]
    const { body: venue } = await call('POST', '/api/venues', { as: ADMIN, body: { name: 'Foundry', page } })
    const query = `{ venue(id: "${venue.id}") { page { ... on VenuePageEvent { meetup { title } } } } }`
    const readPage = async (as: string | null) => (await graphql(query, { as })).data.venue.page
    // Nobody but the organizer sees a planned meetup.
    assert.deepEqual(await readPage(null), [{}, { meetup: null }])
    await call('POST', `/api/meetups/${tour.id}/open`, { as: ADMIN })
    assert.deepEqual(await readPage(null), [{}, { meetup: { title: 'Tour of the foundry' } }])
    await call('DELETE', `/api/meetups/${tour.id}`, { as: ADMIN })
    assert.deepEqual(await readPage(null), [{}])
  })

  it('lets the keeper of a venue see the meetups there and cancel open ones, and nobody else', async () => {
    const { body: venue } = await call('POST', '/api/venues', { as: 'rob', body: { name: 'Cellar' } })
    const body = { title: 'At home', startsAt: '2033-02-01T18:00:00Z', topicId: topic, venueId: venue.id }
    const { body: meeting } = await call('POST', '/api/meetups', { body })
    const path = `/api/meetups/${meeting.id}`
    assert.equal((await call('GET', path, { as: null })).status, 404)
    assert.equal((await call('GET', path, { as: 'rob' })).status, 200)
    assert.equal((await call('PATCH', path, { as: 'rob', body: { title: 'Mine' } })).status, 403)
    const reason = { reason: 'The cellar is wet.' }
    const cancel = () => call('POST', `${path}/cancel`, { as: 'rob', body: reason })
    assert.equal((await cancel()).body.code, 'INVALID_TRANSITION')
    assert.equal((await call('GET', path, { as: null })).status, 404)
    assert.equal((await call('POST', `${path}/open`)).status, 200)
    assert.deepEqual((await call('GET', `${path}/actions`, { as: 'rob' })).body, ['cancel'])
    assert.equal((await cancel()).status, 200)
    assert.equal((await call('GET', path, { as: null })).body.reason, reason.reason)
  })

  it('has a role of its own: a caretaker changes the venues of others', async () => {
    const { body: venue } = await call('POST', '/api/venues', { body: { name: 'Attic' } })
    const rob = (await call('GET', '/api/me', { as: 'rob' })).body.id
    const change = (address: string) =>
      call('PATCH', `/api/venues/${venue.id}`, { as: 'rob', body: { address } })
    const give = (roles: readonly string[]) =>
      call('PATCH', `/api/users/${rob}/access`, { as: ADMIN, body: { roles } })
    assert.equal((await change('Here')).status, 403)
    const { body: access } = await give(['MODERATOR', 'CARETAKER'])
    assert.deepEqual([access.role, access.roles], ['READER', ['MODERATOR', 'CARETAKER']])
    const changed = await poll(async () => {
      const { status, body } = await change('There')
      return status === 200 ? body : null
    })
    assert.equal(changed.address, 'There')
    const update = `mutation { updateVenue(input: { id: "${venue.id}", address: "Upstairs" }) { address } }`
    assert.deepEqual((await graphql(update, { as: 'rob' })).data.updateVenue, { address: 'Upstairs' })
    assert.equal((await give(['READER', 'MODERATOR'])).status, 200)
  })

  it('shows a planned meetup to no guest, whatever its organizer does with it', async () => {
    const body = { title: 'A surprise', startsAt: '2033-02-02T18:00:00Z', topicId: topic }
    const path = `/api/meetups/${(await call('POST', '/api/meetups', { body })).body.id}`
    assert.deepEqual((await call('GET', `${path}/actions`)).body, ['delete', 'open', 'update'])
    const refused = await call('POST', `${path}/cancel`, { body: { reason: 'It is off.' } })
    assert.deepEqual([refused.status, refused.body.code], [409, 'INVALID_TRANSITION'])
    assert.equal((await call('GET', path, { as: null })).status, 404)
    assert.equal((await call('DELETE', path)).status, 204)
  })

  it('lets only editors put a meetup at the top of the site', async () => {
    const body = { isFeatured: true, description: 'We set a page.' }
    const change = (as: string) => call('PATCH', `/api/meetups/${meetup}`, { as, body })
    const refused = await change('rita')
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    assert.equal((await change(ADMIN)).body.isFeatured, true)
  })

  it('asks for the program of a featured meetup, over both interfaces', async () => {
    const message = 'is required in a featured meetup; write the program'
    const refused = await call('PATCH', `/api/meetups/${meetup}`, { as: ADMIN, body: { description: null } })
    assert.deepEqual([refused.status, refused.body.errors], [422, [{ pointer: '/description', message }]])
    const given = `title: "Bare", startsAt: "2033-04-01T18:00:00Z", topicId: "${topic}", isFeatured: true`
    const { errors } = await graphql(`mutation { createMeetup(input: { ${given} }) { id } }`, { as: ADMIN })
    assert.deepEqual(errors[0].extensions.problems, [{ path: ['input', 'description'], message }])
  })

  it('takes inquiries of guests, which the organizer of the meetup reads', async () => {
    const body = { name: 'Gus', email: 'gus@example.org', message: 'Is it far?', meetupId: meetup }
    const sent = await call('POST', '/api/inquiries', { as: null, body })
    assert.deepEqual([sent.status, sent.body], [201, null])
    assert.deepEqual((await call('GET', '/api/inquiries', { as: null })).body, [])
    assert.deepEqual((await call('GET', '/api/inquiries', { as: 'rob' })).body, [])
    const { body: read } = await call('GET', '/api/inquiries')
    assert.deepEqual(
      read.map(({ name, message }: { name: string; message: string }) => [name, message]),
      [['Gus', 'Is it far?']],
    )
    const mail = await poll(
      async () => team.mails.find((text) => text.includes('A message about your meetup')) ?? null,
    )
    assert.match(mail, /^To: rita@example\.org\r$/m)
    const hidden = await call('POST', '/api/meetups', {
      body: { title: 'Secret', startsAt: '2033-03-01T18:00:00Z', topicId: topic },
    })
    const about = { ...body, meetupId: hidden.body.id }
    assert.equal((await call('POST', '/api/inquiries', { as: null, body: about })).status, 422)
  })

  it('moves a job through its states, as far as the permissions of the moves go', async () => {
    const { body: venue } = await call('POST', '/api/venues', { as: ADMIN, body: { name: 'Press room' } })
    const given = { title: 'Printer', text: 'Print.', venueId: venue.id }
    const early = await call('POST', '/api/jobs', { body: { ...given, status: 'OPEN' } })
    assert.deepEqual([early.status, early.body.code], [409, 'INVALID_TRANSITION'])
    const { body: job } = await call('POST', '/api/jobs', { body: given })
    assert.deepEqual([job.status, job.publishedAt], ['DRAFT', null])
    const move = (status: string, as = 'rita') =>
      call('PATCH', `/api/jobs/${job.id}`, { as, body: { status } })
    assert.equal((await move('OPEN')).status, 403)
    assert.equal((await move('CLOSED')).body.code, 'INVALID_TRANSITION')
    assert.equal((await call('GET', `/api/jobs/${job.id}`, { as: null })).status, 404)
    const opened = await move('OPEN', ADMIN)
    assert.equal(opened.body.status, 'OPEN')
    const actions = await call('GET', `/api/jobs/${job.id}/actions`)
    assert.deepEqual(actions.body, [
      'delete',
      'like',
      'restoreRevision',
      'saveDraft',
      'status:CLOSED',
      'update',
    ])
    const { data } = await graphql(
      `mutation { updateJob(input: { id: "${job.id}", status: CLOSED }) { status publishedAt version } }`,
    )
    assert.deepEqual(data.updateJob, { status: 'CLOSED', publishedAt: opened.body.publishedAt, version: 3 })
    const bulk = { ids: [job.id], action: 'status:OPEN' }
    const { body: results } = await call('POST', '/api/jobs/actions', { as: ADMIN, body: bulk })
    assert.equal(results[0].status, 200)
  })

  it('names a job by its title, and leads from an old name to it', async () => {
    const { body: venue } = await call('POST', '/api/venues', { as: ADMIN, body: { name: 'Type foundry' } })
    const given = { title: 'Schriftgießer', text: 'Cast.', venueId: venue.id }
    const { body: job } = await call('POST', '/api/jobs', { body: given })
    assert.equal(job.slug, 'schriftgiesser')
    const change = (body: object) => call('PATCH', `/api/jobs/${job.id}`, { as: ADMIN, body })
    // The name follows the title until the job is open.
    assert.equal((await change({ title: 'Type founder' })).body.slug, 'type-founder')
    await change({ status: 'OPEN' })
    assert.equal((await change({ title: 'Founder of types' })).body.slug, 'type-founder')
    await change({ slug: 'founder' })
    const [found, old] = [
      await call('GET', '/api/jobs/by-slug/type-founder', { as: null }),
      await call('GET', '/api/jobs/by-slug/schriftgiesser', { as: null }),
    ]
    assert.deepEqual([found.status, found.body.slug, old.status], [200, 'founder', 404])
    const { data } = await graphql('{ jobBy(where: { slug: "type-founder" }) { id slug } }')
    assert.deepEqual(data.jobBy, { id: job.id, slug: 'founder' })
  })

  it('keeps a deleted job for those who may delete it', async () => {
    const { body: venue } = await call('POST', '/api/venues', { as: ADMIN, body: { name: 'Paper mill' } })
    const given = { title: 'Binder', text: 'Bind.', venueId: venue.id }
    const { body: job } = await call('POST', '/api/jobs', { body: given })
    const address = `/api/jobs/${job.id}`
    assert.equal((await call('DELETE', address)).status, 204)
    const listed = async (as: string) => (await call('GET', '/api/jobs?deleted=true', { as })).body.length
    assert.deepEqual([await listed('rita'), await listed('rob')], [1, 0])
    assert.equal((await call('DELETE', `${address}/trash`)).status, 403)
    const { data } = await graphql(`mutation { restoreJob(id: "${job.id}") { deletedAt version } }`)
    assert.deepEqual(data.restoreJob, { deletedAt: null, version: 3 })
    await call('DELETE', address)
    assert.equal((await call('DELETE', `${address}/trash`, { as: ADMIN })).status, 204)
    assert.deepEqual([await listed('rita'), (await call('GET', address)).status], [0, 404])
  })

  it('opens a job at a time, for a person who may open it then', async () => {
    const { body: venue } = await call('POST', '/api/venues', { as: ADMIN, body: { name: 'Bindery' } })
    const given = { title: 'Binder', text: 'Bind.', venueId: venue.id }
    const { body: job } = await call('POST', '/api/jobs', { body: given })
    const publishAt = new Date(Date.now() + 1_500).toISOString()
    const schedule = (as: string) => call('PUT', `/api/jobs/${job.id}/schedule`, { as, body: { publishAt } })
    assert.equal((await schedule('rita')).status, 403)
    assert.equal((await schedule(ADMIN)).body.scheduledFor, publishAt)
    const read = async () => (await call('GET', `/api/jobs/${job.id}`)).body
    const opened = await poll(async () => {
      const found = await read()
      return found.status === 'OPEN' ? found : null
    })
    assert.equal(opened.scheduledFor, null)
    assert.ok(opened.publishedAt >= publishAt)
    const { data } = await graphql(
      `mutation { updateJob(input: { id: "${job.id}", status: CLOSED }) { status } }`,
    )
    assert.equal(data.updateJob.status, 'CLOSED')
    const reopen = `mutation { scheduleJob(id: "${job.id}", publishAt: "2999-01-01T09:00:00Z") { scheduledFor } }`
    const reopened = await graphql(reopen, { as: ADMIN })
    assert.equal(reopened.data.scheduleJob.scheduledFor, '2999-01-01T09:00:00.000Z')
    const actions = await call('GET', `/api/jobs/${job.id}/actions`, { as: ADMIN })
    assert.deepEqual(actions.body, [
      'delete',
      'restoreRevision',
      'saveDraft',
      'schedule',
      'status:OPEN',
      'unschedule',
      'update',
    ])
  })

  it('keeps the earlier versions of a job, and brings the text of one back, but not its state', async () => {
    const { body: venue } = await call('POST', '/api/venues', { as: ADMIN, body: { name: 'Old press' } })
    const given = { title: 'Setter', text: 'Set.', venueId: venue.id }
    const { body: job } = await call('POST', '/api/jobs', { body: given })
    await call('PATCH', `/api/jobs/${job.id}`, { as: ADMIN, body: { text: 'Print.', status: 'OPEN' } })
    const { data } = await graphql(
      `{ job(id: "${job.id}") { revisions { id title text status venue { name } editor { name } } } }`,
    )
    const [{ id, ...revision }] = data.job.revisions
    assert.deepEqual(revision, {
      title: 'Setter',
      text: 'Set.',
      status: 'DRAFT',
      venue: { name: 'Old press' },
      editor: { name: 'Administrator' },
    })
    const at = `/api/jobs/${job.id}/revisions`
    assert.equal((await call('GET', at, { as: 'rob' })).status, 403)
    const restored = await call('POST', `${at}/${id}/restoration`)
    assert.deepEqual([restored.status, restored.body.text, restored.body.status], [200, 'Set.', 'OPEN'])
  })

  it('keeps a draft of a job to its author, and applies it as one update', async () => {
    const { body: venue } = await call('POST', '/api/venues', { as: ADMIN, body: { name: 'Drafted press' } })
    const given = { title: 'Caster', text: 'Cast.', venueId: venue.id }
    const { body: job } = await call('POST', '/api/jobs', { body: given })
    const at = `/api/jobs/${job.id}/draft`
    const saved = await call('PATCH', at, { body: { text: 'Cast type.' } })
    assert.deepEqual([saved.status, saved.body.changes, saved.body.isStale], [200, ['text'], false])
    assert.equal((await call('GET', at, { as: ADMIN })).status, 404)
    await call('PATCH', `/api/jobs/${job.id}`, { body: { text: 'Cast letters.' } })
    assert.equal((await call('POST', `${at}/application`)).status, 409)
    await call('PATCH', at, { body: { text: 'Cast type.' } })
    const applied = await call('POST', `${at}/application`)
    assert.deepEqual([applied.status, applied.body.text, applied.body.version], [200, 'Cast type.', 3])
    assert.equal((await call('GET', at)).status, 404)
  })

  it('counts who likes an open job, and how often others than its author read it', async () => {
    const { body: venue } = await call('POST', '/api/venues', { as: ADMIN, body: { name: 'Liked press' } })
    const given = { title: 'Binder', text: 'Bind.', venueId: venue.id }
    const { body: job } = await call('POST', '/api/jobs', { body: given })
    const at = `/api/jobs/${job.id}`
    assert.equal((await call('PUT', `${at}/like`)).status, 409)
    assert.equal((await call('PUT', `${at}/like`, { as: 'rob' })).status, 404)
    await call('PATCH', at, { as: ADMIN, body: { status: 'OPEN' } })
    for (const as of ['rita', 'rob', 'rob'])
      assert.equal((await call('PUT', `${at}/like`, { as })).status, 204)
    assert.equal((await call('DELETE', `${at}/like`)).status, 204)
    for (const as of ['rita', 'rob', null]) await call('GET', at, { as })
    const counted = await poll(async () => {
      const { body } = await call('GET', `${at}/stats`)
      return body.views === 2 ? body : null
    })
    assert.deepEqual(counted, { views: 2, likes: 1 })
    const list =
      '{ jobs(where: { likes: { gte: 1 } }, orderBy: [{ field: VIEWS, direction: DESC }]) { id liked } }'
    assert.deepEqual((await graphql(list)).data.jobs, [{ id: job.id, liked: false }])
  })

  it('books the last seat of a meetup once, and counts the seats', async () => {
    const given = { title: 'One seat', startsAt: '2034-01-01T18:00:00Z', topicId: topic, seats: 1 }
    const { id } = (await call('POST', '/api/meetups', { body: given })).body
    const book = (as: string | null) =>
      call('POST', '/api/operations/book-seat', { as, body: { meetup: id } })
    const planned = await book('rita')
    assert.deepEqual([planned.status, planned.body.detail], [409, 'The meetup is not open for bookings.'])
    await call('POST', `/api/meetups/${id}/open`)
    assert.equal((await book(null)).status, 401)
    const sent = await Promise.all([book('rita'), book('rob'), book(ADMIN)])
    assert.deepEqual(sent.map(({ status }) => status).toSorted(), [200, 409, 409])
    const report = '/api/operations/seat-report?since=2034-01-01T00:00:00Z'
    const { body } = await call('GET', report, { as: ADMIN })
    assert.deepEqual(
      body.meetups.map(({ title, booked }: { title: string; booked: number }) => [title, booked]),
      [['One seat', 1]],
    )
    assert.equal((await call('GET', report)).status, 403)
  })

  it('streams changes', async () => {
    const controller = new AbortController()
    const response = await fetch(`${api.url}/graphql/stream`, {
      method: 'POST',
      signal: controller.signal,
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: `subscription { meetupChanged(id: "${meetup}") { title } }` }),
    })
    let heard = ''
    const reading = (async () => {
      for await (const chunk of response.body ?? []) heard += Buffer.from(chunk).toString('utf8')
    })().catch(() => undefined)
    await poll(async () => (heard.includes('retry:') ? true : null))
    await call('PATCH', `/api/meetups/${meetup}`, { body: { title: 'Letterpress for all' } })
    await poll(async () => (heard.includes('Letterpress for all') ? true : null))
    controller.abort()
    await reading
  })

  it('sends webhooks, which hide the contact from a receiver without the permission', async () => {
    const receiver = await openReceiver()
    try {
      const body = { url: receiver.url, events: ['meetup.created'] }
      assert.equal((await call('POST', '/api/webhooks', { as: ADMIN, body })).status, 201)
      const given = { title: 'Second', startsAt: '2030-06-01T18:00:00Z', contact: 'Room 8', topicId: topic }
      await call('POST', '/api/meetups', { body: given })
      const { type, data } = await poll(async () => receiver.events[0] ?? null)
      assert.deepEqual([type, data['title'], data['contact']], ['meetup.created', 'Second', 'Room 8'])
    } finally {
      receiver.close()
    }
  })

  it('writes the operations to the audit log', async () => {
    const { body } = await call('GET', '/api/audit-log?limit=100', { as: ADMIN })
    const actions = new Set(body.map(({ action }: { action: string }) => action))
    for (const action of ['createMeetup', 'openMeetup', 'cancelMeetup', 'updateMeetup'])
      assert.ok(actions.has(action), action)
  })

  it('exports the personal data of the organizer', async () => {
    await call('POST', '/api/me/export')
    const url = await poll(async () => (await call('GET', '/api/me/export')).body.url ?? null)
    const text = await (await fetch(url)).text()
    const records = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.ok(
      records.some(({ type, id, contact }) => type === 'meetup' && id === meetup && contact === 'Room 7'),
    )
  })

  it('serves a second process', async (context) => {
    if (!team.hasSeveralProcesses) return context.skip('the embedded database has one process')
    const second = await team.serve()
    const body = { title: 'Third', startsAt: '2030-07-01T18:00:00Z', topicId: topic }
    const created = await call('POST', '/api/meetups', { body, from: second.url })
    assert.equal((await call('GET', `/api/meetups/${created.body.id}`)).body.title, 'Third')
    await second.stop()
  })

  it('leaves the meetups of an erased user to the ghost', async () => {
    const given = { title: 'Fourth', startsAt: '2030-08-01T18:00:00Z', topicId: topic }
    const { body } = await call('POST', '/api/meetups', { as: 'rob', body: given })
    const rob = body.organizer.id
    assert.equal((await call('DELETE', `/api/users/${rob}`, { as: ADMIN })).status, 204)
    assert.equal(
      (await call('GET', `/api/meetups/${body.id}`, { as: ADMIN })).body.organizer.username,
      'ghost',
    )
  })

  it('imports and exports meetups', async () => {
    await api.stop()
    assert.equal((await team.command('types', 'check')).code, 0)
    const file = join(team.folder, 'meetups.ndjson')
    const line = {
      type: 'meetup',
      ref: 'spring',
      title: 'Spring',
      startsAt: '2031-03-01T18:00:00.000Z',
      topic: 'Printing',
      organizer: 'rita',
      status: 'OPEN',
    }
    await writeFile(file, `${JSON.stringify(line)}\n`)
    assert.equal((await team.command('import', file)).code, 0)
    const all = join(team.folder, 'all.ndjson')
    assert.equal((await team.command('export', all)).code, 0)
    const lines = (await readFile(all, 'utf8'))
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text))
    const exported = lines.find(({ ref }) => ref === 'spring')
    assert.deepEqual({ ...exported, ...line }, exported)
    await writeFile(file, `${JSON.stringify({ ...line, ref: 'bare', isFeatured: true })}\n`)
    assert.equal((await team.command('import', file)).code, 1)
    assert.match(await readFile(`${file}.rejects.ndjson`, 'utf8'), /description: is required/)
  })
})
