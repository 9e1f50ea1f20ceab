import { sendRequest } from './writer-requests.ts'
import type { Writers } from './writers.ts'

interface Listed {
  readonly id: string
  readonly title: string
}

/** All articles, oldest first, so that concurrent writes do not move articles to a page that was already read. */
export const allArticles = async (url: string): Promise<readonly Listed[]> => {
  const all: Listed[] = []
  for (let page = 1; ; page += 1) {
    const query = `{ articles(pagination: { limit: 100, page: ${page}, direction: ASC }) { id title } }`
    const response = await sendRequest(url, { method: 'POST', path: '/graphql', body: { query } })
    const { data } = (await response.json()) as { readonly data: { readonly articles: readonly Listed[] } }
    all.push(...data.articles)
    if (data.articles.length < 100) return all
  }
}

/** Acknowledged articles that are missing or have an earlier title; empty if the service has lost nothing. */
export const lost = async (
  url: string,
  acknowledged: Writers['acknowledged'],
): Promise<readonly string[]> => {
  const before = new Map(acknowledged)
  const kept = new Map((await allArticles(url)).map(({ id, title }) => [id, title]))
  const readEdition = (id: string): number => Number(kept.get(id)?.split(' ').at(-1) ?? -1)
  return [...before].filter(([, { id, edition }]) => readEdition(id) < edition).map(([name]) => name)
}

/** Names that several articles have, because a request ran more than once. */
export const findDoubled = async (url: string): Promise<readonly string[]> => {
  const names = (await allArticles(url)).map(({ title }) => title.split(' edition ')[0] ?? '')
  return names.filter((name, index) => names.indexOf(name) !== index)
}
