import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

const about = 'A test.'
const Offer = record({
  name: 'Offer',
  plural: 'offers',
  about,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'all' }, approve: { EDITOR: 'all' } },
  fields: {
    title: field.line(80, { about }),
    rank: field.integer(1, 99, { about, optional: true, changedWith: 'approve' }),
  },
})
const model = contentModel([...builtInModel.types, Offer])
const RIGHT = 'To set or change the value, you need `offers:approve`.'

describe('C14.3 members that need a permission of their own, over both interfaces', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ content: { model } })
  })
  afterAll(() => service.stop())

  it('are refused without it, and described with it', async () => {
    const reader = service.as('READER')
    const { id } = await service.seed.record(Offer, { title: 'Chair' })
    const body = { title: 'Table', rank: 3 }
    const change = (input: string) =>
      `mutation { updateOffer(input: { id: "${id}", ${input} }) { title rank } }`
    const rest = await reader.rest<object>('PATCH', `/api/offers/${id}`, { body })
    expect([rest.status, rest.body]).toMatchObject([
      403,
      { code: 'FORBIDDEN', detail: 'You need the permission offers:approve to change rank.' },
    ])
    expect((await reader.rest('POST', '/api/offers', { body })).status).toBe(403)
    // A new record can leave the member out.
    expect((await reader.rest('POST', '/api/offers', { body: { title: 'Stool' } })).status).toBe(201)
    const refused = await reader.graphql(change('title: "Table", rank: 3'))
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' })
    expect((await reader.graphql(change('title: "Table", rank: null'))).data).toEqual({
      updateOffer: { title: 'Table', rank: null },
    })
    const approved = await service.as('EDITOR').graphql(change('rank: 3'))
    expect(approved.data).toEqual({ updateOffer: { title: 'Table', rank: 3 } })
  })

  it('are described in both contracts', async () => {
    const { data } = await service.anonymous.graphql<Record<string, object>>(
      '{ create: __type(name: "CreateOfferInput") { inputFields { name description } } update: __type(name: "UpdateOfferInput") { inputFields { name description } } }',
    )
    const described = { name: 'rank', description: expect.stringContaining(RIGHT) }
    expect(data?.['create']).toEqual({ inputFields: expect.arrayContaining([described]) })
    expect(data?.['update']).toEqual({ inputFields: expect.arrayContaining([described]) })
    const { body } = await service.anonymous.rest('GET', '/api/openapi.json')
    // The bodies of POST, of PATCH, and of PUT by a ref.
    expect(JSON.stringify(body).split(RIGHT).length - 1).toBe(3)
  })
})
