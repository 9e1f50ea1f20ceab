import { isMisspelling } from '../../../rules/misspelling.ts'
import { createReadableScope } from '../../../search/readable-words.ts'
import type { SearchHit, SearchScope, SearchStore } from '../../../search/search-store.ts'
import type { MemoryData } from '../memory-session.ts'
import { foldText, joinTexts, listWords } from './memory-words.ts'

/** A record with its words. */
interface Searched extends Omit<SearchHit, 'score'> {
  readonly title: readonly string[]
  readonly body: readonly string[]
}

const listSearched = ({ model, reader }: MemoryData, scope: SearchScope): readonly Searched[] =>
  model.searches.flatMap(({ type, from, texts }) => {
    const title = texts.filter(({ weight }) => weight === 'A')
    const body = texts.filter(({ weight }) => weight !== 'A')
    return reader.matching(from, scope[type] ?? { op: 'or', conditions: [] }).map((row) => ({
      type,
      id: String(row['id']),
      snippet: joinTexts(row, [...title, ...body]),
      title: listWords(joinTexts(row, title)),
      body: listWords(joinTexts(row, body)),
    }))
  })

/** Zero unless the text contains every word. A word in a title weighs more than any number of words in a text. */
const computeScore = (
  { title, body }: Searched,
  words: readonly string[],
  matches: (word: string, typed: string) => boolean,
): number => {
  const scores = words.map((typed) => {
    const count = (all: readonly string[]) => all.filter((word) => matches(word, typed)).length
    const inBody = count(body)
    return Math.min(count(title), 1) + inBody / (10 + inBody)
  })
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** Finds words, accents and misspellings as the port describes, without stems and without syntax. */
export const memorySearch = (data: MemoryData): SearchStore => {
  const { model, reader, tables } = data
  let readable = createReadableScope({ policy: model.policy, model })
  const findBest = (text: string, scope: SearchScope): readonly SearchHit[] => {
    const words = listWords(text)
    const searched = listSearched(data, scope)
    const find = (matches: (word: string, typed: string) => boolean): readonly SearchHit[] =>
      searched
        .map((each) => {
          const { type, id, snippet } = each
          return { type, id, snippet, score: computeScore(each, words, matches) }
        })
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
    const exact = find((word, typed) => word === typed)
    if (exact.length > 0) return exact
    // C5.3, C15.13: corrects the words of the text by the words of records that a guest may read.
    const known = new Set(listSearched(data, readable).flatMap(({ title, body }) => [...title, ...body]))
    return find((word, typed) => word === typed || (known.has(word) && isMisspelling(typed, word)))
  }
  return {
    search: async (text, scope, { limit, offset, after }) => {
      const all = findBest(text, scope)
      const start = after ? all.findIndex(({ id }) => id === after.id) + 1 : offset
      return all.slice(start, start + limit)
    },
    count: async (text, scope, atMost) => Math.min(findBest(text, scope).length, atMost),
    countByType: async (text, scope, atMost) => {
      const hits = Map.groupBy(findBest(text, scope), ({ type }) => type)
      return Object.fromEntries([...hits].map(([type, found]) => [type, Math.min(found.length, atMost)]))
    },
    // The tables in memory have no index.
    index: async () => 'done',
    setReadable: async (scope) => void (readable = scope),
    users: async ({ keyword, byEmail, where, atMost }) => {
      const wanted = foldText(keyword)
      const found = new Set(reader.matching('users', where).map((row) => row['id']))
      return tables.users
        .where(({ id, username, name, email }) => {
          const texts = [username, name, ...(byEmail ? [email] : [])]
          return texts.some((text) => foldText(text).includes(wanted)) && found.has(id)
        })
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
        .slice(0, atMost)
        .map(({ id }) => id)
    },
  }
}
