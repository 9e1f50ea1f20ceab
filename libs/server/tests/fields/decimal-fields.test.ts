import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModel, type ModelService } from '../support/model-service.ts'

const about = 'A test.'
const Ware = record({
  name: 'Ware',
  plural: 'wares',
  about,
  allowed: {
    read: { GUEST: (ware) => ware.price.lt('100'), ADMIN: 'all' },
    write: { ADMIN: 'all' },
  },
  fields: {
    title: field.line(80, { about }),
    price: field.decimal(10, 2, { about: 'The price.', optional: true, index: true, example: '12.50' }),
    rate: field.decimal(5, 4, { about, least: '-1', most: '1.5', initial: '0.5' }),
    total: field.decimal(38, 0, { about, optional: true, unique: true }),
    opensOn: field.date({ about, optional: true }),
  },
})
const model = contentModel([...builtInModel.types, Ware])

const PRICES = ['0.10', '-3.00', '12.50', '9.99', '99999999.99', '100.00', null] as const

describe('C16.1 decimals on PostgreSQL', { timeout: 60_000 }, () => {
  let service: ModelService
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    service = await startModel('wares', model)
    for (const price of PRICES) {
      const { status, body } = await service.send('POST', '/api/wares', { title: `W${price}`, price })
      expect([price, status, body.price]).toEqual([price, 201, price])
      ids[String(price)] = body.id
    }
  })
  afterAll(() => service.stop())

  const prices = async (query: string): Promise<unknown> => {
    const { status, body } = await service.send('GET', `/api/wares?${query}`)
    return status === 200 ? body.map(({ price }: { price: string }) => price) : [status, body.detail]
  }
  const findProblems = async (body: object): Promise<unknown> => {
    const sent = await service.send('POST', '/api/wares', { title: 'New', ...body })
    return [
      sent.status,
      sent.body.errors?.map(({ pointer, message }: Record<string, string>) => [pointer, message]),
    ]
  }

  it('shows all digits of the scale, in both interfaces', async () => {
    const { body } = await service.send('POST', '/api/wares', { title: 'All', price: '-0.00', total: '-0' })
    expect([body.price, body.rate, body.total]).toEqual(['0.00', '0.5000', '0'])
    const change = 'mutation($input: UpdateWareInput!) { updateWare(input: $input) { price rate total } }'
    const input = { id: body.id, price: '5', rate: '-0.25', total: '9'.repeat(38) }
    const changed = { price: '5.00', rate: '-0.2500', total: '9'.repeat(38) }
    expect((await service.ask(change, { input })).data.updateWare).toEqual(changed)
    for (const _ of [1, 2, 3])
      expect((await service.ask(`{ ware(id: "${body.id}") { price rate total } }`)).data.ware).toEqual(
        changed,
      )
    const literal = `mutation { updateWare(input: { id: "${body.id}", price: "7.1" }) { price } }`
    expect((await service.ask(literal)).data.updateWare).toEqual({ price: '7.10' })
    const read = await service.send('GET', `/api/wares/${body.id}`)
    expect([read.body.price, read.body.total]).toEqual(['7.10', changed.total])
    expect((await service.send('DELETE', `/api/wares/${body.id}`)).status).toBe(204)
  })

  it('changes nothing if the value is the same in other digits', async () => {
    const path = `/api/wares/${ids['12.50']}`
    const { body } = await service.send('PATCH', path, { price: '12.5' })
    expect([body.price, body.version]).toEqual(['12.50', 1])
  })

  it('refuses what is no decimal of the field, with its place', async () => {
    for (const price of [
      '',
      ' 1',
      '1.',
      '.5',
      '01',
      '+1',
      '1e3',
      '1,5',
      '0x1',
      '１',
      'NaN',
      '1\0',
      '9'.repeat(10_000),
    ])
      expect([price, await findProblems({ price })]).toEqual([
        price,
        [
          422,
          [['/price', expect.stringMatching(/^must (be a decimal such as "12.50"|have at most 8 digits)/)]],
        ],
      ])
    expect(await findProblems({ price: '123456789', rate: '1.5001', total: '1.0' })).toEqual([
      422,
      [
        ['/price', 'must have at most 8 digits before the point, and 2 behind it'],
        ['/rate', 'must not be more than 1.5'],
        ['/total', 'must have at most 38 digits before the point, and none behind it'],
      ],
    ])
    expect(await findProblems({ price: '1.500', rate: '-1.0001' })).toEqual([
      422,
      [
        ['/price', 'must have at most 8 digits before the point, and 2 behind it'],
        ['/rate', 'must not be less than -1'],
      ],
    ])
    expect(await findProblems({ price: 12.5, rate: true })).toEqual([
      422,
      [
        ['/price', 'must be a text in quotes, such as "12.50"'],
        ['/rate', 'must be string'],
      ],
    ])
    const create = 'mutation($input: CreateWareInput!) { createWare(input: $input) { id } }'
    for (const price of [12.5, '1e3', ['1'], {}]) {
      const { errors } = await service.ask(create, { input: { title: 'New', price } })
      expect(errors[0].extensions.code).toBe('BAD_USER_INPUT')
      expect(errors[0].message).toContain('Decimal must be a ')
    }
    for (const price of ['12.5', '1e400', '-0']) {
      const { errors } = await service.ask(
        `mutation { createWare(input: { title: "New", price: ${price} }) { id } }`,
      )
      expect(errors[0].extensions.code).toBe('BAD_USER_INPUT')
      expect(errors[0].message).toContain(
        `Decimal must be a text in quotes, such as "12.50", found: ${price}`,
      )
    }
  })

  it('filters by the number, and not by the text', async () => {
    expect(await prices('price=12.5&sort=price')).toEqual(['12.50'])
    expect(await prices('price[in]=0.1,-3&sort=price')).toEqual(['-3.00', '0.10'])
    expect(await prices('price[lt]=12.500000001&sort=price')).toEqual(['-3.00', '0.10', '9.99', '12.50'])
    expect(await prices('price[gte]=100&sort=-price')).toEqual(['99999999.99', '100.00'])
    expect(await prices(`price[gt]=${'9'.repeat(900)}`)).toEqual([])
    expect(await prices('price[ne]=100.0&price[gt]=50')).toEqual(['99999999.99'])
    expect(await prices('price[isNull]=true')).toEqual([null])
    for (const wrong of ['ten', '1e3', '01', '', '9'.repeat(1_001)])
      expect(await prices(`price[lt]=${wrong}`)).toEqual([
        400,
        expect.stringMatching(/decimal|1000 characters/),
      ])
    const where =
      'query($least: Decimal!) { wares(where: { price: { gte: $least, notIn: ["99999999.99"] } }, orderBy: [{ field: PRICE }]) { price } }'
    for (const least of ['9.990', '12.51', '12.5'])
      expect((await service.ask(where, { least })).data.wares).toEqual(
        ['9.99', '12.50', '100.00']
          .slice(least === '9.990' ? 0 : least === '12.5' ? 1 : 2)
          .map((price) => ({ price })),
      )
  })

  it('orders by the number, with exact cursors in both directions', async () => {
    const pages =
      'query($after: String, $by: SortDirection!) { waresConnection(first: 1, after: $after, orderBy: [{ field: PRICE, direction: $by }]) { nodes { price } pageInfo { endCursor hasNextPage } } }'
    for (const [by, wanted] of [
      ['ASC', ['-3.00', '0.10', '9.99', '12.50', '100.00', '99999999.99', null]],
      ['DESC', ['99999999.99', '100.00', '12.50', '9.99', '0.10', '-3.00', null]],
    ]) {
      const found = []
      let after: string | null = null
      for (let page = 0; page < PRICES.length; page += 1) {
        const { data } = await service.ask(pages, { after, by })
        found.push(data.waresConnection.nodes[0].price)
        after = data.waresConnection.pageInfo.endCursor
      }
      expect(found).toEqual(wanted)
    }
  })

  it('decides by decimals in rights', async () => {
    const { data } = await service.ask('{ wares(orderBy: [{ field: PRICE }]) { price } }', {}, null)
    expect(data.wares.map(({ price }: { price: string }) => price)).toEqual([
      '-3.00',
      '0.10',
      '9.99',
      '12.50',
    ])
    expect((await service.send('GET', `/api/wares/${ids['100.00']}`, undefined, null)).status).toBe(404)
    expect((await service.send('GET', `/api/wares/${ids['9.99']}`, undefined, null)).status).toBe(200)
  })

  it('keeps decimals unique by their number, and finds records by them', async () => {
    const total = '12345678901234567890123456789012345678'
    expect((await service.send('POST', '/api/wares', { title: 'One', total })).status).toBe(201)
    const again = await service.send('POST', '/api/wares', { title: 'Two', total })
    expect([again.status, again.body.detail]).toEqual([409, 'This ware total is taken.'])
    for (const _ of [1, 2, 3]) {
      const { data } = await service.ask(`{ wareBy(where: { total: "${total}" }) { title total } }`)
      expect(data.wareBy).toEqual({ title: 'One', total })
    }
  })

  it('tells the model and OpenAPI of the digits and bounds', async () => {
    const { body } = await service.send('GET', '/api/model')
    const ware = body.types.find(({ name }: { name: string }) => name === 'Ware')
    const fields = Object.fromEntries(ware.fields.map((each: { name: string }) => [each.name, each]))
    expect(fields.price).toMatchObject({ kind: 'decimal', limits: { precision: 10, scale: 2 } })
    expect(fields.rate).toMatchObject({ initial: '0.5000', limits: { least: '-1', most: '1.5' } })
    const { body: api } = await service.send('GET', '/api/openapi.json')
    const { properties } = api.components.schemas.NewWare
    expect(properties.price).toMatchObject({
      type: ['string', 'null'],
      format: 'decimal',
      pattern: '^-?(0|[1-9]\\d*)(\\.\\d+)?$',
      description: 'The price. A decimal of at most 10 digits, 2 of them behind the point.',
    })
    expect(properties.rate.description).toContain('At least -1. At most 1.5.')
  })
})
