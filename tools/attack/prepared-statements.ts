import { defineAttack } from './attack.ts'
import { createArticle } from './create-article.ts'
import { fillStatements } from './fill-statements.ts'

/** A read is prepared when it comes for the second time, and each connection prepares it for itself. */
const REPETITIONS = 3
const AUTHOR_FIELDS = ['username', 'name', 'role', 'createdAt', 'email', 'bio', 'version', 'roles']
const ARTICLE_FIELDS = ['title', 'status', 'excerpt', 'createdAt', 'updatedAt', 'views', 'likes', 'tags']

/** The fields at the places of the bits of the number. */
const pick = (fields: readonly string[], bits: number): string =>
  fields.filter((_, place) => (bits >> place) & 1).join(' ')

/** Documents of different numbers select different fields, so that each has a statement of its own. */
const writeDocument = (id: string, aliases: number, number: number): string => {
  const lists = Array.from({ length: aliases }, (_, place) => {
    const bits = (number * 31 + place * 7) % 256
    const article = `article { id ${pick(ARTICLE_FIELDS, (bits + number) % 256)} }`
    return `c${place}: comments(limit: 1) { id author { id ${pick(AUTHOR_FIELDS, bits)} } ${article} }`
  })
  return `{ article(id: "${id}") { n${number}: id ${lists.join(' ')} } }`
}

export const preparedStatements = defineAttack({
  about:
    'Readers send documents with many nested lists, each with other fields, until PostgreSQL has no memory left.',
  options: {
    accounts: { about: 'accounts of readers', default: 4 },
    requests: { about: 'requests in all', default: 2_260 },
    aliases: { about: 'nested lists in each document', default: 25 },
    seconds: { about: 'the longest time', default: 120 },
  },
  run: async (service, { accounts, requests, aliases, seconds }) => {
    const id = await createArticle(service, { title: 'An article', content: 'Some words.' })
    const create = (number: number) => ({
      query: writeDocument(id, aliases, Math.floor(number / REPETITIONS / accounts)),
    })
    return [await fillStatements(service, { accounts, streams: 3, requests, seconds, create }, 200)]
  },
})
