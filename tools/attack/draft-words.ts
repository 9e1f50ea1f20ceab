import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../bench/api/report/statistics.ts'
import { defineAttack } from './attack.ts'
import { createArticle } from './create-article.ts'

const SETTLE_MS = 3_000

/** The word with two of its letters swapped. */
const misspell = (word: string): string => {
  const middle = Math.floor(word.length / 2)
  return `${word.slice(0, middle - 1)}${word[middle]}${word[middle - 1]}${word.slice(middle + 1)}`
}

/** Words that differ from each other by more than two mistakes. */
const vary = (word: string, number: number): string =>
  `${word.slice(0, 3)}${(number * 7_919 + 50_000).toString(36)}${word.slice(3)}`

export const draftWords = defineAttack({
  about: 'Readers measure how long searches for misspelt words take, to learn the words of a draft.',
  options: {
    accounts: { about: 'accounts of readers', default: 4 },
    word: { about: 'the word of the draft', default: 'merger' },
    others: { about: 'words that no text has', default: 20 },
    rounds: { about: 'searches for each word', default: 20 },
    articles: { about: 'published articles', default: 300 },
  },
  run: async (service, { accounts, word, others, rounds, articles }) => {
    const secret = vary(word, others + 1)
    for (let number = 0; number < articles; number += 1)
      await createArticle(service, {
        title: `Number ${number}`,
        content: `Published ${number} words of ${vary('text', -number)}`,
      })
    await createArticle(service, { title: 'A secret', content: secret, status: 'DRAFT' })
    await sleep(SETTLE_MS)
    const readers = await Promise.all(Array.from({ length: accounts }, () => service.addAccount('READER')))
    let sent = 0
    const times = new Map<string, number[]>()
    const time = async (text: string): Promise<void> => {
      const started = performance.now()
      const query = 'query ($text: String!) { searchAll(query: $text) { edges { score } } }'
      const reader = readers[sent % accounts] ?? null
      sent += 1
      const response = await service.query(reader, query, { text })
      const body = await response.text()
      if (response.status === 429) {
        await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
        return time(text)
      }
      if (!body.includes('"edges":[]')) throw new Error(`A search for ${text} found something: ${body}`)
      times.set(text, [...(times.get(text) ?? []), performance.now() - started])
    }
    const guesses = [secret, ...Array.from({ length: others }, (_, number) => vary(word, number))].map(
      misspell,
    )
    for (let round = 0; round < rounds; round += 1) for (const guess of guesses) await time(guess)
    const [own = 0, ...rest] = guesses.map((guess) => median(times.get(guess) ?? []))
    process.stdout.write(
      `the word of the draft: ${own.toFixed(1)} ms; others: ${Math.min(...rest).toFixed(1)} to ${Math.max(...rest).toFixed(1)} ms\n`,
    )
    return [
      {
        name: 'the word of the draft beside the slowest other word',
        value: own / Math.max(...rest),
        unit: 'times',
        limit: 1.3,
      },
    ]
  },
})
