/** The workloads, in the order in which they run: the one that writes is the last. */
export const WORKLOADS = {
  W1: { title: 'one article with its owner', caller: 'nobody' },
  W2: {
    title: '20 newest articles, each with its owner and 20 comments with their authors',
    caller: 'nobody',
  },
  W2p: { title: 'the pages of W2', caller: 'nobody' },
  W3a: { title: 'one user', caller: 'administrator' },
  W3b: { title: 'pages of 20 users', caller: 'administrator' },
  W4: { title: 'a ranked search, the 20 best articles', caller: 'nobody' },
  W6: { title: 'pages of 100 articles with 8 fields', caller: 'nobody' },
  W5: { title: 'create a comment, signed in', caller: 'reader' },
} as const satisfies Readonly<Record<string, WorkloadDescription>>

interface WorkloadDescription {
  readonly title: string
  readonly caller: Caller
}

export type WorkloadName = keyof typeof WORKLOADS
// Object.keys gives the keys of the object above.
export const WORKLOAD_NAMES = Object.keys(WORKLOADS) as readonly WorkloadName[]

export const CALLERS = ['nobody', 'reader', 'author', 'administrator', 'key'] as const
export type Caller = (typeof CALLERS)[number]

/** The ids and words that requests ask for. */
export interface Targets {
  readonly articles: readonly string[]
  readonly users: readonly string[]
  readonly words: readonly string[]
  /** The number of pages that all lists have. */
  readonly pages: number
  /** The user who writes comments. */
  readonly writer: string
}

/** What one request asks for; each workload uses the parts that it needs. */
export interface Question {
  readonly article: string
  readonly user: string
  readonly word: string
  /** The place of the page in its list, from 0. */
  readonly page: number
  readonly writer: string
  readonly comment: string
}

export const makeQuestion = (
  { articles, users, words, pages, writer }: Targets,
  place: number,
): Question => ({
  article: articles[place % articles.length] ?? '',
  user: users[place % users.length] ?? '',
  word: words[place % words.length] ?? '',
  page: place % pages,
  writer,
  comment: `This is comment ${place} of the benchmark, and it has a few more words.`,
})

export const QUESTIONS = 256
export const MOST_PAGES = 50

/** How the requests of a turn differ. */
export type Variety = 'different questions' | 'one question' | 'different documents'

/** Equal reads at the same time share a statement. Comments always go to different articles. */
export const countQuestions = (workload: WorkloadName, variety: Variety): number =>
  variety === 'one question' && workload !== 'W5' ? 1 : QUESTIONS
