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
}

const ONE_QUESTION = { caller: null, variety: 'one question', sharesCore: false } as const
const READS = ['W1', 'W2', 'W6'] as const

export const SCENARIOS = {
  servers: {
    ...ONE_QUESTION,
    title: 'All servers',
    about: 'Each read repeats one question. Comments go to 1,000 articles.',
    contestants: ['limit', 'mercurius', 'postgraphile', 'express', 'ours', 'ours-quiet'],
    workloads: ['W1', 'W2', 'W3a', 'W3b', 'W4', 'W6', 'W5'],
  },
  many: {
    title: 'Many questions',
    about: 'The requests ask 1,000 different questions in turn.',
    contestants: ['limit', 'ours'],
    workloads: ['W1', 'W3a', 'W4'],
    caller: null,
    variety: 'many questions',
    sharesCore: false,
  },
  documents: {
    title: 'Many documents',
    about: 'As many questions, and each of the 1,000 requests has a GraphQL document of its own.',
    contestants: ['mercurius', 'postgraphile', 'express', 'ours'],
    workloads: ['W1'],
    caller: null,
    variety: 'many documents',
    sharesCore: false,
  },
  reader: {
    ...ONE_QUESTION,
    title: 'A signed-in reader',
    about: 'Each request has the access token of a reader.',
    contestants: ['ours'],
    workloads: READS,
    caller: 'reader',
  },
  author: {
    ...ONE_QUESTION,
    title: 'An author with drafts',
    about: 'Each request has the access token of an author, who also sees drafts of their own.',
    contestants: ['ours'],
    workloads: READS,
    caller: 'author',
  },
  key: {
    ...ONE_QUESTION,
    title: 'An API key',
    about: 'Each request has an API key of a reader.',
    contestants: ['ours'],
    workloads: READS,
    caller: 'key',
  },
  processes: {
    ...ONE_QUESTION,
    title: 'One and two processes',
    about:
      'Each process gets every fourth slice of 10 ms of the first core. The core rests between two slices, so that PostgreSQL and the load generator have as much time per request for two processes as for one. Two processes (WEB_CONCURRENCY=2) have twice as many connections and twice the time to warm up.',
    contestants: ['ours', 'ours-two'],
    workloads: ['W1', 'W6', 'W5'],
    sharesCore: true,
  },
  embedded: {
    ...ONE_QUESTION,
    title: 'The embedded database',
    about: 'PGlite runs in the process of the service, and its CPU time is that of the server.',
    contestants: ['ours', 'ours-embedded'],
    workloads: ['W1', 'W2', 'W3a', 'W6', 'W5'],
  },
} as const satisfies Readonly<Record<string, Scenario>>

export type ScenarioName = keyof typeof SCENARIOS
// Object.keys gives the keys of the object above.
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[]
