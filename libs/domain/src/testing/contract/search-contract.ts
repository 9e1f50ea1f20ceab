import { and, where } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import type { Stores } from '../../context/context.ts'
import type { ArticleRow } from '../../articles/article.ts'
import { aComment, aUser } from '../builders.ts'
import { indexAll, indexWithWords } from '../search-index.ts'
import type { ContractWorld } from './contract-world.ts'
import { Article } from '../../articles/article.ts'

/** The contract of every store of search. */
export const searchContract = (world: ContractWorld): void => {
  describe('search (C5.3)', () => {
    const all = and()
    const find = async (text: string, scope: Parameters<Stores['search']['search']>[1] = { ARTICLE: all }) =>
      (await world.stores.search.search(text, scope, { limit: 10, offset: 0 })).map(({ id }) => id)
    const findCorrected = async (text: string) => {
      await indexWithWords(world.stores)
      return find(text)
    }

    it('finds words of titles before words of texts', async () => {
      const inText = await world.add('Something else', { content: 'All about the ornithopter.' })
      const inTitle = await world.add('The ornithopter', { content: 'A machine.' })
      expect(await find('ornithopter')).toEqual([inTitle.id, inText.id])
    })

    it('finds a title before texts that repeat its word', async () => {
      for (const times of [5, 50, 500])
        await world.add('Other things', { content: 'theodolite '.repeat(times) })
      const title = await world.add('A theodolite among many words of a long title', {
        content: 'Seen once. '.repeat(500),
      })
      expect((await find('theodolite'))[0]).toBe(title.id)
    })

    it('finds a title by its complete text, even if the title contains a dash between blanks', async () => {
      const title = await world.add('Weekly gyroscopes - Dec 4th')
      expect(await find('Weekly gyroscopes - Dec 4th')).toEqual([title.id])
      expect(await find('- gyroscopes -- weekly -')).toEqual([title.id])
      expect(await find(' - ')).toEqual([])
    })

    it('treats letters with and without accents as equal', async () => {
      const cafe = await world.add('Visiting the Café Müller')
      expect(await find('cafe muller')).toEqual([cafe.id])
      expect(await find('Müller')).toEqual([cafe.id])
    })

    it.each([
      ['the who', 'The Who', 'Who Put the Cat Out of There'],
      ['AT&T', 'AT&T', 'At the T of a Crossing'],
      ['to be or not to be', 'To Be or Not to Be', 'Not To Be Missed, or To Be Seen'],
      ['"it"', 'It', 'Is It Over?'],
    ])('finds %j by a title of common words, the shortest title first', async (text, title, longer) => {
      const [first, second] = [await world.add(title), await world.add(longer)]
      const ids = async () => (await find(text)).filter((id) => [first.id, second.id].includes(id as never))
      expect(await ids()).toEqual([first.id, second.id])
      await indexAll(world.stores)
      expect(await ids()).toEqual([first.id, second.id])
    })

    it.each([
      ['replaced', 'kaleidosxope'],
      ['missing', 'kaleidscope'],
      ['doubled', 'kaleidoscoppe'],
      ['swapped', 'kaleidocsope'],
      ['replaced at its beginning', 'maleidoscope'],
      ['missing at its beginning', 'aleidoscope'],
      ['swapped at its beginning', 'akleidoscope'],
      ['swapped at its end', 'kaleidoscoep'],
    ])('finds a word with one letter %s', async (_, misspelt) => {
      const title = await world.add(`A kaleidoscope of ${misspelt.length}`)
      expect(await findCorrected(misspelt)).toContain(title.id)
    })

    it.each(['zirkn', 'irkon', 'zirkonn', 'zurkon', 'zrikon', 'zirkno', 'izrkon', 'ZIRKÖNN'])(
      'finds a word of six letters by %s',
      async (misspelt) => {
        const title = await world.add(`Zirkon, ${misspelt.length}`)
        expect(await findCorrected(misspelt)).toContain(title.id)
      },
    )

    it.each(['gnmes', 'gnommes', 'gnomrs'])('finds a word of five letters by %s', async (misspelt) => {
      const title = await world.add('Gnomes')
      expect(await findCorrected(misspelt)).toContain(title.id)
    })

    it.each([
      ['redesing', 'The Redesign'],
      ['safety-crtiical', 'Safety-critical matters'],
      ['caset.example', 'casket.example: an update'],
    ])('finds with %j the title %j', async (misspelt, name) => {
      const { id } = await world.add(name)
      expect(await findCorrected(misspelt)).toEqual([id])
    })

    it('puts a word as typed before similar words, and finds nothing for nonsense', async () => {
      const [gravel, travel] = [await world.add('Gravel'), await world.add('Travel')]
      expect(await find('gravel')).toEqual([gravel.id])
      expect(await find('travel')).toEqual([travel.id])
      expect(await find('qwxzvbkj')).toEqual([])
      expect(await find('gravel qwxzvbkj')).toEqual([])
    })

    it('finds only records of its scope', async () => {
      const draft = await world.add('An unpublished quasar', { status: 'DRAFT' })
      const published = where<ArticleRow>().status.eq('PUBLISHED')
      expect(await find('quasar', { ARTICLE: published })).toEqual([])
      expect(await find('quasar', { USER: all })).toEqual([])
      expect(await find('quasar')).toEqual([draft.id])
    })

    it('finds users, comments and products, page by page', async () => {
      const zaphod = await world.stores.users.add(aUser('zaphod'), null)
      const comment = await world.stores.comments.add(
        aComment(world.stores, await world.add('Elsewhere'), world.ada.id, { content: 'Where is zaphod?' }),
        () => undefined,
      )
      const hits = await world.stores.search.search(
        'zaphod',
        { USER: all, COMMENT: all, PRODUCT: all },
        { limit: 10, offset: 0 },
      )
      expect(hits.map(({ type, id }) => ({ type, id }))).toEqual([
        { type: 'USER', id: String(zaphod.id) },
        { type: 'COMMENT', id: comment?.id },
      ])
      expect(
        await world.stores.search.search('zaphod', { USER: all, COMMENT: all }, { limit: 1, offset: 1 }),
      ).toHaveLength(1)
    })

    it('stores texts full of angle brackets at once, and finds the words between them', async () => {
      const content = `<b>zirconium</b> ${'<!--'.repeat(100_000)}`
      const { id } = await world.add('Angles', { content })
      const [hit] = await world.stores.search.search('zirconium', { ARTICLE: and() }, { limit: 1, offset: 0 })
      expect(hit?.id).toBe(id)
    })

    it('finds the text after an edit', async () => {
      const article = await world.add('About xylophones')
      await world.stores.records(Article).change(article.id, (current) => ({
        ...current,
        title: 'About vibraphones',
      }))
      expect(await find('xylophones')).not.toContain(article.id)
      expect(await find('vibraphones')).toContain(article.id)
    })

    it('C5.4 continues after a hit, returns each hit once, and counts all hits', async () => {
      const titles = ['yttrium', 'yttrium yttrium', 'yttrium and more', 'yttrium once more']
      for (const title of titles) await world.add(title)
      const whole = await world.stores.search.search('yttrium', { ARTICLE: all }, { limit: 10, offset: 0 })
      const walked: string[] = []
      let page = await world.stores.search.search('yttrium', { ARTICLE: all }, { limit: 1, offset: 0 })
      for (
        ;
        page[0];
        page = await world.stores.search.search(
          'yttrium',
          { ARTICLE: all },
          { limit: 1, offset: 0, after: page[0] },
        )
      )
        walked.push(page[0].id)
      expect(walked).toEqual(whole.map(({ id }) => id))
      expect(await world.stores.search.count('yttrium', { ARTICLE: all }, 10)).toBe(4)
      expect(await world.stores.search.count('yttrium', { ARTICLE: all }, 2)).toBe(2)
      expect(await world.stores.search.count('nothing at all', { ARTICLE: all }, 2)).toBe(0)
    })

    it('quotes the matching part of a hit on request', async () => {
      await world.add('Rare earths', { content: 'Long before. Then <b>promethium</b> was made & seen.' })
      const [asked] = await world.stores.search.search(
        'promethium',
        { ARTICLE: all },
        { limit: 1, offset: 0, withSnippets: true },
      )
      expect(asked?.snippet).toContain('promethium')
    })
  })
}
