import type { ContestantName } from './contestants.ts'
import type { Caller, Variety, WorkloadName } from './workloads.ts'

/** A table of the report: contestants that answer workloads under the same circumstances. */
export interface Scenario {
  readonly title: string
  readonly about: string
  readonly contestants: readonly ContestantName[]
  readonly workloads: readonly WorkloadName[]
  /** Null: the caller of the workload. */
  readonly caller: Caller | null
  readonly variety: Variety
  /** Whether each process of a contestant only gets a quarter of the core of the servers. */
  readonly sharesCore: boolean
  /** Whether the contestants read the database of a team, which has its own content types. */
  readonly isOfTeam: boolean
}

const DIFFERENT = {
  caller: null,
  variety: 'different questions',
  sharesCore: false,
  isOfTeam: false,
} as const
const READS = ['W1', 'W2p', 'W6'] as const

export const SCENARIOS = {
  servers: {
    ...DIFFERENT,
    title: 'All servers',
    about:
      'The requests ask different questions in turn: 256 ids or words, and 50 pages. W2 is the first page of a site, so that it has one question.',
    contestants: ['limit', 'mercurius', 'postgraphile', 'express', 'ours', 'ours-quiet'],
    workloads: ['W1', 'W2', 'W2p', 'W3a', 'W3b', 'W4', 'W4b', 'W6', 'W5'],
  },
  filters: {
    ...DIFFERENT,
    title: 'Filters',
    about:
      'Lists with a filter, each with 256 different values. Without plug-ins, PostGraphile filters by equal values alone.',
    contestants: ['limit', 'mercurius', 'ours'],
    workloads: ['W14', 'W14b', 'W15', 'W16'],
  },
  repeated: {
    ...DIFFERENT,
    title: 'A repeated question',
    about:
      'Each read repeats one question. The service answers equal reads that arrive together with one statement.',
    contestants: ['limit', 'mercurius', 'postgraphile', 'express', 'ours'],
    workloads: ['W1', 'W2', 'W3a', 'W3b', 'W4', 'W6'],
    variety: 'one question',
  },
  edits: {
    ...DIFFERENT,
    title: 'Edits',
    about:
      'An administrator changes the titles of 256 articles in turn, each time to another title. The service also writes a revision, an audit entry and an event; the limit writes the article alone.',
    contestants: ['limit', 'ours'],
    workloads: ['W7a', 'W7b'],
  },
  wide: {
    ...DIFFERENT,
    title: 'Wide lists',
    about:
      'Pages of 100 articles with their comments, and the document names no limit for the comments, so that an article has at most 20.',
    contestants: ['limit', 'ours'],
    workloads: ['W8'],
  },
  mix: {
    ...DIFFERENT,
    title: 'A site with readers who write',
    about:
      'A signed-in reader sends 200 documents in turn: pages of articles and users, lists with different fields, categories, searches and comments. Each tenth request writes a comment.',
    contestants: ['ours'],
    workloads: ['W9'],
  },
  declared: {
    ...DIFFERENT,
    title: 'A type of a team',
    about:
      'The meetups of examples/team, in a database of their own with 10,000 meetups, 50 topics and 1,000 users; and 10,000 talks in 200 halls, of which three of four are open. Guests read the talks in open halls, and all slots, which are the same records; and 2,000 tours with links in blocks.',
    contestants: ['limit', 'ours-team'],
    workloads: ['W10', 'W11', 'W12a', 'W12b', 'W13a', 'W13b', 'W17'],
    isOfTeam: true,
  },
  traits: {
    ...DIFFERENT,
    title: 'Articles, and a type of a team that can do the same',
    about:
      'The same 10,000 records as articles and as reports, a declared type with states, trash, schedule, revisions, likes, views and search, in the database of the scenario before.',
    contestants: ['ours-team'],
    workloads: ['W18a', 'W18b', 'W19a', 'W19b', 'W20a', 'W20b'],
    isOfTeam: true,
  },
  documents: {
    ...DIFFERENT,
    title: 'Different documents',
    about: 'Each of the 256 requests has a GraphQL document of its own.',
    contestants: ['mercurius', 'postgraphile', 'express', 'ours'],
    workloads: ['W1'],
    variety: 'different documents',
  },
  reader: {
    ...DIFFERENT,
    title: 'A signed-in reader',
    about: 'Each request has the access token of a reader.',
    contestants: ['ours'],
    workloads: READS,
    caller: 'reader',
  },
  author: {
    ...DIFFERENT,
    title: 'An author with drafts',
    about: 'Each request has the access token of an author, who also sees drafts of their own.',
    contestants: ['ours'],
    workloads: READS,
    caller: 'author',
  },
  key: {
    ...DIFFERENT,
    title: 'An API key',
    about: 'Each request has an API key of a reader.',
    contestants: ['ours'],
    workloads: READS,
    caller: 'key',
  },
  processes: {
    ...DIFFERENT,
    title: 'One and two processes',
    about:
      'Each process gets every fourth slice of 10 ms of the first core. The core rests between two slices, so that PostgreSQL and the load generator have as much time per request for two processes as for one. Two processes (WEB_CONCURRENCY=2) have twice as many connections and twice the time to warm up.',
    contestants: ['ours', 'ours-two'],
    workloads: ['W1', 'W6', 'W5'],
    sharesCore: true,
  },
  embedded: {
    ...DIFFERENT,
    title: 'The embedded database',
    about: 'PGlite runs in the process of the service, and its CPU time is that of the server.',
    contestants: ['ours', 'ours-embedded'],
    workloads: ['W1', 'W2', 'W2p', 'W3a', 'W6', 'W5'],
  },
} as const satisfies Readonly<Record<string, Scenario>>

export type ScenarioName = keyof typeof SCENARIOS
// Object.keys gives the keys of the object above.
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[]

/** Has steps of the service alone instead of contestants: see growth/series.ts. */
export const GROWTH = {
  growth: { title: 'Questions that become larger step by step, for the service alone' },
} as const
