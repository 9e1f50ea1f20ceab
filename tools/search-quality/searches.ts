import { misspell, MISTAKE_KINDS, type MistakeKind } from './mistakes.ts'

/** Words from this length on are misspelt. */
const SHORTEST_WORD = 6

/** The forms of a search for an article: its whole title, two words of it, or one word. */
export const FORMS = ['title', 'two words', 'word'] as const
export type Form = (typeof FORMS)[number]

/** One search with one misspelt word, and the same search without the mistake. */
export interface MisspeltSearch {
  readonly articleId: string
  readonly kind: MistakeKind
  readonly form: Form
  readonly length: number
  readonly misspelt: string
  readonly correct: string
}

export interface Titled {
  readonly id: string
  readonly title: string
}

const isVaried = (word: string): boolean => new Set(word.toLowerCase()).size > 1

const longWords = (title: string): readonly RegExpExecArray[] =>
  [...title.matchAll(/\p{L}+/gu)].filter(([word]) => word.length >= SHORTEST_WORD && isVaried(word))

/** The word before the word at this place, or the word after it at the beginning of a title. */
const neighbour = (title: string, word: RegExpExecArray): string => {
  const before = title.slice(0, word.index).match(/(?<!\p{L})\p{L}+(?=\P{L}*$)/u)
  const behind = title.slice(word.index + word[0].length).match(/\p{L}+/u)
  return (before ?? behind)?.[0] ?? ''
}

/** One mistake of each kind in a random long word of the title, each searched for in all forms. */
export const misspeltSearches = ({ id, title }: Titled, random: () => number): readonly MisspeltSearch[] => {
  const words = longWords(title)
  return MISTAKE_KINDS.flatMap((kind) => {
    const word = words[Math.floor(random() * words.length)]
    if (word === undefined) return []
    const beside = neighbour(title, word)
    const wrong = misspell(word[0], kind, random)
    const typed: Readonly<Record<Form, (typed: string) => string>> = {
      title: (text) => title.slice(0, word.index) + text + title.slice(word.index + word[0].length),
      'two words': (text) => `${beside} ${text}`.trim(),
      word: (text) => text,
    }
    return FORMS.map((form) => ({
      articleId: id,
      kind,
      form,
      length: word[0].length,
      misspelt: typed[form](wrong),
      correct: typed[form](word[0]),
    }))
  })
}
