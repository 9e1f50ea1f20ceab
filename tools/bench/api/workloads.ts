/** The workloads, in the order in which they run: those that write are the last. */
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
  W4b: { title: 'a ranked search for a rare and a common word', caller: 'nobody' },
  W6: { title: 'pages of 100 articles with 8 fields', caller: 'nobody' },
  W8: {
    title:
      'pages of 100 articles, each with its owner and comments with their authors, without a limit for comments',
    caller: 'nobody',
  },
  W10: {
    title: 'pages of 20 meetups, a type of a team, each with its topic and organizer',
    caller: 'nobody',
  },
  W11: {
    title: 'the next 20 meetups of a topic from a time on: a filter and an order of a type of a team',
    caller: 'nobody',
  },
  W12a: {
    title: 'pages of 20 talks, whose right follows the link to a hall',
    caller: 'nobody',
  },
  W12b: { title: 'pages of 20 slots: the same type, which everybody may read', caller: 'nobody' },
  W14: { title: 'the articles of an author with a word in their titles', caller: 'nobody' },
  W14b: { title: 'the articles with a rare word in their titles', caller: 'nobody' },
  W15: { title: 'the 20 newest articles with a tag, and the number of all', caller: 'nobody' },
  W16: { title: 'the 20 newest articles on which a user has commented', caller: 'nobody' },
  W13a: { title: '20 talks from before a time', caller: 'nobody' },
  W13b: { title: '20 slots from before a time', caller: 'nobody' },
  W17: {
    title: 'pages of 20 tours with six blocks each, of which four link to a site or a show',
    caller: 'nobody',
  },
  W18a: { title: 'pages of 100 articles with 8 fields', caller: 'nobody' },
  W18b: { title: 'the same of reports: a type of a team with all that a type can do', caller: 'nobody' },
  W19a: { title: 'one article with its owner', caller: 'nobody' },
  W19b: { title: 'the same of a report', caller: 'nobody' },
  W5: { title: 'create a comment, signed in', caller: 'reader' },
  W7a: { title: 'change the title of an article, REST', caller: 'administrator' },
  W7b: { title: 'change the title of an article, GraphQL', caller: 'administrator' },
  W20a: { title: 'change the title of an article', caller: 'administrator' },
  W20b: { title: 'the same of a report', caller: 'administrator' },
  W9: { title: '200 documents of a site, and a new comment in each tenth request', caller: 'reader' },
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
  /** Words of which most articles have one. */
  readonly commonWords: readonly string[]
  readonly tags: readonly string[]
  /** Users who write articles. */
  readonly authors: readonly string[]
  /** The number of pages that all lists have. */
  readonly pages: number
  /** The user who writes comments. */
  readonly writer: string
}

/** What one request asks for; each workload uses the parts that it needs. */
export interface Question {
  /** The number of the question, from 0. */
  readonly place: number
  readonly article: string
  readonly user: string
  readonly word: string
  readonly commonWord: string
  readonly tag: string
  readonly author: string
  /** The place of the page in its list, from 0. */
  readonly page: number
  readonly writer: string
  readonly comment: string
  /** An article has another title each time that its turn comes. */
  readonly title: string
}

export const makeQuestion = (
  { articles, users, authors, words, commonWords, tags, pages, writer }: Targets,
  place: number,
): Question => ({
  place,
  article: articles[place % articles.length] ?? '',
  user: users[place % users.length] ?? '',
  author: authors[place % authors.length] ?? '',
  word: words[place % words.length] ?? '',
  commonWord: commonWords[place % commonWords.length] ?? '',
  tag: tags[place % tags.length] ?? '',
  page: place % pages,
  writer,
  comment: `This is comment ${place} of the benchmark, and it has a few more words.`,
  title: `Title ${place} of the benchmark`,
})

export const QUESTIONS = 256
export const MOST_PAGES = 50

/** How the requests of a turn differ. */
export type Variety = 'different questions' | 'one question' | 'different documents'

/** Two titles for each article, so that each change changes something; nine times 200 documents and the comments. */
const MORE_QUESTIONS: Partial<Readonly<Record<WorkloadName, number>>> = {
  W7a: 2 * QUESTIONS,
  W7b: 2 * QUESTIONS,
  W20a: 2 * QUESTIONS,
  W20b: 2 * QUESTIONS,
  W9: 2_000,
}

/** Equal reads at the same time share a statement. Comments always go to different articles. */
export const countQuestions = (workload: WorkloadName, variety: Variety): number =>
  variety === 'one question' && workload !== 'W5' ? 1 : (MORE_QUESTIONS[workload] ?? QUESTIONS)
