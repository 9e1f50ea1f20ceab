import type { Draw } from './draw.ts'
import type { FuzzWorld } from './generated-request.ts'
import type { GeneratedDocument } from './graphql-document.ts'
import { misspelt } from './hostile-values.ts'

type Attack = (draw: Draw, world: FuzzWorld) => GeneratedDocument

const times = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(' ')

const CREATE_USERS = 'mutation ($users: [CreateUserInput!]!) { bulkCreateUsers(users: $users) { id } }'
const CREATE_USER = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }'
const CREATE_ARTICLE = 'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { id } }'
const SEARCH = 'query ($query: String!) { searchAll(query: $query) { edges { score } } }'

const user = (at: number) => ({
  username: `fuzz-${at}`,
  email: `fuzz-${at}@example.org`,
  password: 'tangled otter velvet 9',
})

const nestObjects = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels))

/** Documents that once took minutes of CPU time, a gigabyte of memory, or thousands of rows, each with random sizes. */
export const ATTACKS = {
  'nested input in an error message': (draw) => ({
    query: CREATE_USER,
    variables: { input: nestObjects(draw.size(2_000)) },
  }),
  'list of empty inputs': (draw) => ({
    query: CREATE_USERS,
    variables: { users: Array.from({ length: draw.size(400_000) }, () => ({})) },
  }),
  'unknown members of an input': (draw) => ({
    query: CREATE_USER,
    variables: {
      input: Object.fromEntries(Array.from({ length: draw.size(100_000) }, (_, at) => [`usernme${at}`, 1])),
    },
  }),
  'aliases of a private field': (draw) => ({
    query: `{ articles { owner { ${times(Math.min(28, draw.size()), (at) => `a${at}: status`)} } } }`,
    variables: {},
  }),
  'private fields in nested lists': () => ({
    query:
      '{ articles { owner { articles(limit: 20) { owner { a: status b: preferences { newsletter } } } } } }',
    variables: {},
  }),
  'misspelt searches': (draw) => ({
    query: `{ ${times(draw.pick([1, 10, 11, 30]), (at) => `s${at}: searchAll(query: "${misspelt(draw, draw.pick([1, 8, 32, 120]))}") { edges { score } }`)} }`,
    variables: {},
  }),
  'long search': (draw) => ({ query: SEARCH, variables: { query: misspelt(draw, draw.size(20_000)) } }),
  'repeated unknown directives': (draw) => ({
    query: `{ __typename ${'@aa '.repeat(draw.size(50_000))} }`,
    variables: {},
  }),
  'many new users': (draw) => ({
    query: CREATE_USERS,
    variables: { users: Array.from({ length: draw.pick([1, 2, 200, 201, 5_000]) }, (_, at) => user(at)) },
  }),
  'combining characters in a tag': (draw, { ids }) => ({
    query: CREATE_ARTICLE,
    variables: {
      input: {
        title: 'T',
        content: 'C',
        authorId: draw.pick(ids.users),
        tags: [`a${'\u0301'.repeat(draw.size(1_000_000))}`],
      },
    },
  }),
  'long texts in a page': () => ({
    query:
      '{ articles(pagination: {limit: 100}) { content excerpt revisions(limit: 100) { content } comments(limit: 100) { content } } }',
    variables: {},
  }),
  'long id in a refused mutation': (draw) => ({
    query: 'mutation ($id: ID!) { deleteArticle(id: $id) }',
    variables: { id: 'x'.repeat(draw.size()) },
  }),
  'long locale': (draw) => ({
    query: 'mutation ($locale: String) { updateSettings(input: {locale: $locale}) { locale } }',
    variables: { locale: `en-${'x'.repeat(draw.size())}` },
  }),
  'long password': (draw) => ({
    query: CREATE_USER,
    variables: { input: { ...user(0), password: '\ufdfa'.repeat(draw.size()) } },
  }),
} as const satisfies Record<string, Attack>

// Object.keys widens the names of a constant to string.
export const ATTACK_NAMES = Object.keys(ATTACKS) as (keyof typeof ATTACKS)[]
