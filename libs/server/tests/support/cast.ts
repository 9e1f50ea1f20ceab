import type { ArticleStatus, UserRole } from '@content-service/domain/internal/access'
import jwt from 'jsonwebtoken'
import type { Answer, TestService } from './service.ts'

/** A user with the credential of their requests; `as` null sends no credential. */
export interface Person {
  readonly id: string
  readonly as: string | null
}

export const NOBODY: Person = { id: '0', as: null }
/** The first user after the ghost, in a database without sample content. */
const ADMINISTRATOR_ID = '2'
export const CAST_PASSWORD = 'seven quiet harbours'

/** The initial states of an article (C4.2). */
const FIRST_STATES: ReadonlySet<ArticleStatus> = new Set(['DRAFT', 'REVIEW', 'PUBLISHED'])

/** The moves from PUBLISHED to each state. */
const WAY: Readonly<Record<ArticleStatus, readonly ArticleStatus[]>> = {
  DRAFT: ['DRAFT'],
  REVIEW: ['DRAFT', 'REVIEW'],
  PUBLISHED: [],
  ARCHIVED: ['ARCHIVED'],
  DELETED: ['DELETED'],
}

const CREATE_USER = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }'
const INVITE = 'mutation ($email: Email!, $role: UserRole) { inviteUser(email: $email, role: $role) { id } }'
const CREATE_ARTICLE = 'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { id } }'
const COMMENT = 'mutation ($id: ID!) { createComment(articleId: $id, content: "Well said.") { id } }'
const MOVE = 'mutation ($input: UpdateArticleInput!) { updateArticle(input: $input) { id } }'

/** Creates the people, articles and comments of a test: the administrator creates people, and owners their content. */
export const aCast = (
  service: Pick<TestService, 'graphql'>,
  secret: string,
  administratorId = ADMINISTRATOR_ID,
) => {
  let made = 0
  const bearer = (id: string): string => `Bearer ${jwt.sign({ sub: id }, secret, { expiresIn: '15m' })}`
  /** A token, because it needs no hash at each request. */
  const asAdministrator = bearer(administratorId)
  const data = async (query: string, variables: object, as: string | null = asAdministrator) => {
    const { body }: Answer = await service.graphql(query, variables, as)
    if (body.errors) throw new Error(JSON.stringify(body.errors))
    return body.data
  }
  const nextName = (): string => {
    made += 1
    return `cast-${made}`
  }
  /** An invited user: a password takes 50 ms to hash, and most tests need none. */
  const person = async (role: UserRole): Promise<Person> => {
    const email = `${nextName()}@example.org`
    const { inviteUser } = await data(INVITE, { email, role })
    return { id: inviteUser.id, as: bearer(inviteUser.id) }
  }
  /** A user who can also sign in with CAST_PASSWORD. */
  const personWithPassword = async (role: UserRole): Promise<Person> => {
    const username = nextName()
    const input = { username, email: `${username}@example.org`, password: CAST_PASSWORD, role }
    const { createUser } = await data(CREATE_USER, { input })
    return { id: createUser.id, as: bearer(createUser.id) }
  }
  const move = async (id: string, to: ArticleStatus): Promise<void> => {
    for (const status of WAY[to]) await data(MOVE, { input: { id, status } })
  }
  const article = async (owner: Person, status: ArticleStatus = 'PUBLISHED'): Promise<string> => {
    const input = { title: 'A title', content: 'Text.', authorId: owner.id, status }
    return (await data(CREATE_ARTICLE, { input })).createArticle.id
  }
  const articleIn = async (owner: Person, status: ArticleStatus): Promise<string> => {
    if (FIRST_STATES.has(status)) return article(owner, status)
    const id = await article(owner)
    await move(id, status)
    return id
  }
  const comment = async (on: string, author: Person): Promise<string> =>
    (await data(COMMENT, { id: on }, author.as)).createComment.id
  return { person, personWithPassword, article, articleIn, move, comment }
}

export type Cast = ReturnType<typeof aCast>
