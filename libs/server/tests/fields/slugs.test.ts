import { builtInModel, contentModel, field, record, type ContentModel } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModel, type ModelService } from '../support/model-service.ts'
import { AS_ADMIN } from '../support/service.ts'

const about = 'A test.'
const Recipe = record({
  name: 'Recipe',
  plural: 'recipes',
  about,
  trash: true,
  allowed: {
    read: { GUEST: (recipe) => recipe.status.eq('PUBLISHED'), EDITOR: 'all' },
    write: { EDITOR: 'all' },
  },
  fields: {
    title: field.line(300, { about }),
    slug: field.slug({ from: 'title' }),
    status: field.state(['DRAFT', 'PUBLISHED'], {
      about,
      transitions: { DRAFT: { PUBLISHED: 'write' }, PUBLISHED: { DRAFT: 'write' } },
      published: 'PUBLISHED',
    }),
  },
})
const model: ContentModel = contentModel([...builtInModel.types, Recipe])

describe('C17.7 slugs over both interfaces, on PostgreSQL', { timeout: 60_000 }, () => {
  let service: ModelService
  beforeAll(async () => {
    service = await startModel('slugs', model)
  }, 120_000)
  afterAll(() => service?.stop())

  const create = async (title: string, more: object = {}) =>
    (await service.send('POST', '/api/recipes', { title, ...more })).body
  const patch = (id: string, body: object) => service.send('PATCH', `/api/recipes/${id}`, body)
  const published = async (title: string) => {
    const { id } = await create(title)
    return (await patch(id, { status: 'PUBLISHED' })).body
  }
  const fetchSlug = (slug: string, options: RequestInit = {}) =>
    fetch(`${service.url}/api/recipes/by-slug/${slug}`, { redirect: 'manual', ...options })

  it('the address of a slug shows the record, as that of its id does', async () => {
    const { id } = await published('Onion soup')
    const [byId, bySlug] = [await fetch(`${service.url}/api/recipes/${id}`), await fetchSlug('onion-soup')]
    expect([bySlug.status, await bySlug.json()]).toEqual([200, await byId.json()])
    expect(bySlug.headers.get('etag')).toBe(byId.headers.get('etag'))
    const etag = String(bySlug.headers.get('etag'))
    expect((await fetchSlug('onion-soup', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetchSlug('onion-soup', { method: 'HEAD' })).status).toBe(200)
    expect((await fetchSlug('onion-soup', { method: 'DELETE' })).status).toBe(405)
    expect(await (await fetchSlug('onion-soup?fields=title')).json()).toEqual({
      id,
      title: 'Onion soup',
      version: 2,
    })
  })

  it('an old slug leads to the present one: over REST by 308, over GraphQL at once', async () => {
    const { id } = await published('Bean soup')
    await patch(id, { slug: 'beans' })
    const response = await fetchSlug('bean-soup?fields=title&actions=true')
    expect([response.status, await response.text()]).toEqual([308, ''])
    expect(response.headers.get('location')).toBe('/api/recipes/by-slug/beans?fields=title&actions=true')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const followed = await fetchSlug('bean-soup', { redirect: 'follow' })
    expect(await followed.json()).toMatchObject({ id, slug: 'beans' })
    for (const slug of ['bean-soup', 'beans'])
      expect(
        await service.ask(
          'query ($slug: String) { recipeBy(where: { slug: $slug }) { id slug } }',
          { slug },
          null,
        ),
      ).toMatchObject({ data: { recipeBy: { id, slug: 'beans' } } })
    // Twice more, so that the service has prepared the read.
    for (const slug of ['nothing', 'bean-soup'])
      expect(
        (
          await service.ask(
            'query ($slug: String) { recipeBy(where: { slug: $slug }) { id slug } }',
            { slug },
            null,
          )
        ).data.recipeBy,
      ).toEqual(slug === 'nothing' ? null : { id, slug: 'beans' })
  })

  it('the slugs of a record that the caller may not read answer as those of no record', async () => {
    const { id } = await published('Secret soup')
    await patch(id, { slug: 'secret' })
    await patch(id, { status: 'DRAFT' })
    const trashed = await published('Trashed soup')
    await service.send('DELETE', `/api/recipes/${trashed.id}`)
    const show = async (slug: string) => {
      const response = await fetchSlug(slug)
      const { requestId: _, instance: __, ...body } = JSON.parse(await response.text())
      const { date, 'x-request-id': id, ...headers } = Object.fromEntries(response.headers)
      const isCounted = (name: string) => name.startsWith('ratelimit') || name.startsWith('x-ratelimit')
      const kept = Object.entries(headers).filter(([name]) => !isCounted(name))
      return { status: response.status, body, headers: Object.fromEntries(kept), has: [date, id].length }
    }
    const missing = await show('no-such-soup')
    expect(missing.status).toBe(404)
    for (const slug of ['secret-soup', 'secret', 'trashed-soup']) {
      expect(await show(slug)).toEqual(missing)
      expect(
        (await service.ask(`{ recipeBy(where: { slug: "${slug}" }) { id } }`, {}, null)).data.recipeBy,
      ).toBeNull()
    }
    // An editor reads the draft.
    const response = await fetchSlug('secret', { headers: { authorization: AS_ADMIN } })
    expect(response.status).toBe(200)
  })

  it('an address that no slug can have names nothing', async () => {
    for (const slug of ['%00', '__proto__', 'Soup', 'a--b', '%C3%A4', 'x'.repeat(5_000), '%F0', 'a%2Fb'])
      expect([slug.slice(0, 9), (await fetchSlug(slug)).status]).toEqual([slug.slice(0, 9), 404])
  })

  it('a wrong slug is 422 at its pointer, and a taken one 409', async () => {
    await published('Taken soup')
    const sent = async (slug: unknown) => {
      const { status, body } = await service.send('POST', '/api/recipes', { title: 'x', slug })
      return [status, body.code, body.errors?.[0]?.pointer]
    }
    for (const slug of ['Soup', '', 'x'.repeat(101), 'new', 7, ['a'], 'a\u0000'])
      expect(await sent(slug)).toEqual([422, 'BAD_USER_INPUT', '/slug'])
    expect(await sent('taken-soup')).toEqual([409, 'CONFLICT', '/slug'])
    const { errors } = await service.ask(
      'mutation { createRecipe(input: { title: "x", slug: "taken-soup" }) { id } }',
    )
    expect(errors[0]).toMatchObject({
      message: 'This recipe slug is taken.',
      extensions: { code: 'CONFLICT' },
    })
  })

  it('filters, the model for tools and the interfaces have the slug', async () => {
    const { id } = await published('Filtered soup')
    const { body } = await service.send('GET', '/api/recipes?slug=filtered-soup&sort=slug')
    expect(body).toMatchObject([{ id }])
    const { data } = await service.ask(
      '{ recipes(where: { slug: { startsWith: "filtered" } }, orderBy: [{ field: SLUG }]) { id slug } }',
    )
    expect(data.recipes).toEqual([{ id, slug: 'filtered-soup' }])
    const described = (await service.send('GET', '/api/model')).body.types.find(
      ({ name }: { name: string }) => name === 'Recipe',
    )
    expect(described.fields.find(({ name }: { name: string }) => name === 'slug')).toMatchObject({
      kind: 'slug',
      from: 'title',
      unique: true,
      nullable: true,
      required: false,
    })
    expect(JSON.stringify(described)).not.toContain('slugDerived')
  })

  it('the same holds for articles', async () => {
    const article = { title: 'News of today', content: 'x', status: 'PUBLISHED' }
    const { body } = await service.send('POST', '/api/articles', article)
    expect(body).toMatchObject({ slug: 'news-of-today' })
    await service.send('PATCH', `/api/articles/${body.id}`, { slug: 'news' })
    const response = await fetch(`${service.url}/api/articles/by-slug/news-of-today`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, '/api/articles/by-slug/news'])
    const { data } = await service.ask(
      '{ articleBy(where: { slug: "news-of-today" }) { id slug } articles(where: { slug: { eq: "news" } }) { id } }',
      {},
      null,
    )
    expect(data).toEqual({ articleBy: { id: body.id, slug: 'news' }, articles: [{ id: body.id }] })
  })
})
