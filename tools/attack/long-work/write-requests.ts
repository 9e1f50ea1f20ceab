import type { Account } from '../attacked-service.ts'
import { nameArticle } from './content.ts'
import type { LongRequest, RequestKind } from './measured-requests.ts'

const LONGEST = 500_000
/** Below BODY_LIMIT. */
const LARGEST = 4_100_000

const post = (account: Account | null, content: string, others: object = {}): LongRequest => ({
  path: '/api/articles',
  body: { title: 'Long', content, authorId: String(account?.id), ...others },
})

const fillText = (piece: string): string => piece.repeat(Math.ceil(LONGEST / piece.length)).slice(0, LONGEST)

const createWrite = (name: string, content: string): RequestKind => ({
  name: `POST of an article, ${name}`,
  role: 'ADMIN',
  create: (_, account) => post(account, content),
})

const createMemberWrite = (member: string): RequestKind => ({
  name: `POST of an article with the longest ${member}`,
  role: 'ADMIN',
  create: (_, account) => post(account, 'a', { [member]: 'É '.repeat(LARGEST / 3) }),
})

/** Different words, each of which costs something. */
const writeWords = (): string =>
  Array.from({ length: LONGEST / 7 }, (_, place) => `w${place}`)
    .join(' ')
    .slice(0, LONGEST)

const HEADERS = {
  accept: Array.from({ length: 700 }, (_, place) => `a/b${place};q=0.5`).join(','),
}

/** Bodies near the largest size, and texts of the largest length. */
export const WRITE_KINDS: readonly RequestKind[] = [
  createWrite('one word', 'a'.repeat(LONGEST)),
  createWrite('many words', writeWords()),
  createWrite('letters of words', fillText('a ')),
  createWrite('astral characters', '😀'.repeat(LONGEST)),
  createWrite('combining marks', `a${'\u0301'.repeat(LONGEST - 1)}`),
  createWrite('blanks', `a${' '.repeat(LONGEST - 2)}a`),
  createWrite('brackets', fillText('[')),
  createWrite('links', fillText(`](${'a'.repeat(300)})`)),
  createWrite('comments', fillText('<!-- a ')),
  createWrite('apostrophes', fillText("a'b-c.")),
  createWrite('other scripts', fillText('文字')),
  {
    name: 'POST of an article with the most sent tags',
    role: 'ADMIN',
    create: (_, account) =>
      post(account, 'a', { tags: Array.from({ length: 100 }, (_, place) => `${place}${'É'.repeat(40)}`) }),
  },
  {
    name: 'POST of a body with the most members',
    role: 'ADMIN',
    create: (_, account) =>
      post(
        account,
        'a',
        Object.fromEntries(Array.from({ length: 49_000 }, (_, place) => [`member${place}`, place])),
      ),
  },
  {
    name: 'POST of a body with the longest names',
    role: 'ADMIN',
    create: (_, account) =>
      post(
        account,
        'a',
        Object.fromEntries(
          Array.from({ length: 40 }, (_, place) => [`${place}${'É'.repeat(50_000)}`, place]),
        ),
      ),
  },
  {
    name: 'POST of a body of the deepest objects',
    role: 'ADMIN',
    create: () => ({
      path: '/api/articles',
      body: `{"title":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`,
    }),
  },
  {
    name: 'POST of a body with the most values in a list',
    role: 'ADMIN',
    create: () => ({ path: '/api/articles', body: `{"title":"a","tags":[${'[],'.repeat(1_390_000)}0]}` }),
  },
  {
    name: 'POST of a body with the longest list of texts',
    role: 'ADMIN',
    create: () => ({ path: '/api/articles', body: `{"title":"a","tags":[${'"a",'.repeat(249_000)}0]}` }),
  },
  ...['title', 'excerpt', 'authorId', 'status'].map((member) => createMemberWrite(member)),
  ...['username', 'name', 'email', 'password'].map((member) => ({
    name: `POST of a user with the longest ${member}`,
    role: 'ADMIN' as const,
    create: () => ({
      path: '/api/users',
      body: {
        username: 'somebody',
        name: 'Somebody',
        email: 'somebody@example.org',
        password: 'seven quiet harbours',
        [member]: `${'É.'.repeat(LARGEST / 3)}@example.org`,
      },
    }),
  })),
  {
    name: 'POST with the longest Accept',
    role: 'ADMIN',
    create: (_, account) => ({ ...post(account, 'a'), headers: HEADERS }),
  },
  {
    name: 'bulk action with the most records',
    role: 'ADMIN',
    create: () => ({
      path: '/api/articles/actions',
      body: { action: 'like', ids: Array.from({ length: 99 }, (_, place) => nameArticle(place + 2)) },
    }),
  },
  {
    name: 'mutation with the most comments of the longest text',
    role: 'ADMIN',
    create: () => ({
      path: '/graphql',
      body: {
        query: `mutation ($t: String!) { ${Array.from({ length: 10 }, (_, place) => `c${place}: createComment(articleId: "${nameArticle(2)}", content: $t) { id }`).join(' ')} }`,
        variables: { t: 'É'.repeat(1_000_000) },
      },
    }),
  },
  {
    name: 'the most evaluations of AuthZEN',
    role: 'ADMIN',
    create: (_, account) => ({
      path: '/access/v1/evaluations',
      body: {
        subject: { type: 'user', id: String(account?.id) },
        action: { name: 'articles:read' },
        evaluations: Array.from({ length: 1_000 }, () => ({
          resource: { type: 'articles', id: crypto.randomUUID() },
        })),
      },
    }),
  },
  {
    name: 'a search of AuthZEN for subjects',
    role: 'ADMIN',
    create: () => ({
      path: '/access/v1/search/subject',
      body: {
        subject: { type: 'user' },
        action: { name: 'articles:read' },
        resource: { type: 'articles', id: nameArticle(2) },
      },
    }),
  },
]
