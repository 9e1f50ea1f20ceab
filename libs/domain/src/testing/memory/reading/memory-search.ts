import type { Row } from '../../../reading/reading.ts'
import type { UserId } from '../../../rules/ids.ts'
import { createReadableScope } from '../../../search/readable-words.ts'
import { isMisspelling } from '../../../rules/misspelling.ts'
import type {
  SearchExtent,
  SearchHit,
  SearchScope,
  SearchStore,
  UserSearch,
} from '../../../search/search-store.ts'
import { listTitleAttributes, type SearchedType } from '../../../model/searched-types.ts'
import type { ContentModel } from '../../../model/content-model.ts'
import type { MemoryData } from '../memory-session.ts'
import type { MemoryTables } from '../memory-tables.ts'
import type { MemoryReader } from './memory-reader.ts'

const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The words of texts, because each search reads all texts; it forgets them when they have this many characters. */
const MOST_CHARACTERS = 10_000_000
const wordsByText = new Map<string, readonly string[]>()
let characters = 0

const listWords = (text: string): readonly string[] => {
  const known = wordsByText.get(text)
  if (known !== undefined) return known
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
  characters += text.length
  if (characters > MOST_CHARACTERS) {
    wordsByText.clear()
    characters = text.length
  }
  wordsByText.set(text, words)
  return words
}

interface SearchedRow {
  readonly searched: SearchedType
  readonly row: Row
}

/** Finds words, accents and misspellings as the port describes, without stems and without syntax. */
export class MemorySearchStore implements SearchStore {
  readonly #tables: MemoryTables
  readonly #model: ContentModel
  readonly #reader: MemoryReader
  #readable: SearchScope

  constructor({ tables, model, reader }: MemoryData) {
    this.#tables = tables
    this.#model = model
    this.#reader = reader
    this.#readable = createReadableScope({ policy: model.policy, model })
  }

  async search(text: string, scope: SearchScope, extent: SearchExtent): Promise<readonly SearchHit[]> {
    const { limit, offset, after } = extent
    const all = this.#best(text, scope)
    const start = after ? all.findIndex(({ id }) => id === after.id) + 1 : offset
    return all.slice(start, start + limit)
  }

  async count(text: string, scope: SearchScope, atMost: number): Promise<number> {
    return Math.min(this.#best(text, scope).length, atMost)
  }

  async countByType(
    text: string,
    scope: SearchScope,
    atMost: number,
  ): Promise<Readonly<Record<string, number>>> {
    const hits = Map.groupBy(this.#best(text, scope), ({ type }) => type)
    return Object.fromEntries([...hits].map(([type, found]) => [type, Math.min(found.length, atMost)]))
  }

  /** The tables in memory have no index. */
  async index(): Promise<'done'> {
    return 'done'
  }

  async setReadable(readable: SearchScope): Promise<void> {
    this.#readable = readable
  }

  #best(text: string, scope: SearchScope): readonly SearchHit[] {
    const exact = this.#hits(text, scope, (a, b) => a === b)
    const hits = exact.length > 0 ? exact : this.#corrected(text, scope)
    return hits.toSorted((a, b) => b.score - a.score)
  }

  /** C5.3, C15.13: corrects the words of the text by the words of records that a guest may read. */
  #corrected(text: string, scope: SearchScope): readonly SearchHit[] {
    const known = new Set(
      this.#rows(this.#readable).flatMap(({ row, searched: { texts } }) =>
        listWords(joinText(row, nameAttributes(texts))),
      ),
    )
    return this.#hits(
      text,
      scope,
      (word, typed) => word === typed || (known.has(word) && isMisspelling(typed, word)),
    )
  }

  #rows(scope: SearchScope): readonly SearchedRow[] {
    return this.#model.searches.flatMap((searched) =>
      this.#reader
        .matching(searched.from, scope[searched.type] ?? { op: 'or', conditions: [] })
        .map((row) => ({ searched, row })),
    )
  }

  async users({ keyword, byEmail, where, atMost }: UserSearch): Promise<readonly UserId[]> {
    const wanted = foldText(keyword)
    const found = new Set(this.#reader.matching('users', where).map((row) => row['id']))
    const users = this.#tables.users.where((user) => {
      const texts = [user.username, user.name, ...(byEmail ? [user.email] : [])]
      return texts.some((text) => foldText(text).includes(wanted)) && found.has(user.id)
    })
    return users
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
      .slice(0, atMost)
      .map(({ id }) => id)
  }

  #hits(text: string, scope: SearchScope, matches: (a: string, b: string) => boolean): readonly SearchHit[] {
    const words = listWords(text)
    return this.#rows(scope).flatMap(({ searched, row }) => {
      const title = listTitleAttributes(searched)
      const body = nameAttributes(searched.texts).filter((name) => !title.includes(name))
      const score = computeScore(row, words, { title, body }, matches)
      const snippet = joinText(row, [...title, ...body])
      return score > 0 ? [{ type: searched.type, id: String(row['id']), score, snippet }] : []
    })
  }
}

const nameAttributes = (texts: SearchedType['texts']): readonly string[] =>
  texts.map(({ attribute }) => attribute)

const joinText = (row: Row, fields: readonly string[]): string =>
  fields.map((field) => [row[field] ?? ''].flat().join(' ')).join(' ')

/** Zero unless the text contains every word. A word in a title weighs more than any number of words in a text. */
const computeScore = (
  row: Row,
  words: readonly string[],
  { title, body }: { readonly title: readonly string[]; readonly body: readonly string[] },
  matches: (a: string, b: string) => boolean,
): number => {
  const [titleWords, bodyWords] = [title, body].map((fields) => listWords(joinText(row, fields)))
  const scores = words.map((word) => {
    const count = (all: readonly string[] = []) => all.filter((other) => matches(other, word)).length
    const [inTitle, inBody] = [count(titleWords), count(bodyWords)]
    return Math.min(inTitle, 1) + inBody / (10 + inBody)
  })
  return scores.length === 0 || scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score)
}
