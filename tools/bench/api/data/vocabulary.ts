import { Draw } from './draw.ts'

const CONSONANTS = [...'bcdfghjklmnprstvwz']
const VOWELS = [...'aeiou']
const [COMMON, MEDIUM, RARE] = [300, 4_000, 1_000]
const [COMMON_SHARE, RARE_SHARE] = [0.7, 0.015]

/** Two to four syllables. The seed of the benchmark does not change the words. */
const inventWord = (draw: Draw, syllables: number): string =>
  `${Array.from({ length: syllables }, () => draw.pick(CONSONANTS) + draw.pick(VOWELS)).join('')}${draw.pick(CONSONANTS)}`

const inventWords = (): readonly string[] => {
  const words = new Set<string>()
  const draw = new Draw(1, 'vocabulary', 0)
  while (words.size < COMMON) words.add(inventWord(draw, 1 + draw.below(3)))
  while (words.size < COMMON + MEDIUM + RARE) words.add(inventWord(draw, 2 + draw.below(3)))
  return [...words]
}

export const WORDS = inventWords()
const common = WORDS.slice(0, COMMON)
const medium = WORDS.slice(COMMON, COMMON + MEDIUM)
/** Each of these words is in about half of the articles. */
export const COMMON_WORDS: readonly string[] = common
/** Each of these words is in one article of two hundred: a search for one of them finds 500 of 100,000 articles. */
export const RARE_WORDS = WORDS.slice(COMMON + MEDIUM)

const drawWord = (draw: Draw): string => {
  const share = draw.fraction()
  if (share < COMMON_SHARE) return draw.pick(common)
  return draw.pick(share < 1 - RARE_SHARE ? medium : RARE_WORDS)
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const writeWords = (draw: Draw, count: number): string =>
  capitalize(Array.from({ length: count }, () => drawWord(draw)).join(' '))

const [SENTENCE_WORDS, PARAGRAPH_SENTENCES] = [14, 6]

/** Sentences in paragraphs. */
export const writeText = (draw: Draw, words: number): string => {
  const sentences: string[] = []
  for (let left = words; left > 0; left -= SENTENCE_WORDS)
    sentences.push(`${writeWords(draw, Math.min(left, SENTENCE_WORDS))}.`)
  const paragraphs: string[] = []
  for (let at = 0; at < sentences.length; at += PARAGRAPH_SENTENCES)
    paragraphs.push(sentences.slice(at, at + PARAGRAPH_SENTENCES).join(' '))
  return paragraphs.join('\n\n')
}

export const TAGS = medium.slice(0, 200)
