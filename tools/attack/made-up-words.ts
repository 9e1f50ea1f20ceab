import { setTimeout as sleep } from 'node:timers/promises'
import type { Account, AttackedService } from './attacked-service.ts'
import { defineAttack } from './attack.ts'
import { createArticle } from './create-article.ts'
import { watchStranger } from './stranger.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const POLL_MS = 50
const FORGOTTEN_TIMEOUT_MS = 600_000

const makeWord = (letters: number): string =>
  Array.from({ length: letters }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('')

/** One request with several comments. */
const writeRequest = (comments: number, characters: number, letters: number) => {
  const names = Array.from({ length: comments }, (_, place) => `c${place}`)
  const count = Math.floor(characters / (letters + 1))
  const content = () => Array.from({ length: count }, () => makeWord(letters)).join(' ')
  return {
    query: `mutation ($id: ID!, ${names.map((name) => `$${name}: String!`).join(', ')}) {
      ${names.map((name) => `${name}: createComment(articleId: $id, content: $${name}) { id }`).join(' ')} }`,
    contents: Object.fromEntries(names.map((name) => [name, content()])),
  }
}

const countRows = async ({ database }: AttackedService, table: string): Promise<number> =>
  Number((await database.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count)

/** The records and words that wait for the search index. */
const countUnsettled = async (service: AttackedService): Promise<number> => {
  let count = 0
  for (const table of ['search_waiting', 'search_waiting_words', 'search_lost_words'])
    count += await countRows(service, table)
  return count
}

const search = (service: AttackedService, account: Account | null, text: string): Promise<Response> =>
  service.query(account, 'query ($text: String!) { searchAll(query: $text) { edges { score } } }', { text })

/** The milliseconds until a search of a guest finds a new article of an editor. */
const timeNewArticle = async (service: AttackedService): Promise<number> => {
  const word = makeWord(12)
  await createArticle(service, { title: `About ${word}`, content: 'Some words. '.repeat(500) })
  const started = performance.now()
  for (;;) {
    const found = (await (await search(service, null, word)).json()) as {
      data?: { searchAll: { edges: unknown[] } }
    }
    if ((found.data?.searchAll.edges.length ?? 0) > 0) return performance.now() - started
    await sleep(POLL_MS)
  }
}

export const madeUpWords = defineAttack({
  about: 'A reader comments with words that nobody has used before, as fast as the quota allows.',
  options: {
    accounts: { about: 'accounts of readers', default: 1 },
    seconds: { about: 'the time', default: 60 },
    comments: { about: 'comments in each request', default: 10 },
    characters: { about: 'characters of each comment', default: 10_000 },
    letters: { about: 'letters of each word', default: 7 },
    searches: { about: 'the text that others search for', default: 'granite harbour' },
  },
  run: async (service, { accounts, seconds, comments, characters, letters, searches }) => {
    const id = await createArticle(service, { title: 'Granite', content: 'The harbour is of granite.' })
    const readers = await Promise.all(Array.from({ length: accounts }, () => service.addAccount('READER')))
    const others = await service.addAccount('READER')
    await sleep(2_000)
    const before = await countRows(service, 'search_words')
    const deadline = Date.now() + seconds * 1_000
    let [sent, refused] = [0, 0]
    const attack = async (reader: Account): Promise<void> => {
      while (Date.now() < deadline) {
        const { query, contents } = writeRequest(comments, characters, letters)
        const response = await service.query(reader, query, { id, ...contents })
        const text = await response.text()
        if (response.status === 200 && text.startsWith('{"errors"')) throw new Error(text)
        if (response.status === 200) sent += 1
        else if (response.status === 429) refused += 1
        else throw new Error(text)
        const waitMs = Number(response.headers.get('retry-after') ?? 1) * 1_000
        if (response.status === 429) await sleep(Math.max(0, Math.min(deadline - Date.now(), waitMs)))
      }
    }
    const attacking = Promise.all(readers.map(attack))
    const found: number[] = []
    const finding = (async () => {
      while (Date.now() < deadline - 5_000) {
        await sleep(3_000)
        found.push(await timeNewArticle(service))
      }
    })()
    const times = await watchStranger(() => search(service, others, searches), attacking, 250)
    await finding
    const learned = (await countRows(service, 'search_words')) - before
    process.stdout.write(
      `${sent} requests, ${refused} refused, ${learned} new words, ${times.requests} searches\n`,
    )
    await service.database.query('delete from comments')
    const started = performance.now()
    while (performance.now() - started < FORGOTTEN_TIMEOUT_MS) {
      if ((await countUnsettled(service)) === 0) break
      await sleep(1_000)
    }
    const left = (await countRows(service, 'search_words')) - before
    process.stdout.write(
      `${Math.round((performance.now() - started) / 1_000)} s until the words were forgotten\n`,
    )
    return [
      { name: 'median of the searches of others', value: times.medianMs, unit: 'ms', limit: 50 },
      { name: 'slowest search of others', value: times.slowestMs, unit: 'ms', limit: 500 },
      { name: 'failed searches of others', value: times.failures, unit: '', limit: 0 },
      { name: 'until a new article is found', value: Math.max(...found), unit: 'ms', limit: 1_000 },
      { name: 'made-up words that stay after the deletion', value: left, unit: '', limit: 100 },
    ]
  },
})
