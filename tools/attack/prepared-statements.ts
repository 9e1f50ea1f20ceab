import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './attacked-service.ts'
import { defineAttack } from './attack.ts'
import { readBackendBytes } from './backend-memory.ts'
import { createArticle } from './create-article.ts'

const MIB = 1_048_576
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
    const readers = await Promise.all(Array.from({ length: accounts }, () => service.addAccount('READER')))
    const before = readBackendBytes(service.postgresPid)
    let largest = before
    const statuses = new Map<number, number>()
    let sent = 0
    const deadline = Date.now() + seconds * 1_000
    const send = async (reader: Account): Promise<void> => {
      while (sent < requests && Date.now() < deadline) {
        const number = Math.floor(sent / REPETITIONS / accounts)
        sent += 1
        const response = await service.query(reader, writeDocument(id, aliases, number))
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        const text = await response.text()
        if (response.status === 200 && text.startsWith('{"errors"')) throw new Error(text)
        if (response.status === 429) await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
      }
    }
    const watch = setInterval(() => (largest = Math.max(largest, readBackendBytes(service.postgresPid))), 500)
    await Promise.all(readers.flatMap((reader) => [send(reader), send(reader), send(reader)]))
    clearInterval(watch)
    process.stdout.write(`${sent} requests, by status: ${JSON.stringify(Object.fromEntries(statuses))}\n`)
    largest = Math.max(largest, readBackendBytes(service.postgresPid))
    return [
      {
        name: 'growth of the private memory of PostgreSQL',
        value: (largest - before) / MIB,
        unit: 'MiB',
        limit: 200,
      },
    ]
  },
})
