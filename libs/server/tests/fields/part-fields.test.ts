import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runCommandHere } from '../support/processes/run-command.ts'
import { startModel, type ModelService } from '../support/model-service.ts'

const about = 'A test.'
const Recipe = record({
  name: 'Recipe',
  plural: 'recipes',
  about,
  allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
  fields: {
    title: field.line(80, { about }),
    nutrition: field.group(
      {
        calories: field.integer(0, 10_000, { about, index: true }),
        price: field.decimal(8, 2, { about, optional: true, index: true }),
        source: field.line(80, { about, optional: true, index: true }),
        fat: field.number(0, { about, optional: true }),
        diet: field.choice(['VEGAN', 'MEAT'], { about, initial: 'VEGAN', index: true }),
        vitamins: field.group(
          { c: field.number(0, { about }), d: field.number(0, { about, optional: true }) },
          { about, optional: true },
        ),
        measuredAt: field.time({ about, optional: true }),
      },
      { about: 'What is in it.', optional: true },
    ),
    serving: field.group(
      {
        people: field.integer(1, 20, { about, initial: 4 }),
        note: field.line(80, { about, optional: true }),
      },
      { about },
    ),
    labels: field.list(field.line(20, { about }), { about, distinct: true, most: 3 }),
    allergens: field.list(field.choice(['NUTS', 'EGGS'], { about }), { about }),
    minutes: field.list(field.integer(0, 600, { about }), { about }),
    grams: field.list(field.number(0, { about }), { about }),
    days: field.list(field.date({ about }), { about }),
    times: field.list(field.time({ about }), { about }),
    steps: field.list(
      field.group(
        { text: field.text(500, { about }), hint: field.line(80, { about, optional: true }) },
        { about },
      ),
      { about, least: 1 },
    ),
    body: field.blocks(
      {
        quote: { text: field.text(500, { about }), source: field.url({ about, optional: true }) },
        gallery: {
          pictures: field.list(field.group({ address: field.url({ about }) }, { about }), { about, most: 2 }),
          raw: field.json({ about, optional: true }),
        },
      },
      { about, most: 5 },
    ),
  },
  operations: (on) => ({
    rate: on(
      {
        about,
        permission: 'write',
        input: { facts: field.group({ calories: field.integer(0, 10_000, { about }) }, { about }) },
      },
      ({ nutrition }, { facts }) => ({
        nutrition: {
          price: null,
          source: null,
          fat: null,
          diet: 'MEAT',
          vitamins: null,
          measuredAt: null,
          ...nutrition,
          ...facts,
        },
      }),
    ),
  }),
})
const model = contentModel([...builtInModel.types, Recipe])
const STEPS = [{ text: 'Boil.' }]
const KEY = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe('C16.1 groups, lists and blocks on PostgreSQL', { timeout: 60_000 }, () => {
  let service: ModelService
  beforeAll(async () => {
    service = await startModel('recipes', model)
  })
  afterAll(() => service.stop())

  const create = async (
    values: object,
  ): Promise<Readonly<Record<string, unknown>> & { readonly id: string }> => {
    const { status, body } = await service.send('POST', '/api/recipes', {
      title: 'Soup',
      steps: STEPS,
      ...values,
    })
    expect([status, body]).toEqual([201, expect.anything()])
    return body
  }
  const refuse = async (values: object): Promise<unknown> => {
    const { status, body } = await service.send('POST', '/api/recipes', {
      title: 'Soup',
      steps: STEPS,
      ...values,
    })
    expect([status, body.code]).toEqual([422, 'BAD_USER_INPUT'])
    return body.errors.map(
      ({ pointer, message }: { pointer: string; message: string }) => `${pointer} ${message}`,
    )
  }

  it('are empty, null or have their initial members in a new record', async () => {
    expect(await create({})).toMatchObject({
      nutrition: null,
      serving: { people: 4, note: null },
      labels: [],
      allergens: [],
      steps: [{ key: KEY, text: 'Boil.', hint: null }],
      body: [],
    })
  })

  it('keep every kind of value, over REST and in GraphQL', async () => {
    const given = {
      nutrition: { calories: 200, vitamins: { c: 1.5 }, measuredAt: '2026-11-20T10:00:00+01:00' },
      serving: { people: 2 },
      labels: ['hot', 'red'],
      allergens: ['NUTS', 'EGGS'],
      minutes: [1, 600],
      grams: [0.1, 1e21],
      days: ['2026-11-20'],
      times: ['2026-11-20T09:00:00Z'],
      steps: [{ key: 'one', text: 'Cut.', hint: 'Thin.' }, { text: 'Boil.' }],
      body: [
        { type: 'quote', key: 'q', text: 'Good.', source: 'https://example.org/' },
        { type: 'gallery', pictures: [{ address: 'https://example.org/a' }], raw: { a: [1, null] } },
      ],
    }
    const shown = {
      nutrition: {
        calories: 200,
        fat: null,
        diet: 'VEGAN',
        vitamins: { c: 1.5, d: null },
        measuredAt: '2026-11-20T09:00:00.000Z',
      },
      serving: { people: 2, note: null },
      labels: ['hot', 'red'],
      allergens: ['NUTS', 'EGGS'],
      minutes: [1, 600],
      grams: [0.1, 1e21],
      days: ['2026-11-20'],
      times: ['2026-11-20T09:00:00.000Z'],
      steps: [
        { key: 'one', text: 'Cut.', hint: 'Thin.' },
        { key: KEY, text: 'Boil.', hint: null },
      ],
      body: [
        { type: 'quote', key: 'q', text: 'Good.', source: 'https://example.org/' },
        {
          type: 'gallery',
          key: KEY,
          pictures: [{ key: KEY, address: 'https://example.org/a' }],
          raw: { a: [1, null] },
        },
      ],
    }
    const { id } = await create(given)
    expect((await service.send('GET', `/api/recipes/${id}`)).body).toMatchObject(shown)
    const { body, ...plain } = shown
    const { data, errors } = await service.ask(`{ recipe(id: "${id}") {
      nutrition { calories fat diet vitamins { c d } measuredAt } serving { people note }
      labels allergens minutes grams days times steps { key text hint }
      body { __typename ... on RecipeBodyQuote { key text source }
        ... on RecipeBodyGallery { key pictures { key address } raw } } } }`)
    expect(errors).toBeUndefined()
    expect(data.recipe).toEqual({
      ...plain,
      body: body.map(({ type, ...block }) => ({
        __typename: type === 'quote' ? 'RecipeBodyQuote' : 'RecipeBodyGallery',
        ...block,
      })),
    })
  })

  it('come from GraphQL, where a block is an input with one member', async () => {
    const { data, errors } = await service.ask(
      `mutation ($input: CreateRecipeInput!) { createRecipe(input: $input) {
        nutrition { calories diet } body { ... on RecipeBodyQuote { key text } ... on RecipeBodyGallery { pictures { address } } } } }`,
      {
        input: {
          title: 'Stew',
          steps: STEPS,
          nutrition: { calories: 5, diet: 'MEAT' },
          body: [
            { quote: { key: 'q', text: 'Good.' } },
            { gallery: { pictures: [{ address: 'https://example.org/b' }] } },
          ],
        },
      },
    )
    expect(errors).toBeUndefined()
    expect(data.createRecipe).toEqual({
      nutrition: { calories: 5, diet: 'MEAT' },
      body: [{ key: 'q', text: 'Good.' }, { pictures: [{ address: 'https://example.org/b' }] }],
    })
  })

  it('a change merges groups member by member, and replaces lists and blocks', async () => {
    const { id } = await create({
      nutrition: { calories: 200, fat: 3, vitamins: { c: 1, d: 2 } },
      labels: ['hot'],
      body: [{ type: 'quote', key: 'q', text: 'Good.' }],
    })
    const patch = (change: object) => service.send('PATCH', `/api/recipes/${id}`, change)
    expect((await patch({ nutrition: { fat: null, vitamins: { d: 3 } }, labels: [] })).body).toMatchObject({
      nutrition: { calories: 200, fat: null, vitamins: { c: 1, d: 3 } },
      labels: [],
      body: [{ key: 'q' }],
      version: 2,
    })
    const again = await patch({
      nutrition: { vitamins: { c: 1 } },
      body: [{ type: 'quote', key: 'q', text: 'Good.', source: null }],
    })
    expect(again.body.version).toBe(2)
    expect((await patch({ nutrition: null, body: [] })).body).toMatchObject({ nutrition: null, body: [] })
    const missing = await patch({ nutrition: { fat: 1 }, serving: { people: 1 } })
    expect([missing.status, missing.body.errors]).toMatchObject([422, [{ pointer: '/nutrition/calories' }]])
    const { data } = await service.ask(
      `mutation { updateRecipe(input: { id: "${id}", nutrition: { calories: 7, vitamins: { c: 2 } } }) { nutrition { calories vitamins { c d } } } }`,
    )
    expect(data.updateRecipe.nutrition).toEqual({ calories: 7, vitamins: { c: 2, d: null } })
  })

  it('an operation takes a whole group', async () => {
    const { id } = await create({})
    const { status, body } = await service.send('POST', `/api/recipes/${id}/rate`, { facts: { calories: 9 } })
    expect([status, body.nutrition]).toMatchObject([200, { calories: 9, diet: 'MEAT' }])
    const wrong = await service.send('POST', `/api/recipes/${id}/rate`, { facts: {} })
    expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ pointer: '/facts/calories' }]])
  })

  it('all problems come at once, with their places', async () => {
    expect(
      await refuse({
        nutrition: { calories: -1, vitamins: { e: 1 }, diet: 'FISH', __proto__x: 1 },
        labels: ['a', 'b', 'a'],
        minutes: [1.5, 'x', null],
        days: ['2026-02-30'],
        steps: [{ key: 'k', text: 'a' }, { key: 'k', text: 'a\u0000' }, 'text', { text: 'b', key: '' }],
        body: [
          { type: 'poem' },
          { type: 'quote', source: 'x' },
          { type: 'gallery', pictures: [{}, {}, {}] },
          null,
        ],
      }),
    ).toEqual([
      '/nutrition/__proto__x is no member; use one of calories, price, source, fat, diet, vitamins, measuredAt',
      '/nutrition/calories must be an integer from 0 to 10000',
      '/nutrition/diet must be one of VEGAN, MEAT',
      '/nutrition/vitamins/e is no member; use one of c, d',
      '/nutrition/vitamins/c is missing',
      '/labels/2 is there already, at 0',
      '/minutes/0 must be an integer from 0 to 600',
      '/minutes/1 must be a number',
      '/minutes/2 is missing',
      '/days/0 must be a day of the calendar',
      '/steps/1/text must not contain the character U+0000',
      '/steps/2 must be an object',
      '/steps/3/key must not be empty',
      '/body/0/type must be one of quote, gallery',
      '/body/1/text is missing',
      '/body/1/source must be an http or https URL',
      '/body/2/pictures must have at most 2 items',
      '/body/3 must be an object',
    ])
  })

  it('null and other types are refused', async () => {
    expect(await refuse({ labels: null, steps: [], body: 'x', serving: [], nutrition: 'x' })).toEqual([
      '/nutrition must be an object',
      '/serving must be an object',
      '/labels cannot be null; leave it out to keep its value',
      '/steps must have at least 1 item',
      '/body must be a list',
    ])
    expect(await refuse({ minutes: Array.from({ length: 101 }, () => 1) })).toEqual([
      '/minutes must have at most 100 items',
    ])
    const raw =
      '{"title":"Soup","steps":[{"text":"a","__proto__":{"hint":"x"}}],"body":[{"type":"__proto__"}]}'
    const response = await service.send('POST', '/api/recipes', JSON.parse(raw))
    expect(response.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/steps/0/__proto__',
      '/body/0/type',
    ])
  })

  it('a part keeps its key, and the parts of a list have different keys', async () => {
    expect(
      await refuse({
        steps: [
          { key: 'k', text: 'a' },
          { key: 'k', text: 'b' },
        ],
      }),
    ).toEqual(['/steps/1/key is the key of another part, at 0'])
    expect(await refuse({ steps: [{ key: 'k'.repeat(65), text: 'a' }] })).toEqual([
      '/steps/0/key must have at most 64 characters',
    ])
  })

  it('the parts of a record have at most 1 MiB together', async () => {
    const raw = 'x'.repeat(600_000)
    const gallery = { type: 'gallery', pictures: [], raw }
    const { id } = await create({ body: [gallery] })
    const { status, body } = await service.send('PATCH', `/api/recipes/${id}`, {
      title: 'Stew',
      body: [gallery, gallery],
    })
    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([422, ['/body']])
    expect((await service.send('PATCH', `/api/recipes/${id}`, { title: 'Stew' })).status).toBe(200)
    const [event] = await service.query(
      `select data from events where resource_id = '${id}' order by position desc limit 1`,
    )
    expect(event?.['data']).toMatchObject({ title: 'Stew', labels: [] })
    expect(event?.['data']).not.toHaveProperty('body')
  })

  it('filter lists by members of groups, and by what lists have', async () => {
    const marked = (title: string) => ({ title, labels: ['filtered'] })
    await create({
      ...marked('Few'),
      nutrition: { calories: 5, vitamins: { c: 1 }, measuredAt: '2026-11-20T10:00:00+01:00' },
      minutes: [5, 7],
      allergens: ['NUTS'],
      days: ['2026-11-20'],
      times: ['2026-11-20T09:00:00Z'],
    })
    await create({
      ...marked('Many'),
      nutrition: { calories: 900, diet: 'MEAT' },
      body: [{ type: 'quote', text: 'Good.' }],
    })
    await create({ ...marked('None'), allergens: ['NUTS', 'EGGS'] })
    const byRest = async (query: string) => {
      const { status, body } = await service.send(
        'GET',
        `/api/recipes?labels=filtered&sort=createdAt&${query}`,
      )
      expect([status, query]).toEqual([200, query])
      return body.map(({ title }: { title: string }) => title).join()
    }
    const byGraphql = async (where: string) => {
      const { data, errors } = await service.ask(
        `{ recipes(where: { labels: { has: "filtered" }, ${where} }, orderBy: [{ field: CREATED_AT }]) { title } }`,
      )
      expect([errors, where]).toEqual([undefined, where])
      return data.recipes.map(({ title }: { title: string }) => title).join()
    }
    for (const [query, where, found] of [
      ['nutrition.calories[gt]=5', 'nutrition: { calories: { gt: 5 } }', 'Many'],
      ['nutrition.calories=5', 'nutrition: { calories: { eq: 5 } }', 'Few'],
      ['nutrition.diet=meat', 'nutrition: { diet: { eq: MEAT } }', 'Many'],
      ['nutrition.vitamins.c[lte]=1', 'nutrition: { vitamins: { c: { lte: 1 } } }', 'Few'],
      ['nutrition.vitamins[isNull]=true', 'nutrition: { vitamins: { isNull: true } }', 'Many,None'],
      ['nutrition[isNull]=true', 'nutrition: { isNull: true }', 'None'],
      [
        'nutrition.measuredAt[gte]=2026-11-20T09:00:00Z',
        'nutrition: { measuredAt: { gte: "2026-11-20T09:00:00Z" } }',
        'Few',
      ],
      ['minutes=7', 'minutes: { has: 7 }', 'Few'],
      ['minutes[hasAll]=5,7', 'minutes: { hasAll: [5, 7] }', 'Few'],
      ['allergens[hasAny]=EGGS', 'allergens: { hasAny: [EGGS] }', 'None'],
      ['days=2026-11-20', 'days: { has: "2026-11-20" }', 'Few'],
      ['times=2026-11-20T09:00:00Z', 'times: { has: "2026-11-20T10:00:00+01:00" }', 'Few'],
      ['body[isEmpty]=false', 'body: { isEmpty: false }', 'Many'],
      ['minutes[isEmpty]=true', 'minutes: { isEmpty: true }', 'Many,None'],
    ] as const)
      expect([query, await byRest(query), await byGraphql(where)]).toEqual([query, found, found])
    const wrong = await service.send('GET', '/api/recipes?where={"nutrition":{"calorie":{"gt":5}}}')
    expect([wrong.status, wrong.body.errors?.[0]?.message ?? wrong.body.detail]).toEqual([
      400,
      expect.stringContaining('is no member of the group; did you mean calories'),
    ])
  })

  it('order lists by members of groups with an index, page by page', async () => {
    const foods = [
      { calories: 900, price: '12.50', source: 'b' },
      { calories: 5, price: '2.00', source: 'Ä' },
      { calories: 70, price: '100.00', source: null },
      null,
    ]
    for (const nutrition of foods) await create({ labels: ['ordered'], nutrition })
    const where = 'where: { labels: { has: "ordered" } }'
    const readPages = async (field: string, direction: string) => {
      const found: unknown[] = []
      for (let after: string | null = null; ;) {
        const { data, errors }: Awaited<ReturnType<typeof service.ask>> = await service.ask(
          `query ($after: String) { recipesConnection(first: 1, after: $after, ${where}, orderBy: [{ field: ${field}, direction: ${direction} }]) {
            nodes { nutrition { calories } } pageInfo { hasNextPage endCursor } } }`,
          { after },
        )
        expect(errors).toBeUndefined()
        const { nodes, pageInfo } = data.recipesConnection
        found.push(
          ...nodes.map(
            (node: { nutrition: { calories: number } | null }) => node.nutrition?.calories ?? null,
          ),
        )
        if (!pageInfo.hasNextPage) return found
        after = pageInfo.endCursor
      }
    }
    const byRest = async (sort: string) => {
      const { body } = await service.send('GET', `/api/recipes?labels=ordered&sort=${sort}`)
      return body.map(
        ({ nutrition }: { nutrition: { calories: number } | null }) => nutrition?.calories ?? null,
      )
    }
    for (const [field, sort, ascending, descending] of [
      ['NUTRITION_CALORIES', 'nutrition.calories', [5, 70, 900, null], [900, 70, 5, null]],
      ['NUTRITION_PRICE', 'nutrition.price', [5, 900, 70, null], [70, 900, 5, null]],
    ] as const) {
      expect(await readPages(field, 'ASC')).toEqual(ascending)
      expect(await readPages(field, 'DESC')).toEqual(descending)
      expect([await byRest(sort), await byRest(`-${sort}`)]).toEqual([ascending, descending])
    }
    expect((await readPages('NUTRITION_SOURCE', 'ASC')).slice(0, 2)).toEqual([5, 900])
    const wrong = await service.send('GET', '/api/recipes?sort=nutrition.fat')
    expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringContaining('nutrition.fat')])
    const plan = await service.query(
      `explain (format text) select id from recipes order by (("nutrition" #>> '{calories}')::integer), id limit 20`,
    )
    expect(JSON.stringify(plan)).toContain('recipes_up_nutrition_calories')
  })

  it('leave in exports, and come in imports', async () => {
    const { id } = await create({
      nutrition: { calories: 1, measuredAt: '2026-11-20T09:00:00Z' },
      labels: ['hot'],
      minutes: [5],
      body: [{ type: 'quote', key: 'q', text: 'Good.' }],
    })
    const { body: before } = await service.send('GET', `/api/recipes/${id}`)
    const file = join(mkdtempSync(join(tmpdir(), 'parts-')), 'content.ndjson')
    onTestFinished(() => rmSync(dirname(file), { recursive: true }))
    const run = (...args: readonly string[]) => runCommandHere(args, service.environment, { model })
    expect((await run('export', file)).code).toBe(0)
    await service.send('PATCH', `/api/recipes/${id}`, { nutrition: null, labels: [], minutes: [], body: [] })
    expect((await run('import', file)).code).toBe(0)
    const { version: _old, updatedAt: _before, changedAt: _changed, ...values } = before
    expect((await service.send('GET', `/api/recipes/${id}`)).body).toMatchObject(values)
  })

  it('stand in lists of types, and their tables fit', async () => {
    const run = (...args: readonly string[]) => runCommandHere(args, service.environment, { model })
    const listed = await run('types', 'list')
    expect(listed.output).toMatch(/labels +list of line +no +0 to 3/)
    expect(listed.output).toMatch(/body +blocks quote, gallery +no +0 to 5/)
    const { code, output, errors } = await run('types', 'check')
    expect([code, output, errors]).toEqual([0, expect.anything(), expect.anything()])
  })
})
