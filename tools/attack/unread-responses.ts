import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './attacked-service.ts'
import { defineAttack } from './attack.ts'
import { createArticle } from './create-article.ts'
import { watchGrowth } from './service-memory.ts'
import { watchStranger } from './stranger.ts'

/** RESPONSE_BUDGET. */
const BUDGET_MIB = 256
/** A response takes several times its size while it is built, and V8 returns memory late. */
const OVERHEAD_MIB = 384

/** Sends a request, and never reads its response. Resolves to the status. */
const leaveUnread = (
  url: string,
  account: Account,
  { document, localAddress }: { readonly document: string; readonly localAddress: string },
): Promise<number> =>
  new Promise((resolve) => {
    const body = JSON.stringify({ query: document })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(`${url}/graphql`, {
      method: 'POST',
      agent: false,
      localAddress,
      headers: { ...headers, ...account.headers },
    })
    sent.on('error', () => resolve(0))
    sent.once('response', (response) => {
      response.on('error', () => undefined)
      resolve(response.statusCode ?? 0)
    })
    sent.end(body)
  })

export const unreadResponses = defineAttack({
  about:
    'Clients request long responses and read nothing, so that the responses fill the memory of the service.',
  options: {
    clients: { about: 'clients at a time', default: 120 },
    rounds: { about: 'how often each client sends its request', default: 2 },
    accounts: { about: 'accounts of the clients, each with an address of its own', default: 12 },
    articles: { about: 'articles in a response', default: 50 },
    characters: { about: 'characters of each article', default: 290_000 },
    // One long word: the words of a new text are priced (C15.12), and would use up the quota of the administrator.
    text: { about: 'the text that the articles repeat, as few words', default: 'allworkandnoplay' },
  },
  run: async (service, { clients, rounds, accounts, articles, characters, text }) => {
    const content = text.repeat(Math.ceil(characters / text.length)).slice(0, characters)
    for (let number = 0; number < articles; number += 1)
      await createArticle(service, { title: `Long ${number}`, content })
    const readers = await Promise.all(Array.from({ length: accounts }, () => service.addAccount('READER')))
    const document = `{ articles(pagination: { limit: ${articles} }) { content } }`
    const attack = async (): Promise<readonly number[]> => {
      const statuses: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const sent = Array.from({ length: clients }, (_, number) => {
          const localAddress = `127.0.0.${2 + (number % accounts)}`
          return leaveUnread(service.url, readers[number % accounts] as Account, { document, localAddress })
        })
        statuses.push(...(await Promise.all(sent)))
        await sleep(2_000)
      }
      return statuses
    }
    const end = watchGrowth(service.pid)
    const attacked = attack()
    const stranger = await watchStranger(() => fetch(`${service.url}/api/articles?limit=1`), attacked)
    const statuses = Map.groupBy(await attacked, (status) => status)
    for (const [status, all] of statuses) process.stdout.write(`status ${status}: ${all.length} responses\n`)
    process.stdout.write(`${JSON.stringify(stranger)}\n`)
    return [
      { name: 'growth of the memory', value: end(), unit: 'MiB', limit: BUDGET_MIB + OVERHEAD_MIB },
      { name: 'failures of others', value: stranger.failures, unit: 'requests', limit: 0 },
    ]
  },
})
