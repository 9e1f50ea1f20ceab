import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommandHere } from '../support/processes/run-command.ts'
import { startModel, type ModelService } from '../support/model-service.ts'

const about = 'A test.'
const COURSES = {
  STARTER: {},
  MAIN: { label: 'Main course', about: 'What fills you.' },
  DESSERT: { label: 'Sweet' },
} as const
const Dish = record({
  name: 'Dish',
  plural: 'dishes',
  about,
  allowed: {
    read: { GUEST: (dish) => dish.course.ne('DESSERT'), ADMIN: 'all' },
    write: { ADMIN: 'all' },
  },
  fields: {
    title: field.line(80, { about, search: 'A' }),
    course: field.choice(COURSES, { about: 'The course.', initial: 'MAIN', index: true }),
    diet: field.choice(['VEGAN', 'VEGETARIAN'], { about, optional: true, as: 'Diet' }),
    code: field.line(20, { about, optional: true, pattern: '[A-Z]{2}-[0-9]+' }),
    contact: field.email({ about, optional: true, unique: true }),
    recipe: field.url({ about, optional: true }),
    facts: field.json({
      about,
      optional: true,
      schema: { type: 'object', properties: { origin: { type: 'string', minLength: 2 } } },
    }),
    steps: field.json({ about, optional: true }),
    number: field.integer(1, 999, { about, optional: true, unique: true }),
    festival: field.date({ about, optional: true, unique: true }),
    opensOn: field.date({ about, optional: true, index: true, least: '0100-01-01', most: '2999-12-31' }),
    spice: field.number(0, { about, most: 5, optional: true }),
    servedFrom: field.time({
      about,
      optional: true,
      least: '2026-01-01T00:00:00Z',
      most: '2030-12-31T23:59:59Z',
    }),
  },
  operations: (on) => ({
    rate: on(
      {
        about,
        permission: 'write',
        input: {
          taste: field.choice(['GOOD', 'BAD'], { about }),
          diet: field.choice(['VEGAN', 'VEGETARIAN'], { about, as: 'Diet' }),
        },
      },
      (_dish, { taste, diet }) => ({ spice: taste === 'GOOD' ? 5 : 0, diet }),
    ),
  }),
})
interface ValueCount {
  readonly value: string
  readonly count: { readonly value: number }
}
const model = contentModel([...builtInModel.types, Dish])

describe('C16.1 plain kinds of fields on PostgreSQL', { timeout: 60_000 }, () => {
  let service: ModelService
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    service = await startModel('dishes', model)
    for (const dish of [
      { title: 'Soup', course: 'STARTER', diet: 'VEGAN' },
      { title: 'Stew' },
      { title: 'Cake', course: 'DESSERT', diet: 'VEGETARIAN' },
      { title: 'Roast', course: 'MAIN', contact: 'cook@example.org', recipe: 'https://example.org/roast' },
    ]) {
      const { status, body } = await service.send('POST', '/api/dishes', dish)
      expect([dish.title, status]).toEqual([dish.title, 201])
      ids[dish.title] = body.id
    }
  })
  afterAll(() => service.stop())

  const titles = async (query: string): Promise<unknown> => {
    const { status, body } = await service.send('GET', `/api/dishes?sort=createdAt&${query}`)
    return status === 200 ? body.map(({ title }: { title: string }) => title) : [status, body.detail]
  }
  const findProblems = async (body: object): Promise<unknown> => {
    const sent = await service.send('POST', '/api/dishes', { title: 'New', ...body })
    return [
      sent.status,
      sent.body.errors?.map(({ pointer, message }: Record<string, string>) => [pointer, message]),
    ]
  }

  it('shows a choice as an enum, with its initial word', async () => {
    const { data } = await service.ask('{ dishes(orderBy: [{ field: CREATED_AT }]) { title course diet } }')
    expect(data.dishes).toEqual([
      { title: 'Soup', course: 'STARTER', diet: 'VEGAN' },
      { title: 'Stew', course: 'MAIN', diet: null },
      { title: 'Cake', course: 'DESSERT', diet: 'VEGETARIAN' },
      { title: 'Roast', course: 'MAIN', diet: null },
    ])
    const { data: types } = await service.ask(
      '{ course: __type(name: "DishCourse") { description enumValues { name description } } diet: __type(name: "Diet") { enumValues { name } } contact: __type(name: "Dish") { fields { name type { name ofType { name } } } } }',
    )
    expect(types.course).toEqual({
      description: 'The course.',
      enumValues: [
        { name: 'STARTER', description: null },
        { name: 'MAIN', description: 'Main course. What fills you.' },
        { name: 'DESSERT', description: 'Sweet.' },
      ],
    })
    expect(types.diet.enumValues).toEqual([{ name: 'VEGAN' }, { name: 'VEGETARIAN' }])
    const scalars = types.contact.fields.filter(({ name }: { name: string }) =>
      ['contact', 'recipe'].includes(name),
    )
    expect(scalars.map(({ type }: { type: { name: string } }) => type.name)).toEqual(['Email', 'URL'])
  })

  it('takes a choice in creates, updates and operations, and refuses other words', async () => {
    const create = 'mutation($input: CreateDishInput!) { createDish(input: $input) { course diet } }'
    expect(
      (await service.ask(create, { input: { title: 'Bread', course: 'STARTER' } })).data.createDish,
    ).toEqual({
      course: 'STARTER',
      diet: null,
    })
    expect(
      (await service.ask(create, { input: { title: 'Bread', course: 'BREAKFAST' } })).errors[0].extensions
        .code,
    ).toBe('BAD_USER_INPUT')
    const { status, body } = await service.send('POST', '/api/dishes', { title: 'Bread', course: 'main' })
    expect([status, body.errors[0].pointer]).toEqual([422, '/course'])
    const rate = `mutation { rateDish(id: "${ids['Stew']}", taste: GOOD, diet: VEGAN) { spice diet } }`
    expect((await service.ask(rate)).data.rateDish).toEqual({ spice: 5, diet: 'VEGAN' })
    const cleared = await service.send('POST', `/api/dishes/${ids['Stew']}/rate`, {
      taste: 'BAD',
      diet: 'VEGETARIAN',
    })
    expect([cleared.body.spice, cleared.body.diet]).toEqual([0, 'VEGETARIAN'])
    const none = await service.send('PATCH', `/api/dishes/${ids['Stew']}`, { diet: null })
    expect([none.status, none.body.diet]).toEqual([200, null])
    await service.send('PATCH', `/api/dishes/${ids['Stew']}`, { diet: 'VEGETARIAN' })
    const wrong = await service.send('POST', `/api/dishes/${ids['Stew']}/rate`, {
      taste: 'FINE',
      diet: 'VEGAN',
    })
    expect(wrong.status).toBe(422)
  })

  it('filters, orders and counts by a choice as by a state', async () => {
    expect(await titles('course=starter&diet=vegan')).toEqual(['Soup'])
    expect(await titles('course[in]=DESSERT,STARTER&title[ne]=Bread')).toEqual(['Soup', 'Cake'])
    expect(await titles('diet[isNull]=true&title[ne]=Bread')).toEqual(['Roast'])
    expect(await titles('course=BREAKFAST')).toEqual([400, expect.stringContaining('STARTER, MAIN, DESSERT')])
    const { body } = await service.send('GET', '/api/dishes?sort=course&title[in]=Soup,Cake,Roast')
    expect(body.map(({ title }: { title: string }) => title)).toEqual(['Cake', 'Roast', 'Soup'])
    const counts = await service.send('GET', '/api/dishes/counts?by=course&title[ne]=Bread')
    expect(counts.body.map(({ value, count }: ValueCount) => [value, count.value])).toEqual([
      ['MAIN', 2],
      ['DESSERT', 1],
      ['STARTER', 1],
    ])
    const where = '{ dishes(where: { course: { ne: MAIN }, diet: { in: [VEGETARIAN] } }) { title } }'
    for (const _ of [1, 2, 3]) expect((await service.ask(where)).data.dishes).toEqual([{ title: 'Cake' }])
  })

  it('decides by a choice in rights', async () => {
    const { data } = await service.ask(
      '{ dishes(where: { title: { in: ["Soup", "Cake"] } }) { title } }',
      {},
      null,
    )
    expect(data.dishes).toEqual([{ title: 'Soup' }])
    expect((await service.send('GET', `/api/dishes/${ids['Cake']}`, undefined, null)).status).toBe(404)
  })

  it('refuses texts that do not match, addresses, and values out of bounds, all at once', async () => {
    expect(
      await findProblems({
        code: 'x',
        contact: 'nobody',
        recipe: 'javascript:alert(1)',
        spice: 5.5,
        servedFrom: '2025-12-31T23:59:59Z',
      }),
    ).toEqual([
      422,
      [
        ['/spice', 'must be <= 5'],
        ['/code', 'must match the pattern [A-Z]{2}-[0-9]+'],
        ['/contact', 'must be an email address such as ada@example.org'],
        ['/recipe', 'must be an http or https URL'],
        ['/servedFrom', 'must not be before 2026-01-01T00:00:00Z'],
      ],
    ])
    expect(await findProblems({ code: 'AB-1\nx' })).toEqual([
      422,
      [['/code', 'must not contain control characters']],
    ])
    expect(await findProblems({ recipe: `https://example.org/${'x'.repeat(1_990)}` })).toEqual([
      422,
      [['/recipe', 'must have at most 2000 characters']],
    ])
    expect(((await findProblems({ contact: 'COOK@example.org' })) as unknown[])[0]).toBe(409)
    expect(await findProblems({ code: 'AB-12', spice: 5, servedFrom: '2026-01-01T01:00:00+01:00' })).toEqual([
      201,
      undefined,
    ])
  })

  it('C15.17 shows an unknown word as null where a choice can be null, and keeps it', async () => {
    await service.query(`update dishes set diet = 'KETO' where title = 'Soup'`)
    const query = '{ dishes(where: { title: { eq: "Soup" } }) { title diet } }'
    for (const _ of [1, 2, 3])
      expect((await service.ask(query)).data.dishes).toEqual([{ title: 'Soup', diet: null }])
    const changed = await service.send('PATCH', `/api/dishes/${ids['Soup']}`, { spice: 1 })
    expect([changed.status, changed.body.diet]).toEqual([200, null])
    expect(await service.query(`select diet from dishes where title = 'Soup'`)).toEqual([{ diet: 'KETO' }])
    const { output } = await runCommandHere(['types', 'migration', 'x'], service.environment, { model })
    expect(output).toContain(`where "diet" = 'KETO' -- backfill: choose the word of these records`)
    await service.query(`update dishes set course = 'SNACK' where title = 'Soup'`)
    expect((await service.send('GET', `/api/dishes/${ids['Soup']}`)).status).toBe(404)
    await service.query(`update dishes set course = 'STARTER', diet = 'VEGAN' where title = 'Soup'`)
  })

  it('keeps JSON as it is, in both interfaces, and checks it by its schema', async () => {
    const facts = { origin: 'Österreich', parts: [1, 2.5, null, { deep: [true] }], 'odd name': '' }
    for (const steps of [['cut', 'cook'], 'text', 0, false, { a: 1 }]) {
      const { status, body } = await service.send('POST', '/api/dishes', { title: 'Json', facts, steps })
      expect([status, body.facts, body.steps]).toEqual([201, facts, steps])
      const { data } = await service.ask(`{ dish(id: "${body.id}") { facts steps } }`)
      expect(data.dish).toEqual({ facts, steps })
      const change = 'mutation($input: UpdateDishInput!) { updateDish(input: $input) { facts steps } }'
      const given = { id: body.id, facts: { origin: 'Wien' }, steps: null }
      expect((await service.ask(change, { input: given })).data.updateDish).toEqual({
        facts: { origin: 'Wien' },
        steps: null,
      })
      const literal = `mutation { updateDish(input: { id: "${body.id}", steps: [{ a: 1 }, "b"] }) { steps } }`
      expect((await service.ask(literal)).data.updateDish).toEqual({ steps: [{ a: 1 }, 'b'] })
      expect((await service.send('DELETE', `/api/dishes/${body.id}`)).status).toBe(204)
    }
    expect(await findProblems({ facts: { origin: 'x' }, steps: [[1, 'a\0']] })).toEqual([
      422,
      [
        ['/facts/origin', 'must NOT have fewer than 2 characters'],
        ['/steps/0/1', 'must not contain the character U+0000'],
      ],
    ])
    await service.send('POST', '/api/dishes', { title: 'Null', facts: {} })
    expect(await titles('facts[isNull]=false')).toEqual(['Null'])
    const where = '{ dishes(where: { facts: { isNull: false } }) { title facts } }'
    for (const _ of [1, 2, 3])
      expect((await service.ask(where)).data.dishes).toEqual([{ title: 'Null', facts: {} }])
  })

  it('keeps dates as texts, whatever the zone, and compares them as days', async () => {
    for (const [title, opensOn] of [
      ['Spring', '2026-03-29'],
      ['Leap', '2024-02-29'],
      ['Early', '0100-01-01'],
    ]) {
      const { status, body } = await service.send('POST', '/api/dishes', { title, opensOn })
      expect([status, body.opensOn]).toEqual([201, opensOn])
      const { data } = await service.ask(`{ dish(id: "${body.id}") { opensOn } }`)
      expect(data.dish).toEqual({ opensOn })
      ids[title ?? ''] = body.id
    }
    const set = `mutation { updateDish(input: { id: "${ids['Spring']}", opensOn: "2026-03-30" }) { opensOn } }`
    expect((await service.ask(set)).data.updateDish).toEqual({ opensOn: '2026-03-30' })
    const change = 'mutation($input: UpdateDishInput!) { updateDish(input: $input) { opensOn } }'
    const input = { id: ids['Spring'], opensOn: '2026-03-29' }
    expect((await service.ask(change, { input })).data.updateDish).toEqual({ opensOn: '2026-03-29' })
    expect(await titles('opensOn=2024-02-29')).toEqual(['Leap'])
    expect(await titles('opensOn[lt]=2026-03-29')).toEqual(['Leap', 'Early'])
    expect(await titles('opensOn[gte]=2024-02-29&opensOn[in]=2026-03-29,0100-01-01')).toEqual(['Spring'])
    const { body } = await service.send('GET', '/api/dishes?sort=-opensOn&opensOn[isNull]=false&limit=2')
    expect(body.map(({ title }: { title: string }) => title)).toEqual(['Spring', 'Leap'])
    const pages =
      'query($after: String) { dishesConnection(first: 1, after: $after, where: { opensOn: { gt: "0100-01-01" } }, orderBy: [{ field: OPENS_ON }]) { nodes { title opensOn } pageInfo { endCursor } } }'
    for (const _ of [1, 2, 3]) {
      const first = (await service.ask(pages)).data.dishesConnection
      const next = (await service.ask(pages, { after: first.pageInfo.endCursor })).data.dishesConnection
      expect([first.nodes, next.nodes]).toEqual([
        [{ title: 'Leap', opensOn: '2024-02-29' }],
        [{ title: 'Spring', opensOn: '2026-03-29' }],
      ])
    }
    for (const [opensOn, message] of [
      ['2026-02-30', 'must be a day of the calendar'],
      ['2026-3-1', 'must be a date such as 2026-11-20'],
      ['2026-03-01T00:00:00Z', 'must be a date such as 2026-11-20'],
      ['0099-12-31', 'must not be before 0100-01-01'],
      ['3000-01-01', 'must not be after 2999-12-31'],
    ])
      expect(await findProblems({ opensOn })).toEqual([422, [['/opensOn', message]]])
    expect(await titles('opensOn[lt]=tomorrow')).toEqual([400, expect.stringContaining('must be a date')])
  })

  it('keeps integers and dates unique, and finds records by them', async () => {
    const first = { title: 'Unique', number: 7, festival: '2027-05-01' }
    expect((await service.send('POST', '/api/dishes', first)).status).toBe(201)
    for (const [again, message] of [
      [{ number: 7 }, 'This dish number is taken.'],
      [{ festival: '2027-05-01' }, 'This dish festival is taken.'],
    ]) {
      const { status, body } = await service.send('POST', '/api/dishes', {
        title: 'Again',
        ...(again as object),
      })
      expect([status, body.detail]).toEqual([409, message])
    }
    for (const where of ['{ number: 7 }', '{ festival: "2027-05-01" }'])
      for (const _ of [1, 2, 3]) {
        const { data } = await service.ask(`{ dishBy(where: ${where}) { title } }`)
        expect(data.dishBy).toEqual({ title: 'Unique' })
      }
    expect((await service.ask('{ dishBy(where: { number: 8 }) { title } }')).data.dishBy).toBeNull()
  })

  it('tells the model and OpenAPI of words and bounds', async () => {
    const { body } = await service.send('GET', '/api/model')
    const dish = body.types.find(({ name }: { name: string }) => name === 'Dish')
    const fields = Object.fromEntries(dish.fields.map((each: { name: string }) => [each.name, each]))
    expect(fields.course).toMatchObject({
      kind: 'choice',
      initial: 'MAIN',
      required: false,
      choices: [
        { value: 'STARTER', label: 'Starter' },
        { value: 'MAIN', label: 'Main course' },
        { value: 'DESSERT', label: 'Sweet' },
      ],
    })
    const [filter] = dish.filters.filter(({ name }: { name: string }) => name === 'course')
    expect(filter.choices).toEqual(fields.course.choices)
    expect(fields.code.limits).toMatchObject({ pattern: '^(?:[A-Z]{2}-[0-9]+)$' })
    expect(fields.spice.limits).toEqual({ minimum: 0, maximum: 5 })
    const { body: api } = await service.send('GET', '/api/openapi.json')
    const { properties } = api.components.schemas.NewDish
    expect(properties.course.enum).toEqual(['STARTER', 'MAIN', 'DESSERT'])
    expect(properties.spice).toMatchObject({ minimum: 0, maximum: 5 })
    expect(properties.servedFrom.description).toContain('Not before 2026-01-01T00:00:00Z.')
  })
})
