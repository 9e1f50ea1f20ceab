import { beforeAll, expect, test } from 'vitest'
import type { RecordType } from '../../../model/types/record-type.ts'
import { nextUuid } from '../../memory/memory-tables.ts'
import { createSlugWorld, type OpenSlugs, type World } from './slug-world.ts'

/** A word that no other test has. */
const word = (): string => `w${nextUuid().slice(-6)}`

/** C17.7: the slugs of a type with a published state, whose `title` they follow. */
export const slugRules = (open: () => OpenSlugs, type: RecordType): void => {
  let world: World
  beforeAll(() => {
    world = createSlugWorld(open(), type)
  })
  const publish = (id: unknown) => world.run('update', id, { status: 'PUBLISHED' })
  const rename = (id: unknown, title: string, more = {}) => world.run('update', id, { title, ...more })

  test('a new record has the slug of its title', async () => {
    const name = word()
    expect(await world.create(`Ärger ${name} — über Ölöfen!`)).toMatchObject({
      slug: `arger-${name}-uber-olofen`,
    })
  })

  test('the slug follows the title until the record is first published', async () => {
    const [one, two, three] = [word(), word(), word()]
    const { id } = await world.create(one)
    expect(await rename(id, two)).toMatchObject({ slug: two })
    expect(await world.find(one)).toBeUndefined()
    // Another record gets the slug that the draft had.
    expect(await world.create(one)).toMatchObject({ slug: one })
    await publish(id)
    expect(await rename(id, three)).toMatchObject({ slug: two })
    await world.run('update', id, { status: 'DRAFT' })
    expect(await rename(id, word())).toMatchObject({ slug: two })
  })

  test('an edit that leaves the words of the title keeps the slug and its number', async () => {
    const name = word()
    await world.create(name)
    const { id, slug } = await world.create(name)
    expect(slug).toBe(`${name}-2`)
    expect(await rename(id, `${name}!`)).toMatchObject({ slug: `${name}-2` })
  })

  test('a sent slug stays until another one is sent, and null gives the derived one', async () => {
    const [one, two, sent, other] = [word(), word(), word(), word()]
    const { id, slug } = await world.create(one, { slug: sent })
    expect(slug).toBe(sent)
    expect(await rename(id, two)).toMatchObject({ slug: sent })
    expect(await world.run('update', id, { slug: other })).toMatchObject({ slug: other })
    expect(await world.run('update', id, { slug: null })).toMatchObject({ slug: two })
    // It follows the title again.
    expect(await rename(id, one)).toMatchObject({ slug: one })
    expect(await world.create(word(), { slug: null })).toMatchObject({ slug: expect.stringMatching(/^w/) })
  })

  test('a form that sends the derived slug back does not set it', async () => {
    const [one, two] = [word(), word()]
    const { id, slug } = await world.create(one)
    expect(await rename(id, two, { slug })).toMatchObject({ slug: two })
  })

  test('a derived slug that is taken gets a number from 2 to 20, and then a random end', async () => {
    const name = word()
    const slugs: unknown[] = []
    for (let count = 0; count < 22; count += 1) slugs.push((await world.create(name))['slug'])
    const numbered = Array.from({ length: 19 }, (_, place) => `${name}-${place + 2}`)
    expect(slugs.slice(0, 20)).toEqual([name, ...numbered])
    for (const slug of slugs.slice(20)) expect(slug).toMatch(new RegExp(`^${name}-[a-z0-9]{6}$`))
    expect(new Set(slugs).size).toBe(22)
  })

  test('a sent slug that is taken is refused, and the refusal says nothing else', async () => {
    const [taken, left] = [word(), word()]
    const { id } = await world.create('x', { slug: left })
    await publish(id)
    await world.run('update', id, { slug: taken })
    const other = await world.create(word())
    // Each of them may be a slug of now or an old one, of a record that the caller may read or not.
    for (const slug of [taken, left]) {
      const refusal = ['CONFLICT', `This ${type.word} slug is taken.`]
      expect(await world.refusal(() => world.create('x', { slug }))).toEqual(refusal)
      expect(await world.refusal(() => world.run('update', other.id, { slug }))).toEqual(refusal)
    }
    expect(await world.read(other.id)).toEqual(other)
  })

  test('a slug of other characters, too long or reserved says so', async () => {
    const refuse = async (slug: string) => (await world.refusal(() => world.create('x', { slug })))[1]
    for (const slug of ['', 'Soup', 'a--b', '-a', 'a-', 'ä', 'a b', '__proto__', 'a\u0000', 'a\uD800', 'a/b'])
      expect(await refuse(slug)).toContain('must consist of small letters a to z and digits')
    expect(await refuse('x'.repeat(101))).toContain('must have at most 100 characters')
    for (const slug of ['new', 'by-slug', '00000000-0000-7000-8000-000000000001'])
      expect(await refuse(slug)).toContain('is reserved')
  })

  test('a title of any characters gives a slug', async () => {
    const forms = /^[a-z0-9]+(-[a-z0-9]+)*$/
    for (const title of [
      '🍲🍲',
      '___proto___',
      'constructor',
      '北京',
      '"><script>',
      'new',
      '…',
      "Don't",
      'É'.repeat(300),
    ])
      expect(await world.create(title)).toMatchObject({ slug: expect.stringMatching(forms) })
    const first = await world.create('🍲')
    expect(first['slug']).toMatch(new RegExp(`^${type.word}(-\\d+)?$`))
  })

  test('an old slug of a published record leads to it', async () => {
    const [one, two] = [word(), word()]
    const { id } = await world.create(one)
    await publish(id)
    await world.run('update', id, { slug: two })
    expect([await world.find(one), await world.find(two)]).toEqual([id, id])
    // Nobody gets it: neither a derived slug nor the record itself twice.
    expect(await world.create(one)).toMatchObject({ slug: `${one}-2` })
    expect(await world.run('update', id, { slug: one })).toMatchObject({ slug: one })
    expect(await world.find(two)).toBe(id)
    expect(await world.listSlugs(id)).toHaveLength(2)
  })

  test('a slug of a record that the caller may not read leads nowhere', async () => {
    const [one, two] = [word(), word()]
    const owner = await world.person('AUTHOR')
    const { id } = await world.runAs(owner, 'create', null, {
      title: one,
      ...(type.fields['content'] ? { content: 'A text.', authorId: owner.id } : {}),
    })
    expect(await world.find(one)).toBeUndefined()
    expect(await world.find(one, owner)).toBe(id)
    await publish(id)
    await world.run('update', id, { slug: two })
    await world.run('update', id, { status: 'DRAFT' })
    for (const slug of [one, two]) {
      expect(await world.find(slug)).toBeUndefined()
      expect(await world.find(slug, await world.person('READER'))).toBeUndefined()
    }
  })

  test('a record keeps its newest 20 old slugs, and others get the older ones', async () => {
    const name = word()
    const { id } = await world.create(name)
    await publish(id)
    for (let count = 1; count <= 21; count += 1)
      await world.run('update', id, { slug: `${name}-v${String(count)}` })
    expect(await world.listSlugs(id)).toHaveLength(21)
    expect(await world.find(name)).toBeUndefined()
    expect(await world.find(`${name}-v1`)).toBe(id)
    expect(await world.create(name)).toMatchObject({ slug: name })
  })

  test('the slugs stay taken in the trash, and are free after the purge', async () => {
    const [one, two] = [word(), word()]
    const { id } = await world.create(one)
    await publish(id)
    await world.run('update', id, { slug: two })
    await world.run('delete', id)
    expect([await world.find(one), await world.find(two)]).toEqual([undefined, undefined])
    for (const slug of [one, two])
      expect((await world.refusal(() => world.create('x', { slug })))[0]).toBe('CONFLICT')
    const due = { deletedBefore: new Date('2031-01-01T00:00:00Z'), atMost: 100, after: null }
    await world.stores.records<RecordType>(type).purgeTrash(due)
    expect(await world.listSlugs(id)).toEqual([])
    expect(await world.create('x', { slug: one })).toMatchObject({ slug: one })
  })

  test('a restored revision leaves the slug as it is', async () => {
    const [one, two] = [word(), word()]
    const { id } = await world.create(one)
    await rename(id, two)
    await world.restore(id)
    expect(await world.read(id)).toMatchObject({ title: one, slug: two })
  })

  test('records without a slug get one, and no new version', async () => {
    const name = word()
    const records = world.stores.records<RecordType>(type)
    const template = await world.create(word())
    const add = async () => {
      const record = { ...template, id: records.nextId(), title: name, slug: null }
      return (await records.add(record as never)).id
    }
    const ids = [await add(), await add(), await add()]
    const before = await world.read(ids[0])
    expect(before).toMatchObject({ slug: null })
    expect(await records.fillSlugs(2)).toBe(2)
    while ((await records.fillSlugs(2)) > 0);
    const filled = await Promise.all(ids.map(world.read))
    expect(filled.map(({ slug }) => slug).toSorted()).toEqual([name, `${name}-2`, `${name}-3`])
    expect({ ...filled[0], slug: null }).toEqual(before)
  })
}
